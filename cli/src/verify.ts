// `equipoise verify`: checks receipts with files only. It asks no service, and trusts no key that came with a receipt.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ChainVerification,
  type Evidence,
  isReceipt,
  linesOf,
  type NamedReceipt,
  NameTwice,
  printable,
  readJson,
  receiptFacts,
  type Verification,
  verdictOf,
  verifyChain,
  verifyReceipt,
} from '@equipoise/engine/verify'
import { judgePrize, readPrizeFile } from './verify/prize-file.ts'

interface Given {
  readonly values: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly words: readonly string[]
  readText(path: string, bytesMax?: number): Promise<string>
  print(line: string): void
  exit(status: number): void
}

const FILE_BYTES_MAX = 16 * 1_048_576
const ENTRIES_BYTES_MAX = 128 * 1_048_576
const FILES_MAX = 100_000
const LISTED_MAX = 20
/** Not verified is neither good nor bad: something is missing for the check. */
const STATUS = { verified: 0, failed: 1, unverified: 2 } as const

/** Prints the draw, one line per check, and what is proven. Exit status 0 verified, 1 failed, 2 not verified. */
export async function verifyFile(given: Given): Promise<unknown> {
  try {
    return await verifyGiven(given)
  } catch (error) {
    if (!(error instanceof NameTwice)) throw error
    given.print(printable(`FAILED: ${error.message}`))
    given.exit(STATUS.failed)
    return undefined
  }
}

async function verifyGiven(given: Given): Promise<unknown> {
  const { words, print, exit } = given
  const [path] = words
  if (path === undefined) throw new Error('name the receipt file or a folder of receipts, or - for standard input')
  const evidence = await evidenceOf(given)
  const prize = path === '-' ? undefined : await readPrizeFile(path)
  if (prize) {
    const judged = judgePrize(prize, evidence.keys ?? [])
    exit(STATUS[judged.state])
    if (given.values.format === 'json') return judged
    printChecks(judged.checks, print)
    print(printable(judged.verdict))
    return undefined
  }
  if (path !== '-' && (await stat(path)).isDirectory()) return verifyFolder(path, evidence, given)
  const file = jsonOf(await given.readText(path, FILE_BYTES_MAX), path)
  const result = resultIn(file)
  if (result)
    return verifyTogether(result.receipts, { ...evidence, entries: evidence.entries ?? result.entries }, given)
  const receipt = receiptIn(file)
  const verification = verifyReceipt(receipt, evidence)
  const { state, line } = verdictOf(verification)
  exit(STATUS[state])
  if (given.values.format === 'json') {
    const facts = isReceipt(receipt) ? receiptFacts(receipt, verification) : []
    return { state, verdict: line, checks: verification.checks, facts }
  }
  printChecks(verification.checks, print)
  if (isReceipt(receipt)) {
    for (const { name, value } of receiptFacts(receipt, verification)) {
      print(printable(`${`${name}:`.padEnd(12)} ${value}`))
    }
  }
  print(printable(line))
  return undefined
}

function printChecks(checks: readonly { state: string; name: string; detail: string }[], print: Given['print']): void {
  for (const { state, name, detail } of checks) print(printable(`${state.padEnd(8)} ${name.padEnd(10)} ${detail}`))
}

async function verifyFolder(path: string, evidence: Evidence, given: Given): Promise<unknown> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.json')).sort()
  if (names.length === 0 || names.length > FILES_MAX) {
    throw new Error(`${path} must contain 1 to ${FILES_MAX} files *.json`)
  }
  const receipts = []
  for (const name of names) {
    receipts.push({ name, receipt: receiptIn(jsonOf(await given.readText(join(path, name), FILE_BYTES_MAX), name)) })
  }
  return verifyTogether(receipts, evidence, given)
}

function verifyTogether(
  receipts: readonly NamedReceipt[],
  evidence: Evidence,
  { values, print, exit }: Given,
): unknown {
  const { expected, ...rest } = evidence
  const found = verifyChain(receipts, rest)
  const missing = expected?.find(
    (one) => !found.receipts.some(({ verification }) => verification.outcome?.includes(one)),
  )
  const state = missing === undefined ? stateOf(found) : 'failed'
  exit(STATUS[state])
  if (values.format === 'json') {
    const receipts = found.receipts.map(({ name, verification }) => ({ name, ...verdictOf(verification) }))
    return { state, missing, receipts, chains: found.chains }
  }
  for (const { name, verification } of found.receipts) print(printable(`${name}: ${lineOf(verification)}`))
  for (const { commitment, detail } of found.chains) print(printable(`commitment ${commitment}: ${detail}`))
  if (missing !== undefined) print(printable(`FAILED: "${missing}" was announced, but not drawn.`))
  print({ verified: found.proves ?? '', failed: 'FAILED: see above', unverified: 'not verified: see above' }[state])
  return undefined
}

function stateOf({ complete, receipts, chains }: ChainVerification): keyof typeof STATUS {
  if (complete) return 'verified'
  const isBad =
    chains.some(({ state }) => state === 'failed') ||
    receipts.some(({ verification }) => verdictOf(verification).state === 'failed')
  return isBad ? 'failed' : 'unverified'
}

function lineOf(verification: Verification): string {
  const drawn = verification.outcome?.slice(0, LISTED_MAX).join(', ')
  const { state, line } = verdictOf(verification)
  return `${state === 'verified' ? state : line}${drawn ? `: ${drawn}` : ''}`
}

async function evidenceOf(given: Given): Promise<Evidence> {
  const { key, keys, seed, entries, expect } = given.values as Readonly<Record<string, string | undefined>>
  return {
    keys: [
      ...(key?.split(',') ?? []),
      ...(keys === undefined ? [] : keysIn(jsonOf(await given.readText(keys, FILE_BYTES_MAX), keys))),
    ],
    seed,
    entries: entries === undefined ? undefined : linesOf(await given.readText(entries, ENTRIES_BYTES_MAX)),
    expected: expect as readonly string[] | undefined,
  }
}

/** A published result contains all its receipts, and possibly the names. */
function resultIn(given: unknown): { receipts: NamedReceipt[]; entries: readonly string[] | undefined } | undefined {
  const { receipts, commitment_receipts: others = [], entries } = (given ?? {}) as Record<string, unknown>
  if (!Array.isArray(receipts) || !Array.isArray(others)) return undefined
  if (receipts.length + others.length > FILES_MAX) throw new Error(`a result can have at most ${FILES_MAX} receipts`)
  const isListed = Array.isArray(entries) && entries.every((one) => typeof one === 'string')
  return {
    receipts: [...receipts, ...others].map((receipt: unknown, i) => ({ name: `receipt ${i + 1}`, receipt })),
    entries: isListed ? (entries as readonly string[]) : undefined,
  }
}

/** A saved response contains the receipt. */
function receiptIn(given: unknown): unknown {
  const { receipt } = (given ?? {}) as { receipt?: unknown }
  return receipt ?? given
}

function keysIn(given: unknown): string[] {
  const { keys = [] } = (given ?? {}) as { keys?: { public_key?: unknown }[] }
  if (!Array.isArray(keys)) throw new Error('the file of keys must be a saved /.well-known/equipoise-signing-key')
  return keys.map((one) => String(one?.public_key))
}

function jsonOf(text: string, path: string): unknown {
  try {
    return readJson(text)
  } catch (error) {
    throw error instanceof NameTwice ? error : new Error(`${path} is not JSON`)
  }
}
