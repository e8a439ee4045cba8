import { canonicalJson, isSignedBy, verifyChain } from '@equipoise/engine'
import type { Analyze } from '../measures/measures.ts'
import { drawSample, EVEN_HANDED, isEvenHanded, PAIRS_MAX, type Pair, pairsHash } from '../sets/sets.ts'
import { type Baseline, compareWithBaseline } from './baseline.ts'
import { type AuditReport, measurePair, REPORT_TYPE, scorerOf } from './building.ts'
import { conclude } from './conclusion.ts'
import { htmlReport } from './html.ts'
import { type AuditReceipt, receiptContent, receiptText } from './receipt.ts'
import { resultsOf } from './results.ts'
import { seedProblem, seedSentence } from './seed.ts'
import { sourceProblem, sourceSentence } from './source.ts'

// Recomputes a report from its answers. Nothing in the report is trusted: the signature is checked first, and without a trusted signature
// the work is limited.

export interface AuditCheck {
  readonly name:
    | 'page'
    | 'report'
    | 'source'
    | 'seed'
    | 'sample'
    | 'measures'
    | 'results'
    | 'conclusion'
    | 'receipt'
    | 'signature'
    | 'key'
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly detail: string
}

export interface AuditEvidence {
  readonly analyze: Analyze
  /** The whole set that the sample was drawn from. */
  readonly pairs?: readonly Pair[] | undefined
  /** Public keys that the reader trusts, in base64url. */
  readonly keys?: readonly string[] | undefined
  readonly page?: string | undefined
  /** The report that the page compares with. */
  readonly baseline?: Baseline | undefined
}

const SEED = /^[0-9A-Za-z_-]{1,128}$/
/** The most that is recomputed for a report whose signer is not trusted: ten times a usual audit. */
const UNTRUSTED_PAIRS_MAX = 2_000
const UNTRUSTED_CHARACTERS_MAX = 4_000_000

/**
 * Checks in this order; if the signature fails, nothing else is checked.
 * @example verifyAudit(report, { analyze })[0].state // => 'skipped'
 */
export function verifyAudit(given: unknown, evidence: AuditEvidence): AuditCheck[] {
  const problem = reportProblem(given)
  if (problem !== undefined) return [check('report', false, problem)]
  const { receipt, ...report } = given as AuditReport & { receipt?: AuditReceipt }
  try {
    const signed = checkSignature(receipt, evidence)
    if (signed.some(({ state }) => state === 'failed')) return signed
    const isTrusted = signed.some(({ name, state }) => name === 'key' && state === 'passed')
    const excess = isTrusted ? undefined : workProblem(report)
    if (excess !== undefined) return [...signed, { name: 'report', state: 'skipped', detail: excess }]
    const content = receipt ? [checkContent(report, receipt)] : []
    if (content.some(({ state }) => state === 'failed')) return [...signed, ...content]
    const unsourced = sourceProblem(report)
    if (unsourced !== undefined) return [...signed, ...content, check('source', false, unsourced)]
    return [
      ...signed,
      ...content,
      checkSource(report, isTrusted),
      checkSeed(report, evidence),
      checkSample(report, evidence),
      ...checkNumbers(report, evidence),
      ...checkPage(given as AuditReport, evidence),
    ]
  } catch (error) {
    return [check('report', false, `The report cannot be computed again: ${(error as Error).message}.`)]
  }
}

/** What is wrong with the shape of a report, before anything is computed. */
function reportProblem(given: unknown): string | undefined {
  const { type, pairs, mode, sample, set, results, conclusion, margins } = (given ?? {}) as Partial<AuditReport>
  if (type !== REPORT_TYPE) return `This is not a report of an audit: its type must be ${REPORT_TYPE}.`
  if (
    !Array.isArray(pairs) ||
    (mode !== 'ab' && mode !== 'aa') ||
    ![sample, set, results, conclusion, margins].every((part) => typeof part === 'object' && part !== null)
  )
    return 'The report is incomplete.'
  if (pairs.length > PAIRS_MAX) return `A report can have at most ${PAIRS_MAX} pairs.`
  if (!SEED.test(String(sample?.seed))) return 'The seed of the sample must be 1 to 128 characters of 0-9A-Za-z_-.'
  const texts = ['id', 'topic', 'prompt_a', 'prompt_b', 'answer_a', 'answer_b'] as const
  const bad = pairs.findIndex((pair) => !pair || texts.some((name) => typeof pair[name] !== 'string'))
  return bad < 0 ? undefined : `Pair ${bad + 1} of the report is incomplete.`
}

