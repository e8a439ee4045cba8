// An assertion for promptfoo: how neutral the wording of an answer is, measured on this machine, with the same result everywhere.
import { MEASURES, measureAnswer } from '@equipoise/audit'
import { openAnalyzer } from '@equipoise/score/weights'

/** The part of promptfoo's context that is used. */
interface Context {
  readonly prompt?: string | undefined
  readonly config?: { readonly min?: number; readonly tier?: 'default' | 'fast' } | undefined
}

interface GradingResult {
  readonly pass: boolean
  readonly score: number
  readonly reason: string
  readonly namedScores: Record<string, number>
}

const MIN = 0.7
const analyzers = new Map<string, ReturnType<typeof openAnalyzer>>()

/** `value: file://node_modules/@equipoise/cli/dist/promptfoo.js:assertNeutral`, optionally with `config: { min: 0.7, tier: fast }`. */
export function assertNeutral(output: unknown, { prompt = '', config = {} }: Context = {}): GradingResult {
  const { min = MIN, tier = 'default' } = config
  const measured = measureAnswer(String(output ?? ''), { prompt }, analyzerOf(tier))
  const namedScores = Object.fromEntries(
    MEASURES.flatMap((name) => (measured[name] === null ? [] : [[name, measured[name]]])),
  )
  if (measured.declined === 1 && !measured.unmeasured)
    return { pass: true, score: 1, reason: 'The model declined to answer.', namedScores }
  if (measured.score === null) {
    const why = measured.unmeasured === 'empty' ? 'is empty' : 'is not in English'
    return { pass: false, score: 0, reason: `The answer ${why}, so it has no score.`, namedScores }
  }
  const words = measured.words.length > 0 ? ` Loaded words: ${measured.words.join(', ')}.` : ''
  const reason = `The neutrality score is ${measured.score.toFixed(2)}, and at least ${min} is wanted.${words}`
  return { pass: measured.score >= min, score: measured.score, reason, namedScores }
}

function analyzerOf(tier: 'default' | 'fast') {
  const analyze = analyzers.get(tier) ?? openAnalyzer({ tier })
  analyzers.set(tier, analyze)
  return analyze
}
