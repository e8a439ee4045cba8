import { z } from 'zod'
import type { Brand } from '../../ground/brand.ts'
import { type App, callerGone, named, compilePlainWriter as serializerCompiler } from '../../http/http.ts'
import type { Analyze } from '../../threads/scorer/scorer.ts'
import type { Words } from '../../words/words.ts'
import { textOf, tier } from './analysis-shape.ts'
import { analyzeText } from './analyze-reference.ts'
import { coveredAnalysisSchema, shownWithCoverage, sides } from './coverage-shape.ts'
import { scoringFor } from './judging.ts'
import { CALL_ENTRIES_MAX, wordLists } from './word-lists.ts'

export interface AnalyzeParts {
  readonly brand: Brand
  readonly analyze: Analyze
  readonly words: Words
}

export function analyzeRoute(app: App, { brand, analyze, words }: AnalyzeParts): void {
  const access = {
    credentials: 'required',
    kinds: ['jwt', 'key'],
    area: 'ai',
    meter: { name: 'ai/analyze', units: () => 1 },
  } as const
  const schema = { ...analyzeText(brand), body: analyzeRequest, response: { 200: coveredAnalysisSchema(brand) } }
  app.post('/ai/analyze', { config: { access }, schema, serializerCompiler }, async (request, reply) => {
    const { text, tier: asked, sides: both, ...called } = request.body
    const signal = callerGone(reply)
    const lists = await scoringFor(request, words, called)
    const analysis = await analyze(text, { ...lists, tier: asked ?? undefined, signal })
    return shownWithCoverage(analysis, { text, sides: both ?? undefined, brand })
  })
}

const analyzeRequest = named(
  'AnalyzeRequest',
  'A text to score.',
  z.object({ text: textOf(), tier: tier.nullish(), sides: sides.nullish(), ...wordLists(CALL_ENTRIES_MAX) }),
)
