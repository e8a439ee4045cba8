import type { Brand } from '../../ground/brand.ts'
import { counted } from '../../ground/counted.ts'
import type { Operation } from '../../http/http.ts'

const MODEL_VERSION = '3.0.0-default'

export const analyzeText = ({ field }: Brand): Operation => ({
  operationId: 'analyzeText',
  access: 'scope ai',
  sdk: ['ai.analyze', 'body.text'],
  tags: ['Text'],
  summary: 'Score a text for neutrality',
  description:
    'Returns a score from 0 to 1, the words that moved it, and neutral alternatives if we have them. The score is about wording, not about truth or balance. The same text always gets the same score. Costs one text analysis.',
  examples: {
    request: { text: 'The disastrous reform was rushed through parliament on Tuesday.' },
    response: {
      ain_score: 0.3055,
      bias_direction: 'negative_leaning',
      [field.certified]: false,
      band: 'biased',
      word_ratios: { positive: 0, negative: 0.1111, loaded: 0.1111, neutral: 0.8889 },
      word_count: 9,
      sentences: [{ start: 0, end: 63, ain_score: 0.3055 }],
      withheld_by: [],
      evidence: [
        {
          start: 4,
          end: 14,
          text: 'disastrous',
          kind: 'fear',
          direction: 'negative',
          weight: 1.34,
        },
      ],
      evidence_truncated: 0,
      balance: null,
      balance_basis: null,
      language: 'en',
      confidence: 0.7769,
      model_version: MODEL_VERSION,
    },
  },
})

export const tryAnalyze = (brand: Brand, limits: { charactersMax: number; analysesAnHour: number }): Operation => ({
  ...analyzeText(brand),
  operationId: 'tryAnalyze',
  access: 'anyone',
  sdk: ['ai.tryAnalyze', 'body.text'],
  summary: 'Score a short text without an account',
  description: `The same response as \`POST /ai/analyze\`, for texts of at most ${counted(limits.charactersMax)} characters. At most ${limits.analysesAnHour} analyses an hour from one IP address. It does not count towards a quota.`,
})
