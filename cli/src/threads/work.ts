import type { Analysis, WordLists } from '@equipoise/score'
import { apiShape } from '@equipoise/score/api-shape'
import { openAnalyzer } from '@equipoise/score/weights'
import type { Tier } from '../reading/settings.ts'
import { openMemory } from './memory.ts'

// The work of a thread: whole lines from JSON to JSON, so that only text passes between threads; or one text of `check`.

export interface LinesJob {
  readonly lines: readonly Line[]
  readonly field: string
  /** Includes sentences and evidence. */
  readonly isFull: boolean
}

interface TextJob {
  readonly text: string
  readonly lists: WordLists
}

/** The line of the file, or why it cannot be read. */
export type Line = { readonly text: string } | { readonly problem: string }

export interface ScoredLines {
  /** One line of output per line of input. */
  readonly text: string
  readonly problems: number
}

export type Job = LinesJob | TextJob
export type JobResult = ScoredLines | Analysis

type Analyze = ReturnType<typeof openAnalyzer>

/** How texts are scored. */
export interface Scoring {
  readonly tier: Tier
  /** Where to cache the encoder's reading of each sentence. */
  readonly memory?: string | undefined
}

export function openScoring({ tier, memory }: Scoring): Analyze {
  if (memory === undefined || tier === 'fast') return openAnalyzer({ tier })
  const kept = openMemory(memory)
  const analyze = openAnalyzer({ tier, kept })
  return (text, lists) => {
    const analysis = analyze(text, lists)
    kept.save()
    return analysis
  }
}

export function openWork(scoring: Scoring): (job: Job) => JobResult {
  const analyze = openScoring(scoring)
  return (job) => ('lines' in job ? scoreLines(analyze, job) : analyze(job.text, job.lists))
}

function scoreLines(analyze: Analyze, { lines, field, isFull }: LinesJob): ScoredLines {
  let problems = 0
  const written = lines.map((line) => {
    try {
      const result = scoreLine(analyze, line, { field, isFull })
      if ('error' in result) problems++
      return withWholeId(JSON.stringify(result), line)
    } catch (error) {
      problems++
      return JSON.stringify({ error: `the line cannot be scored: ${(error as Error).message}` })
    }
  })
  return { text: written.map((line) => `${line}\n`).join(''), problems }
}

/** Keeps the digits of numbers that JavaScript cannot represent exactly, such as many database ids. */
function withWholeId(result: string, line: Line): string {
  const [start, rounded] = /^\{"id":(-?\d{16,}|-?[\d.]+e\+\d+)(?=[,}])/.exec(result) ?? []
  if (start === undefined || !('text' in line)) return result
  const id = Number(rounded)
  const written = [...line.text.matchAll(/"id"\s*:\s*(-?\d{16,})(?=\s*[,}])/g)].map(([, digits = '']) => digits)
  const whole = written.findLast((digits) => Number(digits) === id)
  return whole === undefined ? result : `{"id":${whole}${result.slice(start.length)}`
}

function scoreLine(analyze: Analyze, line: Line, { field, isFull }: Omit<LinesJob, 'lines'>): object {
  if ('problem' in line) return { error: line.problem }
  let value: unknown
  try {
    value = JSON.parse(line.text)
  } catch {
    return { error: line.text.trim() === '' ? 'the line is empty' : 'the line is not JSON' }
  }
  const text = typeof value === 'string' ? value : fieldOf(value, field)
  const id = fieldOf(value, 'id')
  const named = id === undefined ? {} : { id }
  if (typeof text !== 'string') return { ...named, error: `the line has no text in "${field}"` }
  const analysis = apiShape(analyze(text))
  const { sentences, evidence, evidence_truncated, withheld_by, balance_basis, word_ratios, balance, ...short } =
    analysis
  const result = isFull ? analysis : { ...short, withheld_by: withheld_by.length }
  // The score of a text in an unsupported language means nothing.
  return { ...named, ...result, ...(analysis.band === 'unscored' ? { ain_score: null } : {}) }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
