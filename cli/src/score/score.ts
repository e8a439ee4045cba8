// `equipoise score`: scores a corpus with one text per line, and writes one result per line in the same order. Memory use does not depend
// on the size of the corpus, and an interrupted run can be continued.
import { constants, createReadStream } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { csvLine } from '@equipoise/engine'
import { isTier, type Tier } from '../reading/settings.ts'
import { openThreads, type Threads, threadsHere } from '../threads/threads.ts'
import type { Line, LinesJob, ScoredLines } from '../threads/work.ts'
import { linesIn } from './lines.ts'
import { type Output, openOutput } from './resuming.ts'

interface Given {
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly words: readonly string[]
  readonly cwd: string
  readonly stdin: AsyncIterable<Uint8Array>
  /** Resolves when more can be written. */
  write(text: string): Promise<void>
  remark(line: string): void
  exit(status: number): void
}

/** The work for one thread at once: large enough that messages cost little, small enough that no thread waits long for another. */
const BATCH_LINES_MAX = 64
const BATCH_CHARACTERS_MAX = 200_000
const AHEAD = 2

export async function scoreCorpus(given: Given): Promise<undefined> {
  const { values, words, cwd } = given
  const tier = tierOf(values.tier)
  const path = values.output === undefined ? undefined : resolve(cwd, String(values.output))
  if (words.length === 0) throw new Error('name files with a JSON text or object a line, or - for standard input')
  if (values.resume && path === undefined) throw new Error('--resume needs --output FILE: it continues that file')
  const isTable = formatOf(values) === 'csv'
  await rejectUnreadable(given, path)
  const threads = openThreads({ tier }, threadsOf(values.threads))
  const output = path === undefined ? undefined : await openOutput(path, values.resume === true)
  try {
    const job = { field: String(values.field ?? 'text'), isFull: values.full === true }
    const corpus = linesOf(given)
    if (output && output.lines > 0) await passOver(corpus, { output, threads, job })
    const batches = batchesOf(corpus)
    const plain = output?.write ?? given.write
    const write = isTable ? (text: string) => plain(tableOf(text)) : plain
    if (isTable) await plain(`${csvLine(COLUMNS)}\n`)
    const { lines, problems } = await scoreInOrder({ threads, batches, job, write })
    const left = output && output.lines > 0 ? `, ${output.lines} were there already` : ''
    given.remark(`${lines} ${lines === 1 ? 'line' : 'lines'} scored${left}; ${problems} could not be read`)
    if (problems > 0) given.exit(1)
  } finally {
    await threads.close()
    await output?.close()
  }
}

const COLUMNS = [
  ...['id', 'ain_score', 'bias_direction', 'svc_certified', 'band', 'word_count'],
  ...['language', 'confidence', 'model_version', 'withheld_by', 'reason', 'error'],
]

/** Lines of results as lines of CSV. Large ids keep their digits. */
function tableOf(results: string): string {
  const lines = results.trimEnd().split('\n')
  const cells = lines.map((line) => JSON.parse(line.replace(/^\{"id":(-?\d+)(?=[,}])/, '{"id":"$1"')))
  return cells.map((one) => `${csvLine(COLUMNS.map((name) => one[name]))}\n`).join('')
}

function formatOf({ format = 'json', full, resume }: Given['values']): string {
  if (format !== 'json' && format !== 'csv') throw new Error(`unknown format: ${format} (use json, csv)`)
  if (format === 'csv' && (full || resume)) throw new Error(`--${full ? 'full' : 'resume'} needs --format json`)
  return format
}

function tierOf(given: string | boolean | undefined): Tier {
  const tier = given ?? 'default'
  if (!isTier(tier)) throw new Error(`--tier must be fast or default, not ${tier}`)
  return tier
}

function threadsOf(given: string | boolean | undefined): number {
  if (given === undefined) return threadsHere()
  const count = Number(given)
  if (!Number.isInteger(count) || count < 1 || count > 256) throw new Error('--threads must be a number from 1 to 256')
  return count
}

/** Runs before anything is opened for writing. */
async function rejectUnreadable({ words, cwd }: Given, output: string | undefined): Promise<void> {
  const written = output === undefined ? undefined : await stat(output).catch(() => undefined)
  for (const word of words.filter((one) => one !== '-')) {
    const read = resolve(cwd, word)
    await access(read, constants.R_OK).catch(() => {
      throw new Error(`${word} does not exist or cannot be read`)
    })
    const found = await stat(read)
    if (found.isDirectory()) throw new Error(`${word} is a folder: name its files`)
    if (found.dev === written?.dev && found.ino === written.ino)
      throw new Error(`${word} cannot be the corpus and the output at once`)
  }
}

interface Continued {
  readonly output: Output
  readonly threads: Threads
  readonly job: Omit<LinesJob, 'lines'>
}

/**
 * Skips the lines that already have results. Scores the last of them again: with another corpus, weights or options the result differs.
 */
async function passOver(lines: AsyncGenerator<Line>, { output, threads, job }: Continued): Promise<void> {
  const { last, sample } = output
  const probe = { lines: [{ text: '"A text."' }], field: 'text', isFull: false }
  const { model_version: ours } = JSON.parse((await threads.run<ScoredLines>(probe)).text)
  if (sample !== undefined && ours !== sample)
    throw new Error(`the output was scored with ${sample}, but this run would use ${ours}`)
  let line: IteratorResult<Line> = await lines.next()
  for (let seen = 1; seen < output.lines && !line.done; seen++) line = await lines.next()
  if (line.done) throw new Error('the output has more lines than the corpus: it belongs to another one')
  if ((await threads.run<ScoredLines>({ ...job, lines: [line.value] })).text !== last)
    throw new Error(
      `line ${output.lines} of the output is not the result of that line of the corpus with these options`,
    )
}

async function* linesOf({ words, cwd, stdin }: Given): AsyncGenerator<Line> {
  for (const word of words) yield* linesIn(word === '-' ? stdin : createReadStream(resolve(cwd, word)))
}

async function* batchesOf(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  let characters = 0
  for await (const line of lines) {
    batch.push(line)
    characters += 'text' in line ? line.text.length : 0
    if (batch.length < BATCH_LINES_MAX && characters < BATCH_CHARACTERS_MAX) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

interface Scoring {
  readonly threads: Threads
  readonly batches: AsyncIterable<Line[]>
  readonly job: Omit<LinesJob, 'lines'>
  write(text: string): Promise<void>
}

/** Scores batches in parallel and writes them in order; reading waits for the oldest. */
async function scoreInOrder({ threads, batches, job, write }: Scoring): Promise<{ lines: number; problems: number }> {
  const ahead: Promise<ScoredLines>[] = []
  let [lines, problems] = [0, 0]
  const writeOldest = async (): Promise<void> => {
    const scored = await ahead.shift()
    if (!scored) return
    problems += scored.problems
    await write(scored.text)
  }
  for await (const batch of batches) {
    lines += batch.length
    const scored = threads.run<ScoredLines>({ ...job, lines: batch })
    // Errors are handled when it is this batch's turn.
    scored.catch(() => undefined)
    ahead.push(scored)
    if (ahead.length >= AHEAD * threads.count) await writeOldest()
  }
  while (ahead.length > 0) await writeOldest()
  return { lines, problems }
}
