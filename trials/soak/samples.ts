// Samples what must stay flat, every few seconds: memory, file descriptors, database connections, event loop delay.

import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { call } from '../../server/test/load.ts'
import type { Series } from './judge.ts'
import type { Soaked } from './service.ts'

/** Null if it could not be read at that moment, such as while the database restarts. */
export interface Sample {
  readonly atMs: number
  readonly supervisorMb: number | null
  /** Of worker 1, which is never killed. */
  readonly workerMb: number | null
  readonly killedWorkerMb: number | null
  /** Of all workers together, from /metrics. */
  readonly heapMb: number | null
  readonly handles: number | null
  readonly delayMs: number | null
  /** Of the supervisor and all workers. */
  readonly descriptors: number | null
  readonly connections: number | null
  /** Responses per second since the last sample. */
  readonly perSecond: number
}

const METRICS_MAX_MS = 10_000
const NO_ANSWER = { status: 0, body: '' }

export async function takeSample(soaked: Soaked, at: { atMs: number; perSecond: number }): Promise<Sample> {
  const { port, sql, supervisorPid } = soaked
  const workers = soaked.workers()
  const [metrics, connections] = await Promise.all([
    // A connection that a worker was about to accept when it was killed may never get a response.
    Promise.race([call(port, { path: '/metrics' }), delay(METRICS_MAX_MS, NO_ANSWER, { ref: false })]),
    sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`.then(
      // One of them may be our own other connection.
      ([row]) => row?.count ?? null,
      () => null,
    ),
  ])
  const metric = (name: string) => metricOf(metrics.body, name)
  const megabytes = (bytes: number | null) => bytes && bytes / 2 ** 20
  return {
    ...at,
    supervisorMb: residentMb(supervisorPid),
    workerMb: residentMb(workers.get(1)),
    killedWorkerMb: residentMb(workers.get(2)),
    heapMb: megabytes(metric('nodejs_heap_size_used_bytes')),
    handles: metric('nodejs_active_handles_total'),
    delayMs: toMs(metric('nodejs_eventloop_lag_p99_seconds')),
    descriptors: sumOf([supervisorPid, ...workers.values()].map(descriptorsOf)),
    connections,
  }
}

function metricOf(text: string, name: string): number | null {
  const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1]
  return found === undefined || Number.isNaN(Number(found)) ? null : Number(found)
}

function toMs(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1_000
}

function residentMb(pid: number | undefined): number | null {
  return readProcess(
    pid,
    (folder) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1]) / 1_024,
  )
}

function descriptorsOf(pid: number): number | null {
  return readProcess(pid, (folder) => readdirSync(`${folder}/fd`).length)
}

/** Null if the process has just ended. */
function readProcess(pid: number | undefined, read: (folder: string) => number): number | null {
  try {
    const value = read(`/proc/${pid}`)
    return Number.isNaN(value) ? null : value
  } catch {
    return null
  }
}

function sumOf(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

/** The margins are chosen so that a leak of 2 kB per request shows within ten minutes. */
const SERIES: readonly { readonly of: Exclude<keyof Sample, 'atMs'>; readonly series: Omit<Series, 'points'> }[] = [
  { of: 'workerMb', series: { name: 'resident memory, worker 1', unit: 'MB', margin: { times: 1.1, plus: 16 } } },
  { of: 'killedWorkerMb', series: { name: 'resident memory, worker 2 (killed now and then)', unit: 'MB' } },
  { of: 'supervisorMb', series: { name: 'resident memory, supervisor', unit: 'MB', margin: { times: 1.1, plus: 16 } } },
  { of: 'heapMb', series: { name: 'heap in use, all workers', unit: 'MB', margin: { times: 1.15, plus: 16 } } },
  {
    of: 'descriptors',
    series: { name: 'open file descriptors, all processes', unit: '', margin: { times: 1.1, plus: 8 } },
  },
  { of: 'handles', series: { name: 'active handles, all workers', unit: '', margin: { times: 1.1, plus: 8 } } },
  { of: 'connections', series: { name: 'connections to PostgreSQL', unit: '', margin: { times: 1.1, plus: 3 } } },
  { of: 'delayMs', series: { name: 'event-loop delay, p99', unit: 'ms', margin: { times: 2, plus: 20 } } },
  { of: 'perSecond', series: { name: 'requests answered', unit: '/s' } },
]

export function seriesOf(samples: readonly Sample[]): Series[] {
  return SERIES.map(({ of, series }) => ({
    ...series,
    points: samples.flatMap(({ atMs, [of]: value }) => (value === null ? [] : [{ atMs, value }])),
  }))
}
