// The request and response shapes of all routes that score texts.
import { type Analysis, BANDS, CERTIFIED_MIN, MODERATE_MIN, type Reason } from '@equipoise/score'
import { apiShape } from '@equipoise/score/api-shape'
import { z } from 'zod'
import type { Brand } from '../../ground/brand.ts'
import { TIERS } from '../../ground/filter-mode.ts'
import { named } from '../../http/http.ts'
import { isLongerThan } from './characters.ts'
import { end, evidence, start } from './evidence-shape.ts'
import { accepted, withheldBy } from './withheld-by.ts'

export const TEXT_CHARACTERS_MAX = 10_000

/** A text to analyse, counted in Unicode code points. */
export function textOf(charactersMax = TEXT_CHARACTERS_MAX) {
  return z
    .string()
    .min(1)
    .refine((value) => !isLongerThan(value, charactersMax), {
      error: `String should have at most ${charactersMax} characters`,
      params: { type: 'string_too_long' },
    })
    .meta({ maxLength: charactersMax, description: 'The text to score. Characters are Unicode code points.' })
}

export const tier = z
  .literal(TIERS)
  .describe('`default` reads whole sentences. `fast` scores the words alone, in well under a millisecond.')

const biasDirection = z
  .literal(['neutral', 'positive_leaning', 'negative_leaning', 'mixed'])
  .describe('Which way the wording leans.')
export const wordRatios = named(
  'WordRatios',
  'Shares of words, each from 0 to 1. A loaded word can also be positive or negative.',
  z.object({
    positive: z.number().describe('Share of words with a positive tone.'),
    negative: z.number().describe('Share of words with a negative tone.'),
    loaded: z.number().describe('Share of loaded words.'),
    neutral: z.number().describe('Share of words that are none of these.'),
  }),
)

export const reason = z
  .literal(['insufficient_text', 'unsupported_language'] satisfies Reason[])
  .describe(
    '`unsupported_language`: the text is in a language that we do not score. `insufficient_text`: it is short, so `confidence` is low; it is certified only if English knows every word.',
  )

const sentence = named(
  'SentenceScore',
  'The score of one sentence.',
  z.object({ start, end, ain_score: z.number().describe('Neutrality score of the sentence, from 0 to 1.') }),
)

export function shownAnalysis(analysis: Analysis, { field }: Brand) {
  return apiShape(analysis, field.certified) as z.input<ReturnType<typeof analysisSchema>>
}

const balanceBasis = named(
  'BalanceBasis',
  'The cues behind `balance`: the share of sentences with each cue.',
  z.object({
    attributed: z
      .number()
      .describe('Views are attributed to somebody, with words such as "argues" or "according to". 0 to 1.'),
    sides: z
      .number()
      .describe('Several sides are presented, with words such as "critics" or "on the other hand". 0 to 1.'),
    directive: z
      .number()
      .describe('The reader is told what to do or think, with words such as "must" or "should". 0 to 1.'),
    absolute: z.number().describe('The text leaves no doubt, with words such as "always" or "nothing but". 0 to 1.'),
    we: z.number().describe('The text speaks as "we". 0 to 1.'),
  }),
)

export function analysisSchema({ field }: Brand) {
  const analysis = z.object({
    ain_score: z.number().describe('Neutrality score, from 0 (loaded wording) to 1 (neutral wording).'),
    bias_direction: biasDirection,
    [field.certified]: z.boolean().describe(`Whether the text is certified: its score is at least ${CERTIFIED_MIN}.`),
    band: z
      .literal(BANDS)
      .describe(
        `\`biased\` below ${MODERATE_MIN}, \`moderate\` from ${MODERATE_MIN}, \`neutral\` from ${CERTIFIED_MIN}. \`unscored\`: the text is in a language that we do not score, and its number says nothing.`,
      ),
    word_ratios: wordRatios,
    word_count: z.int().describe('How many words the text has.'),
    sentences: z.array(sentence).describe('The score of every sentence, in order.'),
    withheld_by: withheldBy,
    accepted,
    evidence,
    evidence_truncated: z.int().describe('How many further pieces of evidence the list leaves out. Usually 0.'),
    balance: z
      .number()
      .nullable()
      .describe(
        'Experimental: how balanced the text is, from 0 (one-sided) to 1 (several sides are presented). It never changes the score. Null for fewer than three sentences, and if nothing in the text is disputed.',
      ),
    balance_basis: balanceBasis.nullable(),
    language: z.string().describe('The language of the text, as an ISO 639 code. `und` if it is unknown.'),
    confidence: z.number().describe('How sure the model is, from 0 to 1. Low for short texts and unknown words.'),
    reason: reason.optional(),
    model_version: z.string().describe('Version of the scoring model. The same version gives the same score.'),
  })
  return named('Analysis', 'How neutral a text is, and why.', analysis)
}
