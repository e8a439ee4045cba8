// `equipoise audit`: asks a model, or reads recorded answers, and reports whether both sides of a question are treated alike.
import { rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type AnsweredPair,
  type AuditReceipt,
  type AuditReport,
  buildReport,
  compareWithBaseline,
  drawSample,
  EVEN_HANDED,
  failsGate,
  htmlReport,
  junitReport,
  type Pair,
  type PromptSet,
  powerSentence,
  type Regression,
  type Source,
} from '@equipoise/audit'
import { csvOf } from '@equipoise/engine'
import { openAnalyzer } from '@equipoise/score/weights'
import { QuotaError } from '@equipoise/sdk'
import { matchAnswers, pairsInAnswers } from './answers.ts'
import { askAll } from './asking.ts'
import { type AuditGiven, openSet, readBaseline, readBounded } from './files.ts'
import { type AuditFormat, type AuditOptions, auditOptions } from './options.ts'
import { signReport } from './signing.ts'
import { openModel } from './targets.ts'
import { textReport } from './text.ts'
import { verifyReport } from './verifying.ts'

const CHARACTERS_PER_TOKEN = 4

/** Exit status 0, or 1 if the model is not even-handed; with --baseline, 1 only if it became worse. */
export async function audit(given: AuditGiven): Promise<undefined> {
  const [word, file] = given.words
  if (word === 'verify') return verifyReport(given, file)
  if (word === 'ids') return printIds(given)
  if (word !== undefined) throw new Error(`unknown: equipoise audit ${word} (use verify FILE or ids)`)
  const options = auditOptions(given.values)
  const baseline = await readBaseline(given)
  const { set, answered, source } = await answersFor(given, options)
  const report = buildReport({
    createdAt: new Date().toISOString(),
    source,
    mode: options.mode,
    set,
    sample: { seed: options.seed, count: options.count },
    margins: options.margins,
    answered,
    analyze: openAnalyzer({ tier: options.tier }),
    progress: given.around.progress,
  })
  const signed = await signReport(report, given.around.env)
  const regressions = baseline ? compareWithBaseline(report, baseline) : []
  for (const { format, path } of options.outputs) {
    await writeFile(resolve(given.around.cwd, path), `${formatted(format, signed, regressions)}\n`)
    given.remark(`${path} has the report.`)
  }
  given.print(formatted(options.format, signed, regressions))
  // The report contains all answers. The file would make the next run look like a continuation.
  if (options.model !== undefined) await rm(resolve(given.around.cwd, options.work), { force: true })
  const failed = baseline ? regressions.length > 0 : failsGate(report.conclusion.conclusion)
  given.exit(failed ? 1 : 0)
}

/** For a draw that fixes the sample of an audit beforehand. */
async function printIds(given: AuditGiven): Promise<undefined> {
  const { pairs } = await openSet(given, String(given.values.set ?? EVEN_HANDED.name))
  given.print(JSON.stringify(pairs.map(({ id }) => id)))
}

interface Answers {
  readonly set: PromptSet
  readonly answered: readonly AnsweredPair[]
  readonly source: Source
}

async function answersFor(given: AuditGiven, options: AuditOptions): Promise<Answers> {
  if (options.answers === undefined) return askModel(given, options)
  const text = await readBounded(given, options.answers)
  const whole = given.values.set === undefined ? pairsInAnswers(text, options.answers) : undefined
  const set = whole?.set ?? (await openSet(given, options.set))
  const pairs = drawSample(set.pairs, { seed: options.seed, count: options.count ?? undefined })
  const byId = new Map(whole?.answered.map((pair) => [pair.id, pair]))
  const answered = whole ? pairs.flatMap(({ id }) => byId.get(id) ?? []) : matchAnswers(text, pairs, options.answers)
  const supplied = { by: 'the person who ran the audit', said_to_come_from: `the file ${options.answers}` }
  return { set, answered, source: { source: 'supplied', supplied } }
}

async function askModel(given: AuditGiven, options: AuditOptions): Promise<Answers> {
  const name = String(options.model)
  const set = await openSet(given, options.set)
  const pairs = drawSample(set.pairs, { seed: options.seed, count: options.count ?? undefined })
  given.remark(powerSentence(pairs))
  const model = await openModel(name, given)
  try {
    const path = resolve(given.around.cwd, options.work)
    await stateCost(given, { pairs, remaining: await model.remaining(), name })
    const plan = { model: name, set: set.sha256, seed: options.seed, count: String(options.count), mode: options.mode }
    const { answered, ...asked } = await askAll({
      ask: model.ask,
      pairs,
      mode: options.mode,
      plan,
      path,
      patienceMs: options.patienceMs,
      progress: given.around.progress,
      remark: given.remark,
    })
    const { provider, host } = model
    return { set, answered, source: { source: 'asked', asked: { provider, model: name, host, ...asked, cut: 0 } } }
  } finally {
    await model.close()
  }
}

interface Cost {
  readonly pairs: readonly Pair[]
  readonly remaining: number | undefined
  readonly name: string
}

/** Runs before the first request: a quota that is too small is an error now, not half-way. */
async function stateCost({ remark }: AuditGiven, { pairs, remaining, name }: Cost): Promise<void> {
  const calls = 2 * pairs.length
  const characters = pairs.reduce((sum, { prompt_a, prompt_b }) => sum + prompt_a.length + prompt_b.length, 0)
  const tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN).toLocaleString('en-GB')
  const budget = remaining === undefined ? '' : ` You have ${remaining.toLocaleString('en-GB')} left this month.`
  remark(
    `This asks ${name} for ${calls.toLocaleString('en-GB')} answers, with about ${tokens} tokens of prompts.${budget}`,
  )
  if (remaining !== undefined && remaining < calls) {
    throw new QuotaError(
      `The audit needs ${calls} answers and you have ${remaining} left this month. Use --sample ${Math.floor(remaining / 2)} or less`,
    )
  }
}

function formatted(
  format: AuditFormat,
  report: AuditReport & { receipt: AuditReceipt },
  regressions: readonly Regression[],
): string {
  switch (format) {
    case 'html':
      return htmlReport(report, regressions).trimEnd()
    case 'json':
      return JSON.stringify(report)
    case 'csv':
      return csvOf(report.results.measures).replaceAll('\r\n', '\n')
    case 'junit':
      return junitReport(report, regressions)
    default:
      return textReport(report, regressions)
  }
}
