// `equipoise check`: scores texts in files. Exit status 0: all passed, 1: something did not, 2: misuse, or a file that could not be
// checked.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Equipoise } from '@equipoise/sdk'
import { applySuggestions, changeLine } from '../judging/fixing.ts'
import { applyTerms, type Before, type Checked, tallyWords } from '../judging/judging.ts'
import { type Score, scoreAt, scoreSpread } from '../judging/scoring.ts'
import { type Rendering, render } from '../printing/rendering.ts'
import { FAST_REMARK, MARKS_SHOWN, type Problem, type Report } from '../printing/report.ts'
import { decode, type FoundFile, findFiles, readText } from '../reading/files.ts'
import { type CheckOptions, type CheckValues, resolveOptions } from '../reading/options.ts'
import { readProse } from '../reading/reading.ts'
import { type Config, readConfig } from '../reading/settings.ts'
import { type Baseline, readBaseline, writeBaseline } from './baseline.ts'
import { type Git, openGit } from './git.ts'

interface CheckGiven {
  readonly values: CheckValues
  readonly words: readonly string[]
  readonly cwd: string
  readonly version: string
  /** The cache folder of the user. */
  readonly cacheFolder: string | undefined
  readonly isColoured: boolean
  client(): Equipoise
  readStdin(): Promise<Uint8Array>
  print(line: string): void
  /** Prints on a terminal what contains our colours, and nothing else that a terminal would obey. */
  printColoured(line: string): void
  remark(line: string): void
  /** Shows the progress of a long run on a terminal. */
  progress(done: number, total: number): void
  exit(status: number): void
  /** Yields once per burst of changes in these folders. */
  watch(folders: readonly string[]): AsyncIterable<void>
}

interface Work {
  readonly given: CheckGiven
  readonly config: Config
  readonly options: CheckOptions
  readonly score: Score
  /** How many texts are checked in parallel. With --fix one at a time, so that changes are written and reported in order. */
  lanesFor(texts: number): number
  readonly git: Git | undefined
  readonly baseline: Baseline | undefined
}

export async function checkTexts(given: CheckGiven): Promise<undefined> {
  const { values, cwd } = given
  const config = await readConfig(cwd, textOf(values.config))
  const options = resolveOptions(values, config, cwd)
  const { tier } = options
  const spread = values.server ? undefined : scoreSpread({ tier, memory: given.cacheFolder })
  const score = spread?.score ?? scoreAt(given.client(), tier)
  const lanesFor = (texts: number) => (values.fix ? 1 : (spread?.lanesFor(texts) ?? 1))
  const run = () => checkOnce({ given, config, options, score, lanesFor })
  try {
    const folders = await run()
    if (values.watch) await watch(given, { folders, run })
  } finally {
    await spread?.close()
  }
}

/** Returns the folders of the texts, to watch them. */
async function checkOnce(tools: Pick<Work, 'given' | 'config' | 'options' | 'score' | 'lanesFor'>): Promise<string[]> {
  const { given, options } = tools
  const { values, cwd } = given
  const diff = textOf(values.diff)
  const baseline = options.isComparison ? textOf(values.baseline) : undefined
  const work: Work = {
    ...tools,
    git: diff === undefined ? undefined : await openGit(cwd, diff),
    baseline: baseline === undefined ? undefined : await readBaseline(resolve(cwd, baseline)),
  }
  const { checked, problems } = given.words.includes('-') ? await checkStdin(work) : await checkFiles(work)
  const { isComparison } = options
  const report: Report = {
    ...{ checked, problems, isComparison, version: given.version },
    marksMax: values.all ? Number.POSITIVE_INFINITY : MARKS_SHOWN,
  }
  if (values['update-baseline']) await writeBaseline(resolve(cwd, textOf(values.baseline) ?? ''), checked)
  await tell(work, report)
  const isBroken = problems.some(({ isSkipped }) => !isSkipped)
  const hasFailed = !values['update-baseline'] && checked.some(({ passed }) => !passed)
  given.exit(isBroken ? 2 : hasFailed ? 1 : 0)
  return [...new Set([...checked, ...problems].map(({ path }) => dirname(resolve(cwd, path))))]
}

/** Checks again after each change, until the command is stopped. Errors are reported and do not end it. */
async function watch(given: CheckGiven, { folders, run }: { folders: string[]; run: () => Promise<unknown> }) {
  given.remark('Watching for changes. Stop with Ctrl+C.')
  for await (const _ of given.watch(folders)) {
    await run().catch((error: unknown) => given.remark(error instanceof Error ? error.message : String(error)))
  }
}

function textOf(value: CheckValues[string]): string | undefined {
  return typeof value === 'string' ? value : undefined
}

interface Results {
  readonly checked: Checked[]
  readonly problems: Problem[]
}

async function checkStdin(work: Work): Promise<Results> {
  const { given } = work
  if (given.words.length > 1) throw new Error('- cannot be combined with files: the text comes from standard input')
  for (const name of ['fix', 'diff', 'baseline', 'watch']) {
    if (given.values[name] !== undefined) throw new Error(`--${name} needs files, not standard input`)
  }
  const path = textOf(given.values['stdin-name']) ?? 'stdin'
  const read = decode(await given.readStdin())
  if ('problem' in read) return { checked: [], problems: [{ path, message: read.problem, isSkipped: false }] }
  const checked = work.options.isExcluded(path) ? undefined : await checkText(work, path, read.text)
  return { checked: checked ? [checked] : [], problems: [] }
}