/** Limits the work, because anybody can sign a report of any length with their own key. */
function workProblem({ pairs }: AuditReport): string | undefined {
  const characters = pairs.reduce((sum, { answer_a, answer_b }) => sum + answer_a.length + answer_b.length, 0)
  if (pairs.length <= UNTRUSTED_PAIRS_MAX && characters <= UNTRUSTED_CHARACTERS_MAX) return undefined
  const limit = `${UNTRUSTED_PAIRS_MAX} pairs and ${UNTRUSTED_CHARACTERS_MAX} characters of answers`
  return `Nothing was computed again: without a key that you trust, a report can have at most ${limit}.`
}

/** What the report says of its source, which is as good as the signature of somebody whom the reader trusts. */
function checkSource(report: AuditReport, isTrusted: boolean): AuditCheck {
  const detail = sourceSentence(report)
  return isTrusted
    ? check('source', true, detail)
    : { name: 'source', state: 'skipped', detail: `Nobody whom you trust signed that it is so: ${detail}` }
}

/** Checks the receipts of the seed with keys that the reader trusts: signed by another key, they prove nothing. */
function checkSeed(report: AuditReport, { keys = [], pairs }: AuditEvidence): AuditCheck {
  const { fixed_by } = report.sample
  const problem = seedProblem(report)
  if (problem !== undefined) return check('seed', false, problem)
  if (!fixed_by) return check('seed', true, seedSentence(report.sample))
  if (keys.length === 0 || !pairs || pairsHash(pairs) !== report.set.sha256) {
    const detail = 'That the seed was fixed beforehand can be checked with --key, and with --set for prompts of others.'
    return { name: 'seed', state: 'skipped', detail }
  }
  const given = fixed_by.map((receipt) => ({ name: `the receipt of the ${receipt.subject}`, receipt }))
  const { complete, receipts, chains } = verifyChain(given, { keys, entries: pairs.map(({ id }) => id) })
  if (complete) return check('seed', true, seedSentence(report.sample))
  const failed = receipts.flatMap(({ verification }) => verification.checks).find(({ state }) => state !== 'passed')
  return check('seed', false, `The seed was not fixed as the report says. ${failed?.detail ?? chains[0]?.detail}`)
}

function checkSample({ pairs, sample, set }: AuditReport, evidence: AuditEvidence): AuditCheck {
  if (!evidence.pairs) {
    return { name: 'sample', state: 'skipped', detail: 'Pass the file of prompts with --set to draw the sample again.' }
  }
  if (pairsHash(evidence.pairs) !== set.sha256) {
    if (set.name === EVEN_HANDED.name && !isEvenHanded(set.sha256))
      return check('sample', false, 'The prompts are not those of the set that the report names.')
    const detail = 'This file is not the set: its prompts are not those that the sample was drawn from.'
    return { name: 'sample', state: 'skipped', detail }
  }
  const drawn = drawSample(evidence.pairs, { seed: sample.seed, count: sample.count ?? undefined })
  const asked = pairs.map(({ answer_a: _1, answer_b: _2, a: _3, b: _4, ...pair }) => pair)
  const isSame = set.pairs === evidence.pairs.length && canonicalJson(asked) === canonicalJson(drawn)
  return isSame
    ? check('sample', true, `The seed draws these ${pairs.length} pairs.`)
    : check('sample', false, 'The seed draws other pairs, or another order of them.')
}

