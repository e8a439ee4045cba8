import { type Receipt, receiptProblem } from '@equipoise/engine/verify'

const NOT_JSON = 'This is not JSON. Paste the whole receipt, from the first { to the last }.'
const RECEIPTS_MAX = 10_000

/** The receipt in a text, also inside a saved response; or why there is none. */
export function readReceipt(text: string): { receipt?: Receipt; problem?: string } {
  if (text.trim() === '') return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { problem: NOT_JSON }
  }
  const { receipt: inside } = (parsed ?? {}) as { receipt?: unknown }
  const found = inside ?? parsed
  const problem = receiptProblem(found)
  return problem === undefined ? { receipt: found as Receipt } : { problem }
}

/**
 * All receipts in pasted text or files: one JSON, a list, one JSON per line, or a published result. The names come along where the
 * text has them.
 */
export function readReceipts(texts: readonly string[]): {
  receipts: unknown[]
  entries?: readonly string[]
  problem?: string
} {
  const receipts: unknown[] = []
  let entries: readonly string[] | undefined
  for (const text of texts) {
    const values = valuesIn(text)
    if (!values) return { receipts: [], problem: NOT_JSON }
    for (const value of values) {
      const { receipts: own, commitment_receipts: others, entries: names } = (value ?? {}) as Record<string, unknown>
      if (Array.isArray(own)) {
        receipts.push(...own, ...(Array.isArray(others) ? others : []))
        if (Array.isArray(names) && names.every((name) => typeof name === 'string')) entries = names
      } else receipts.push((value as { receipt?: unknown } | null)?.receipt ?? value)
    }
  }
  if (receipts.length > RECEIPTS_MAX) return { receipts: [], problem: `At most ${RECEIPTS_MAX} receipts at once.` }
  return { receipts, ...(entries ? { entries } : {}) }
}

/** Undefined if it is no JSON, neither as a whole nor line by line. */
function valuesIn(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch {
    try {
      return linesOf(text)
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as unknown)
    } catch {
      return undefined
    }
  }
}

/** One entry a line; empty lines do not count. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '')
}
