// The files of an audit: sets of prompts, recorded answers, reports.
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type AuditReport,
  EVEN_HANDED,
  evenHandedPairs,
  type PromptSet,
  promptSetOf,
  readPromptSet,
  reportInHtml,
} from '@equipoise/audit'
import type { Equipoise } from '@equipoise/sdk'
import type { Surroundings } from '../terminal.ts'
import type { AuditValues } from './options.ts'

/** What it needs of the command line. */
export interface AuditGiven {
  readonly values: AuditValues
  readonly words: readonly string[]
  readonly around: Surroundings
  client(): Equipoise
  print(line: string): void
  remark(line: string): void
  exit(status: number): void
}

const FILE_BYTES_MAX = 256 * 1_048_576

export async function openSet(given: AuditGiven, name: string): Promise<PromptSet> {
  if (name === EVEN_HANDED.name) return promptSetOf(EVEN_HANDED, evenHandedPairs())
  return readPromptSet(await readBounded(given, name), name)
}

/** A report out of JSON, or out of the page that carries it. */
export async function readReport(given: AuditGiven, path: string): Promise<AuditReport> {
  const text = await readBounded(given, path)
  const json = text.trimStart().startsWith('<') ? reportInHtml(text) : text
  try {
    return JSON.parse(json ?? '') as AuditReport
  } catch {
    throw new Error(`${path} is not a report of an audit`)
  }
}

export async function readBounded({ around }: AuditGiven, path: string): Promise<string> {
  const place = resolve(around.cwd, path)
  const found = await stat(place).catch(() => undefined)
  if (!found?.isFile()) throw new Error(`there is no file ${path}`)
  if (found.size > FILE_BYTES_MAX) throw new Error(`${path} is larger than ${FILE_BYTES_MAX} bytes`)
  return readFile(place, 'utf8')
}