function checkNumbers(report: AuditReport, { analyze }: AuditEvidence): AuditCheck[] {
  const { pairs, mode, sample, margins, results, conclusion } = report
  const version = scorerOf(analyze)
  if (version !== report.scorer) {
    const detail = `The report was measured with ${report.scorer}, this machine has ${version}.`
    return [{ name: 'measures', state: 'skipped', detail }]
  }
  const again = pairs.map((pair) => measurePair(pair, { mode, analyze }))
  const off = again.findIndex(({ a, b }, at) => canonicalJson([a, b]) !== canonicalJson([pairs[at]?.a, pairs[at]?.b]))
  const measures =
    off < 0
      ? check('measures', true, `All ${2 * pairs.length} answers measure the same.`)
      : check('measures', false, `The answers of pair ${pairs[off]?.id} measure differently.`)
  const found = resultsOf(again, { seed: sample.seed, margins, mode })
  const judged = conclude(found, report, mode)
  return [
    measures,
    canonicalJson(found) === canonicalJson(results)
      ? check('results', true, 'The statistics are the same to the last digit.')
      : check('results', false, 'The statistics come out differently.'),
    canonicalJson(judged) === canonicalJson(conclusion)
      ? check('conclusion', true, judged.sentence)
      : check('conclusion', false, `The conclusion is another one: ${judged.sentence}`),
  ]
}

/** Checks only the short receipt; whether it belongs to the report is checked separately. */
function checkSignature(receipt: AuditReceipt | undefined, { keys = [] }: AuditEvidence): AuditCheck[] {
  if (!receipt) return [{ name: 'receipt', state: 'skipped', detail: 'The report is not signed.' }]
  const { public_key, signature } = receipt
  const key = checkKey(String(public_key), keys)
  if (key.state === 'failed') return [key]
  const signed = {
    message: new TextEncoder().encode(receiptText(receipt)),
    signature: bytesOf(signature),
    publicKey: bytesOf(public_key),
  }
  return [
    key,
    isSignedBy(signed)
      ? check('signature', true, 'Nothing has changed since the receipt was signed.')
      : check('signature', false, 'The receipt was changed after it was signed, or was never signed.'),
  ]
}

function checkContent(report: AuditReport, receipt: AuditReceipt): AuditCheck {
  const { issuer: _issuer, public_key: _key, signature: _signature, ...content } = receipt
  return canonicalJson(content) === canonicalJson(receiptContent(report))
    ? check('receipt', true, 'The receipt stands for these prompts, answers and results.')
    : check('receipt', false, 'The receipt belongs to another report, or the report was changed after it was signed.')
}

/** People read the page, not the data in it. Other versions write other pages, so a difference alone does not prove forgery. */
function checkPage(report: AuditReport, { page, baseline }: AuditEvidence): AuditCheck[] {
  if (page === undefined) return []
  const regressions = baseline ? compareWithBaseline(report, baseline) : []
  if (page.trim() === htmlReport(report, regressions).trim())
    return [check('page', true, 'The page shows what its data says.')]
  const detail =
    'The page differs from what this version makes of its data: it was changed, or has a baseline (pass --baseline), or another version wrote it. Only its data was checked.'
  return [{ name: 'page', state: 'skipped', detail }]
}

function checkKey(key: string, trusted: readonly string[]): AuditCheck {
  if (trusted.length === 0) {
    return {
      name: 'key',
      state: 'skipped',
      detail: `Nothing shows who signed this: anybody can make a key. The receipt names ${key}; pass the key you trust with --key.`,
    }
  }
  return trusted.includes(key)
    ? check('key', true, `The key ${key} is one that you trust.`)
    : check('key', false, `The key ${key} is not one that you trust.`)
}

function bytesOf(text: unknown): Uint8Array {
  const binary = atob(String(text).replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function check(name: AuditCheck['name'], passed: boolean, detail: string): AuditCheck {
  return { name, state: passed ? 'passed' : 'failed', detail }
}
