import { type Analyze, type AuditCheck, EVEN_HANDED, type Pair, REPORT_TYPE, verifyAudit } from '@equipoise/audit'
import { type AnalyzerOptions, openAnalyzer } from '@equipoise/score/weights'
import { type AuditGiven, openSet, readBaseline, readReport } from './files.ts'

// `equipoise audit verify FILE`: draws, measures and computes everything again, without the service.

const STATUS = { verified: 0, failed: 1, unverified: 2 } as const

export async function verifyReport(given: AuditGiven, file: string | undefined): Promise<undefined> {
  if (file === undefined) throw new Error('name the report: equipoise audit verify FILE')
  const { report, page } = await readReport(given, file)
  const { key } = given.values as Readonly<Record<string, string | undefined>>
  const checks = verifyAudit(report, {
    analyze: analyzerFor(report),
    pairs: await pairsOf(given, report),
    keys: key?.split(','),
    page,
    baseline: await readBaseline(given),
  })
  for (const { state, name, detail } of checks)
    given.print(printable(`${state.padEnd(8)} ${name.padEnd(10)} ${detail}`))
  const state = stateOf(checks)
  given.print(SENTENCE[state])
  given.exit(STATUS[state])
}

const SENTENCE = {
  verified: 'Verified: everything comes out the same.',
  failed: 'Not genuine: the report does not come out the same.',
  unverified: 'Not fully verified: something to check it with is missing.',
} as const

/** Whose key it is remains open if none was given: the numbers are verified all the same. */
function stateOf(checks: readonly AuditCheck[]): keyof typeof STATUS {
  if (checks.some(({ state }) => state === 'failed')) return 'failed'
  const open = checks.filter(({ state, name }) => state === 'skipped' && name !== 'key')
  return open.length > 0 ? 'unverified' : 'verified'
}

async function pairsOf(given: AuditGiven, report: unknown): Promise<readonly Pair[] | undefined> {
  const { type, set } = (report ?? {}) as { type?: unknown; set?: { name?: unknown } }
  if (type !== REPORT_TYPE) return undefined
  if (typeof given.values.set === 'string') return (await openSet(given, given.values.set)).pairs
  return set?.name === EVEN_HANDED.name ? (await openSet(given, EVEN_HANDED.name)).pairs : undefined
}

/** The cheapest first. */
const ANALYZERS: readonly AnalyzerOptions[] = [
  { tier: 'fast' },
  {},
  { weights: 'default', tier: 'fast' },
  { weights: 'default' },
]

/** The one whose version the report names: services measure with the default weights, which are a package of their own. */
function analyzerFor(report: unknown): Analyze {
  const { scorer } = (report ?? {}) as { scorer?: unknown }
  for (const options of ANALYZERS) {
    const analyze = openIfThere(options)
    if (analyze !== undefined && versionOf(analyze) === scorer) return analyze
  }
  return openAnalyzer()
}

function versionOf(analyze: Analyze): string {
  return analyze('The vote is in May.').modelVersion
}

function openIfThere(options: AnalyzerOptions): Analyze | undefined {
  try {
    return openAnalyzer(options)
  } catch {
    return undefined
  }
}

// Control characters of a hostile report must not reach the terminal.
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
}
