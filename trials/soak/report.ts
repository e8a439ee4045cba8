// The result of a soak as a page for people: the requests, the faults, and the problems.
import { availableParallelism, cpus } from 'node:os'
import { MIX } from './callers.ts'
import { FAULTS, type Fault } from './faults.ts'
import type { Flatness, SeenResponse } from './judge.ts'

interface Result {
  readonly seed: number
  readonly workers: number
  readonly callers: number
  readonly durationMs: number
  readonly answers: readonly SeenResponse[]
  readonly faults: readonly Fault[]
  readonly flatness: readonly (Flatness & { readonly isJudged: boolean })[]
  /** Messages about everything that went wrong. */
  readonly problems: readonly string[]
  readonly acknowledged: number
  readonly counted: number
  readonly doubtful: number
}

export function reportOf(result: Result): string {
  const { seed, workers, callers, durationMs, answers, faults, problems } = result
  const minutes = Math.round(durationMs / 6_000) / 10
  return `# Soak of ${minutes} minutes

${problems.length === 0 ? '**Nothing was wrong.**' : `**${problems.length} problems:**\n\n${problems.map((one) => `- ${one}`).join('\n')}`}

${new Date().toISOString().slice(0, 16)} UTC, seed ${seed}, ${workers} workers, ${callers} callers, Node ${process.versions.node}, ${cpus()[0]?.model.trim()}, ${availableParallelism()} cores.
${answers.length.toLocaleString('en')} requests; ${faults.length} faults.

## Flat or not

The median of the last third is compared with that of the first; the first tenth of the time is left out.

${table([
  ['', 'first third', 'last third', 'allowed', ''],
  ...result.flatness.map(({ name, unit, first, last, allowed, isFlat, isJudged }) => [
    name,
    shown(first, unit),
    shown(last, unit),
    isJudged ? shown(allowed, unit) : 'not judged',
    isJudged ? (isFlat ? 'flat' : '**not flat**') : '',
  ]),
])}

## Accounted for

${result.acknowledged.toLocaleString('en')} units were acknowledged to callers and ${result.counted.toLocaleString('en')} counted in the database. ${result.doubtful.toLocaleString('en')} units belong to requests
whose outcome their caller cannot know (it hung up, its connection was lost, or its refund was in progress when a worker was killed).

## Responses

${table([['operation', 'responses by status (0: connection lost)'], ...statusRows(answers)])}

## Faults

${table([
  ['minute', 'fault', 'what happened'],
  ...faults.map(({ kind, atMs }) => [(atMs / 60_000).toFixed(2), kind, FAULTS[kind]]),
])}

## What callers did

${table([['', 'share'], ...MIX.map(({ what, share }) => [what, `${Math.round(share * 100)} %`])])}
`
}

function shown(value: number, unit: string): string {
  return `${value.toFixed(value < 10 ? 1 : 0)}${unit && ` ${unit}`}`
}

function statusRows(answers: readonly SeenResponse[]): string[][] {
  const counts = new Map<string, Map<string, number>>()
  for (const { operation, status, hungUp } of answers) {
    const statuses = counts.get(operation) ?? new Map<string, number>()
    const name = hungUp ? 'hung up' : String(status)
    counts.set(operation, statuses.set(name, (statuses.get(name) ?? 0) + 1))
  }
  return [...counts].sort().map(([operation, statuses]) => {
    const sorted = [...statuses].sort(([a], [b]) => a.localeCompare(b))
    return [operation, sorted.map(([status, count]) => `${status}: ${count.toLocaleString('en')}`).join(', ')]
  })
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
