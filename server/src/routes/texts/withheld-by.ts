// Sentences because of which a certificate is withheld, as listed in analyses and attempts.
import { CERTIFIED_MIN, OBJECTIONS } from '@equipoise/score'
import { z } from 'zod'
import { named } from '../../http/http.ts'
import { end, start } from './evidence-shape.ts'

const objection = z.literal(OBJECTIONS)

const sentences = z.array(
  named(
    'WithheldBy',
    'A sentence that withholds the certificate of the whole text.',
    z.object({
      start,
      end,
      ain_score: z.number().describe('Neutrality score of the sentence, from 0 to 1.'),
      reason: objection.describe(
        '`loaded`: the sentence is clearly loaded. `generalisation`: it is hostile to a group of people. `insults`: it insults somebody, and so does at least one sentence in ten. `puffery`: it praises as advertising does, and at least one sentence in ten praises or insults. `quoted`: it quotes something that alone would be hostile or very loaded. `other_language`: it is not in English.',
      ),
      message: z.string().describe('The reason in plain words, and what would lift it.'),
      why: objection.describe('The same as `reason`.'),
    }),
  ),
)

export const withheldBy = sentences.describe(
  `The sentences that withhold the certificate, and why. If there is one, the score is below ${CERTIFIED_MIN}.`,
)

export const accepted = sentences
  .optional()
  .describe('The sentences that would withhold the certificate if the request had not accepted the reason.')
