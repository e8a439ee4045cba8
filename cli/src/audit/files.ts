// The files of an audit: prompt sets, recorded answers, reports.
import { resolve } from 'node:path'
import {
  type AuditReport,
  EVEN_HANDED,
  evenHandedPairs,
  type PromptSet,
  promptSetOf,
  REPORT_TYPE,
  readPromptSet,
  reportInHtml,
} from '@equipoise/audit'
import { readJson } from '@equipoise/engine/verify'
import type { Equipoise } from '@equipoise/sdk'
import { readBoundedFile } from '../bounded-file.ts'
import type { Surroundings } from '../terminal.ts'
import type { AuditValues } from './options.ts'

export interface AuditGiven {
  readonly values: AuditValues
  readonly words: readonly string[]
  readonly around: Surroundings
  client(): Equipoise
  print(line: string): void
  remark(line: string): void
  exit(status: number): void
}

export async function openSet(given: AuditGiven, name: string): Promise<PromptSet> {
  if (name === EVEN_HANDED.name) return promptSetOf(EVEN_HANDED, evenHandedPairs())
  return readPromptSet(await readBounded(given, name), name)
}

interface ReadReport {
  readonly report: AuditReport
  /** The HTML page that contained the report, if it came from one. */
  readonly page: string | undefined
}

/** Reads a report from JSON, or from the HTML page that contains it. */
export async function readReport(given: AuditGiven, path: string): Promise<ReadReport> {
  const text = await readBounded(given, path)
  const page = text.trimStart().startsWith('<') ? text : undefined
  try {
    return { report: readJson((page === undefined ? text : reportInHtml(page)) ?? '') as AuditReport, page }
  } catch {
    throw new Error(`${path} is not a report of an audit`)
  }
}

/** The report given by --baseline; undefined without one. */
export async function readBaseline(given: AuditGiven): Promise<AuditReport | undefined> {
  const { baseline } = given.values
  if (typeof baseline !== 'string') return undefined
  const { report } = await readReport(given, baseline)
  if (report?.type === REPORT_TYPE && Array.isArray(report.results?.measures)) return report
  throw new Error(`${baseline} is not a report of an audit`)
}

export async function readBounded({ around }: AuditGiven, path: string): Promise<string> {
  const bytes = await readBoundedFile(resolve(around.cwd, path)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`there is no file ${path}`) : error
  })
  return bytes.toString('utf8')
}
