import { type Receipt, receiptProblem } from '@equipoise/engine/verify'

/** The receipt in a text, also inside a saved response; or why there is none. */
export function readReceipt(text: string): { receipt?: Receipt; problem?: string } {
  if (text.trim() === '') return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { problem: 'This is not JSON. Paste the whole receipt, from the first { to the last }.' }
  }
  const { receipt: inside } = (parsed ?? {}) as { receipt?: unknown }
  const found = inside ?? parsed
  const problem = receiptProblem(found)
  return problem === undefined ? { receipt: found as Receipt } : { problem }
}

/** One entry a line; empty lines do not count. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '')
}
