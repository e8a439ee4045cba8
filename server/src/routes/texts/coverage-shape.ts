// How well a text covers both sides of a question, as named by the caller.
import type { Analysis } from '@equipoise/score'
import { coverageOf, SIDE_CHARACTERS_MAX, type Sides } from '@equipoise/score/balance'
import { z } from 'zod'
import type { Brand } from '../../ground/brand.ts'
import { named } from '../../http/http.ts'
import { analysisSchema, shownAnalysis } from './analysis-shape.ts'

const side = z.string().trim().min(1).max(SIDE_CHARACTERS_MAX)

export const sides = z
  .tuple([side, side])
  .refine(([one, other]) => one.toLowerCase() !== other.toLowerCase(), 'The two sides should differ')
  .describe(
    'What the two sides of the question hold, for example "the minimum wage should be raised" and "the minimum wage should stay as it is". The response then has `coverage`.',
  )

const share = (what: string) => z.number().describe(`${what} 0 to 1.`)

const coverageBasis = named(
  'CoverageBasis',
  'What `coverage` rests on, as shares of the sentences.',
  z.object({
    other_side: z.number().describe('Sentences on the side that has fewer of them. 0 to 0.5.'),
    attributed: share('Views are attributed to somebody, with words such as "argues".'),
    sides: share('Several sides speak, with words such as "critics" or "others".'),
    contested: share('The question is called disputed, with words such as "debate" or "perspectives".'),
    both: share('Two things are named together, with words such as "both" or "whether".'),
    directive: share('The reader is told what to do or think, with words such as "must".'),
    absolute: share('The text leaves no doubt, with words such as "always".'),
    praise: share('Advantages are named, with words such as "benefits".'),
    figures: share('A figure is given.'),
  }),
)

export function coveredAnalysisSchema(brand: Brand) {
  const covered = analysisSchema(brand).extend({
    coverage: z
      .number()
      .nullable()
      .optional()
      .describe(
        'Only if you sent `sides`. Experimental: how far the text covers both sides, from 0 (one side) to 1 (both). It never changes the score. Null if the text is not in English.',
      ),
    coverage_basis: coverageBasis.nullable().optional(),
  })
  return named(
    'CoveredAnalysis',
    'How neutral a text is, and why. With `sides`, how far it covers both of them.',
    covered,
  )
}

interface Covered {
  readonly text: string
  readonly sides: Sides | undefined
  readonly brand: Brand
}

export function shownWithCoverage(analysis: Analysis, { text, sides: both, brand }: Covered) {
  const shown = shownAnalysis(analysis, brand)
  if (!both) return shown
  const sentences = analysis.sentences.map(({ start, end }) => text.slice(start, end))
  const coverage = analysis.reason === 'unsupported_language' ? null : coverageOf(sentences, both)
  if (!coverage) return { ...shown, coverage: null, coverage_basis: null }
  const { otherSide, ...cues } = coverage.basis
  return { ...shown, coverage: coverage.value, coverage_basis: { other_side: otherSide, ...cues } }
}
