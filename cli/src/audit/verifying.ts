import { type Analyze, type AuditCheck, EVEN_HANDED, type Pair, REPORT_TYPE, verifyAudit } from '@equipoise/audit'
import { printable } from '@equipoise/engine/verify'
import { type AnalyzerOptions, openAnalyzer } from '@equipoise/score/weights'
import { type AuditGiven, openSet, readBaseline, readReport } from './files.ts'

// `equipoise audit verify FILE`: checks the signature, then repeats the sampling, the measurements and the statistics without the
// service. Exit status 0 verified, 1 failed, 2 not verified: something is missing, such as a trusted key.

const STATUS = { verified: 0, failed: 1, unverified: 2 } as const

export async function verifyReport(given: AuditGiven, file: string | undefined): Promise<undefined> {
  if (file === undefined) throw new Error('name the report: equipoise audit verify FILE')
  const { report, page } = await readReport(given, file)
  const { key } = given.values as Readonly<Record<string, string | undefined>>
  const checks = verifyAudit(report, {
    analyze: openedLate(() => analyzerFor(report)),
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
  verified:
    'Verified: the key that you named signed this, and everything comes out the same. The source is what the signer says.',
  failed: 'Not genuine: the report does not come out the same.',
  unverified: 'Not verified: something to check it with is missing, as said above.',
} as const

function stateOf(checks: readonly AuditCheck[]): keyof typeof STATUS {
  if (checks.some(({ state }) => state === 'failed')) return 'failed'
  return checks.some(({ state }) => state === 'skipped') ? 'unverified' : 'verified'
}

async function pairsOf(given: AuditGiven, report: unknown): Promise<readonly Pair[] | undefined> {
  const { type, set } = (report ?? {}) as { type?: unknown; set?: { name?: unknown } }
  if (type !== REPORT_TYPE) return undefined
  if (typeof given.values.set === 'string') return (await openSet(given, given.values.set)).pairs
  return set?.name === EVEN_HANDED.name ? (await openSet(given, EVEN_HANDED.name)).pairs : undefined
}

/** Cheapest first. */
const ANALYZERS: readonly AnalyzerOptions[] = [
  { tier: 'fast' },
  {},
  { weights: 'default', tier: 'fast' },
  { weights: 'default' },
]

/** The analyzer whose version the report names. Services use the default weights, which are in a separate package. */
function analyzerFor(report: unknown): Analyze {
  const { scorer } = (report ?? {}) as { scorer?: unknown }
  for (const options of ANALYZERS) {
    const analyze = openIfThere(options)
    if (analyze !== undefined && versionOf(analyze) === scorer) return analyze
  }
  return openAnalyzer()
}

/** Opens the analyzer only when it is needed, after the signature has passed: reading weights takes a second. */
function openedLate(open: () => Analyze): Analyze {
  let opened: Analyze | undefined
  return (text) => {
    opened ??= open()
    return opened(text)
  }
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
