import { canonicalJson, sha256Hex } from '@equipoise/engine'
import type { AuditReport } from './building.ts'
import { seedOrigin } from './seed.ts'
import type { Asked, Supplied } from './source.ts'

// The signed part: where the answers and the seed come from, and hashes of the prompts, answers and results, with the versions that
// computed them. A few hundred bytes that identify the report.

export interface AuditReceipt {
  readonly type: 'equipoise-audit-receipt/1'
  readonly issued_at: string
  readonly issuer: string
  readonly source: 'asked' | 'supplied'
  readonly asked?: Asked
  readonly supplied?: Supplied
  readonly mode: 'ab' | 'aa'
  readonly set: string
  readonly seed: string
  readonly seed_origin: 'chosen' | 'announced' | 'committed'
  readonly prompts: string
  readonly answers: string
  readonly results: string
  readonly scorer: string
  readonly conclusion: string
  /** A hash of everything else in the report. */
  readonly report: string
  readonly public_key: string
  readonly signature: string
}

export type UnsignedReceipt = Omit<AuditReceipt, 'issuer' | 'public_key' | 'signature'>

/**
 * @example receiptContent(report).type // => 'equipoise-audit-receipt/1'
 */
export function receiptContent(given: AuditReport & { readonly receipt?: AuditReceipt }): UnsignedReceipt {
  const { receipt: _, ...report } = given
  const { pairs, results, margins, mode, conclusion } = report
  const hash = (value: unknown): string => sha256Hex(canonicalJson(value))
  return {
    type: 'equipoise-audit-receipt/1',
    issued_at: report.created_at,
    source: report.source,
    ...(report.source === 'asked' ? { asked: report.asked } : { supplied: report.supplied }),
    mode,
    set: report.set.sha256,
    seed: String(report.sample.seed),
    seed_origin: seedOrigin(report.sample),
    prompts: hash(pairs.map(({ id, topic, prompt_a, prompt_b }) => [id, topic, prompt_a, prompt_b])),
    answers: hash(pairs.map(({ answer_a, answer_b }) => [answer_a, answer_b])),
    results: hash({ results, margins, measured: pairs.map(({ a, b }) => [a, b]) }),
    scorer: report.scorer,
    conclusion: conclusion.conclusion,
    report: hash(report),
  }
}

/**
 * The signed text: the type, a line break, and the receipt without its signature as canonical JSON.
 * @example receiptText(receiptContent(report)).split('\n')[0] // => 'equipoise-audit-receipt/1'
 */
export function receiptText({
  signature: _,
  ...receipt
}: Omit<AuditReceipt, 'signature'> & { signature?: string }): string {
  return `${receipt.type}\n${canonicalJson(receipt)}`
}
