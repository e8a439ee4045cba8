import { EVIDENCE_KINDS, type Evidence } from '@equipoise/score'
import { z } from 'zod'
import { named } from '../../http/http.ts'

export const start = z.int().describe('Where it starts in the text, in UTF-16 code units.')
export const end = z.int().describe('Where it ends in the text (exclusive), in UTF-16 code units.')

export const evidence = z
  .array(
    named(
      'Evidence',
      'Words that moved the score.',
      z.object({
        start,
        end,
        text: z.string().describe('The words.'),
        kind: z.literal(EVIDENCE_KINDS).describe('What kind of loaded wording it is.'),
        direction: z
          .literal(['positive', 'negative', 'neutral'] satisfies Evidence['direction'][])
          .describe('Which way the words lean.'),
        weight: z.number().describe('How much they moved the score of their sentence, on the logit scale.'),
        suggestion: z.string().optional().describe('A neutral alternative. If empty, leave the words out.'),
      }),
    ),
  )
  .describe('The words that moved the score most, the most noticeable first.')
