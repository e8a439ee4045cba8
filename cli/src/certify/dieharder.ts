// Some tests of dieharder, if it is installed. They need many more words than the files of a kit have: they would read a file repeatedly,
// and fail because of that. So they read the words as they are drawn.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { DRAW_NUMBERS, type Source, wordBytes } from './collect.ts'

/** Tests that take seconds, not hours. */
const TESTS = ['0', '2', '8', '15', '100', '101']
const FROM_STANDARD_INPUT = '200'

interface Dieharder {
  readonly printed: string
  readonly failed: readonly string[]
}

export async function runDieharder(source: Source): Promise<Dieharder> {
  const outputs = []
  for (const test of TESTS) {
    const printed = await runTest(test, source)
    if (printed === undefined) return { printed: 'dieharder is not installed here.', failed: [] }
    outputs.push(printed)
  }
  const printed = outputs.join('\n')
  const failed = printed.split('\n').filter((line) => /\|\s*FAILED\s*$/.test(line))
  return { printed, failed: failed.map((line) => line.split('|')[0]?.trim() ?? '') }
}

/** Undefined if dieharder is not installed. */
async function runTest(test: string, source: Source): Promise<string | undefined> {
  const child = spawn('dieharder', ['-d', test, '-g', FROM_STANDARD_INPUT], { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'close').catch(() => undefined)
  const printed = text(child.stdout)
  // dieharder closes the pipe when it has read enough.
  await pipeline(Readable.from(words(source)), child.stdin).catch(() => undefined)
  return (await ended) === undefined ? undefined : printed
}

function* words(source: Source): Generator<Uint8Array> {
  for (let draw = 0; ; draw++) yield wordBytes(source.raw(draw, DRAW_NUMBERS))
}