async function checkFiles(work: Work): Promise<Results> {
  const wanted = await wantedFiles(work)
  const results: (Checked | Problem | undefined)[] = []
  let [next, done] = [0, 0]
  const lane = async (): Promise<void> => {
    for (let at = next++; at < wanted.length; at = next++) {
      results[at] = await checkFile(work, wanted[at] as FoundFile)
      work.given.progress(++done, wanted.length)
    }
  }
  await Promise.all(Array.from({ length: work.lanesFor(wanted.length) }, lane))
  return {
    checked: results.filter((one): one is Checked => one !== undefined && !('message' in one)),
    problems: results.filter((one): one is Problem => one !== undefined && 'message' in one),
  }
}

async function checkFile(work: Work, { path, isNamed }: FoundFile): Promise<Checked | Problem | undefined> {
  const read = await readText(join(work.given.cwd, path))
  if ('problem' in read) return { path, message: read.problem, isSkipped: read.isSkipped && !isNamed }
  return checkText(work, path, read.text)
}

/** The named files, or those of the configuration file, or all; with --diff, only the changed ones. */
async function wantedFiles(work: Work): Promise<FoundFile[]> {
  const found = await namedFiles(work)
  return work.git ? found.filter(({ path }) => work.git?.changed.has(path)) : found
}

async function namedFiles({ given, config, options }: Work): Promise<FoundFile[]> {
  const fromConfig = given.words.length === 0 && config.files.length > 0
  const named = given.words.length > 0 ? given.words : ['.']
  const patterns = fromConfig ? config.files : named
  const cwd = fromConfig ? config.folder : given.cwd
  const exclude = cwd === config.folder ? config.exclude : []
  const { found, unmatched } = await findFiles({
    cwd,
    patterns,
    exclude,
    isThorough: given.values['no-ignore'] === true,
  })
  const files = found
    .map((one) => ({ ...one, path: relative(given.cwd, join(cwd, one.path)).replaceAll(sep, '/') }))
    .filter(({ path }) => !options.isExcluded(path))
  const isSilent = found.length > 0 || unmatched.length < patterns.filter((one) => !one.startsWith('!')).length
  if (!isSilent) throw new Error(`no files match ${unmatched.join(', ')}`)
  for (const pattern of unmatched) given.remark(`no files match ${pattern}`)
  return files
}

async function checkText(work: Work, path: string, text: string): Promise<Checked | undefined> {
  const prose = readProse(path, text)
  if (prose.isIgnored) return undefined
  const { isManual } = prose
  const { config, options, given, score } = work
  const lists = { ignore: [...options.ignore, ...prose.ignore], flag: config.flag }
  const analysis = await score(prose.text, lists)
  if (given.values.fix) {
    const fixed = applySuggestions(text, analysis, { isManual })
    if (fixed.changes.length > 0) {
      await writeFile(join(given.cwd, path), fixed.text)
      for (const change of fixed.changes) given.remark(`${path}:${changeLine(change)}`)
      return checkAgain(work, path, fixed.text)
    }
  }
  const before = await beforeOf(work, path)
  return applyTerms(path, text, analysis, {
    min: options.minFor(path),
    before,
    failOnFlagged: config.failOnFlagged,
    isManual,
  })
}

function checkAgain(work: Work, path: string, text: string): Promise<Checked | undefined> {
  const values = { ...work.given.values, fix: undefined }
  return checkText({ ...work, given: { ...work.given, values } }, path, text)
}

async function beforeOf({ git, baseline, score, options, config }: Work, path: string): Promise<Before | undefined> {
  if (baseline) return baseline.before(path)
  const text = await git?.before(path)
  if (text === undefined) return undefined
  const prose = readProse(path, text)
  const analysis = await score(prose.text, { ignore: [...options.ignore, ...prose.ignore], flag: config.flag })
  return analysis.reason === undefined ? { score: analysis.ainScore, words: tallyWords(analysis.evidence) } : undefined
}

async function tell({ given, options, git, baseline }: Work, report: Report): Promise<void> {
  const { checked, problems } = report
  for (const { path, message, isSkipped } of problems) given.remark(`${path} ${message}${isSkipped ? ': skipped' : ''}`)
  if (options.tier === 'fast' && checked.length > 0) given.remark(FAST_REMARK)
  if (baseline && checked[0] && checked[0].modelVersion !== baseline.model) {
    given.remark(
      `the baseline was written with ${baseline.model}, but the texts are scored with ${checked[0].modelVersion}: write it again with --update-baseline`,
    )
  }
  const changedLines = new Map<string, ReadonlySet<number>>()
  if (git)
    for (const { path, before } of checked)
      if (before !== undefined) changedLines.set(path, await git.changedLines(path))
  const rendering: Rendering = {
    report,
    changedLines,
    isColoured: given.isColoured && !given.values['no-color'],
    isVerbose: given.values.verbose === true,
  }
  const text = render(options.format, rendering)
  const print = options.format === 'text' ? given.printColoured : given.print
  if (text !== '') print(text)
  for (const { format, path } of options.outputs)
    await write(resolve(given.cwd, path), format, render(format, { ...rendering, isColoured: false }))
}

/** A summary is appended to its file, as CI services require; every other file is overwritten. */
async function write(path: string, format: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const before = format === 'summary' ? await readFile(path, 'utf8').catch(() => '') : ''
  await writeFile(path, `${before}${text}\n`)
}
