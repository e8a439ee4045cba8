import { linesOf, NameTwice, type Receipt, readJson, receiptProblem } from '@equipoise/engine/verify'

const NOT_JSON = 'This is not JSON. Paste the whole receipt, from the first { to the last }.'
const RECEIPTS_MAX = 10_000

/** The receipt in a text or in a saved response; or why there is none. */
export function readReceipt(text: string): { receipt?: Receipt; problem?: string } {
  if (text.trim() === '') return {}
  let parsed: unknown
  try {
    parsed = readJson(text)
  } catch (error) {
    return { problem: problemOf(error) }
  }
  const { receipt: inside } = (parsed ?? {}) as { receipt?: unknown }
  const found = inside ?? parsed
  const problem = receiptProblem(found)
  return problem === undefined ? { receipt: found as Receipt } : { problem }
}

/** All receipts in pasted text or files: one JSON value, a list, one JSON value per line, or a published result with its names. */
export function readReceipts(texts: readonly string[]): {
  receipts: unknown[]
  entries?: readonly string[]
  problem?: string
} {
  const receipts: unknown[] = []
  let entries: readonly string[] | undefined
  for (const text of texts) {
    const values = valuesIn(text)
    if (typeof values === 'string') return { receipts: [], problem: values }
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

/** The problem, if the text is neither JSON nor lines of JSON, or has a duplicate field name. */
function valuesIn(text: string): unknown[] | string {
  try {
    const value = readJson(text)
    return Array.isArray(value) ? value : [value]
  } catch (error) {
    if (error instanceof NameTwice) return problemOf(error)
    try {
      return linesOf(text)
        .filter((line) => line.trim() !== '')
        .map(readJson)
    } catch (inLine) {
      return problemOf(inLine)
    }
  }
}

function problemOf(error: unknown): string {
  return error instanceof NameTwice ? `This is not a valid receipt. ${error.message}` : NOT_JSON
}
