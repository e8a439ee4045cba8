// `npm run trial -- soak --minutes 10`: the built service under mixed load while things go wrong; fails if something grows or is not
// accounted for.
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CATALOGUE, type Meter, planOf } from '../server/src/ground/plans.ts'
import setUpBuild from '../server/test/global-build.ts'
import { internalErrors } from './cluster-setup.ts'
import { type Load, openPayers, type Payer, startCallers } from './soak/callers.ts'
import { type Fault, type PlannedFault, planFaults } from './soak/faults.ts'
import {
  type Account,
  accountFor,
  type Counted,
  judgeFlatness,
  miscounted,
  undocumented,
  unexplained,
} from './soak/judge.ts'
import { reportOf } from './soak/report.ts'
import { type Sample, seriesOf, takeSample } from './soak/samples.ts'
import { AI_TIMEOUT_MS, openSoaked, type Soaked } from './soak/service.ts'

const HELP = `npm run trial -- soak [options]

Runs the built service on a PostgreSQL of its own, with a fake AI provider behind real wire formats, under mixed load.
Meanwhile workers are killed, the provider fails, callers hang up and the database disappears, at random moments from a seed.
At the end it writes report.md, and exits with 1 if memory, descriptors or connections grew, or if an error or a
charge cannot be explained. Needs Linux (/proc). Not part of npm test.

  --minutes N   how long (default 10; at least 1)
  --workers N   processes that answer requests (default 2; at least 2, because one of them is killed)
  --callers N   callers at a time (default 24)
  --megabytes N size of the conversations that models are sent (default 0: one question; at most 4)
  --seed N      of the load and of the faults (default 1)
  --out DIR     where the report goes (default: a folder "equipoise-soak" among the temporary files)
  --help        this text`

const SAMPLE_MS = 2_000
const PROGRESS_MS = 15_000
/** How long after a fault its errors may still occur: two busy cores take seconds to start a worker. */
const RECOVERY_MS = 10_000
/** Refunds are retried every second. */
const SETTLE_MS = 30_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    workers: { type: 'string', default: '2' },
    callers: { type: 'string', default: '24' },
    megabytes: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: join(tmpdir(), 'equipoise-soak') },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
const numbers = [values.minutes, values.workers, values.callers, values.megabytes, values.seed].map(Number)
const [minutes, workers, callers, megabytes, seed] = numbers as [number, number, number, number, number]
if (
  !(megabytes >= 0 && megabytes <= 4) ||
  !(minutes >= 1) ||
  !(workers >= 2) ||
  !(callers >= 1) ||
  !Number.isInteger(seed)
) {
  console.error(HELP)
  process.exit(2)
}
process.exit((await soak()) ? 0 : 1)

async function soak(): Promise<boolean> {
  setUpBuild()
  const durationMs = minutes * 60_000
  const soaked = await openSoaked(workers)
  try {
    const payers = await openPayers(soaked.port, soaked.sql)
    const startedMs = performance.now()
    const nowMs = () => performance.now() - startedMs
    const load = startCallers({ port: soaked.port, payers, seed, callers, megabytes, nowMs })
    const run = { soaked, load, durationMs, nowMs }
    const sampling = sampleUntilOver(run)
    const faults = await makeFaults(run, planFaults({ durationMs, seed }))
    const samples = await sampling
    await load.stop()
    const counts = await settled(soaked, payers, accountFor(load.answers, faults))
    const ended = await soaked.stop()
    return await tell({ run, faults, samples, counts, ended })
  } finally {
    await soaked.close()
  }
}

interface Run {
  readonly soaked: Soaked
  readonly load: Load
  readonly durationMs: number
  readonly nowMs: () => number
}

async function sampleUntilOver({ soaked, load, durationMs, nowMs }: Run): Promise<Sample[]> {
  const samples: Sample[] = []
  let [answered, toldMs] = [0, 0]
  for (;;) {
    await delay(SAMPLE_MS - (nowMs() % SAMPLE_MS))
    const atMs = nowMs()
    if (atMs > durationMs) return samples
    const perSecond = (load.answers.length - answered) / ((atMs - (samples.at(-1)?.atMs ?? 0)) / 1_000)
    answered = load.answers.length
    const sample = await takeSample(soaked, { atMs, perSecond })
    samples.push(sample)
    if (atMs - toldMs < PROGRESS_MS) continue
    toldMs = atMs
    say(
      atMs,
      `${answered} requests, worker 1 ${sample.workerMb?.toFixed(0)} MB, ${sample.descriptors} descriptors, ${sample.connections} connections`,
    )
  }
}

async function makeFaults(run: Run, planned: readonly PlannedFault[]): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const fault of planned) {
    await delay(Math.max(0, fault.atMs - run.nowMs()))
    const atMs = run.nowMs()
    say(atMs, `fault: ${fault.kind}`)
    await make(fault, run)
    const waitsMs = fault.kind.startsWith('provider') ? AI_TIMEOUT_MS : 0
    faults.push({ ...fault, atMs, untilMs: run.nowMs() + waitsMs + RECOVERY_MS })
  }
  return faults
}

async function make({ kind, forMs }: PlannedFault, { soaked, load }: Run): Promise<void> {
  switch (kind) {
    case 'worker killed':
      return killWorker(soaked)
    case 'callers hang up':
      return load.hangUp()
    case 'connections terminated':
      return terminate(soaked)
    case 'database restarted':
      await soaked.postgres.stop()
      await delay(forMs)
      return soaked.postgres.start()
    default:
      soaked.provider(kind)
      await delay(forMs)
      soaked.provider(undefined)
  }
}

/** Does nothing if the worker is just being restarted. */
function killWorker(soaked: Soaked): void {
  const pid = soaked.workers().get(2)
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

async function terminate({ sql }: Soaked): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`
}

/** Waits until all refunds are made; returns what the database has counted by then. */
async function settled(
  { sql }: Soaked,
  payers: readonly Payer[],
  accounts: readonly Account[],
): Promise<{ accounts: readonly Account[]; counted: Counted[] }> {
  const endsMs = performance.now() + SETTLE_MS
  for (;;) {
    const rows = await sql<{ account_id: number; meter: Meter; units: number }[]>`
      select account_id::int4, meter, sum(from_allowance + from_topup)::int8 as units from usage_months group by 1, 2`
    const counted = rows.map(({ account_id, meter, units }) => countedOf(payers, account_id, meter, Number(units)))
    if (miscounted(accounts, counted).length === 0 || performance.now() > endsMs) return { accounts, counted }
    await delay(500)
  }
}

function countedOf(payers: readonly Payer[], accountId: number, meter: Meter, units: number): Counted {
  const payer = payers.find(({ id }) => id === accountId)
  const { allowance } = planOf(CATALOGUE, payer?.plan ?? 'free')
  return { account: payer?.name ?? `account with id ${accountId}`, meter, units, limit: allowance[meter] }
}

interface Told {
  readonly run: Run
  readonly faults: readonly Fault[]
  readonly samples: readonly Sample[]
  readonly counts: Awaited<ReturnType<typeof settled>>
  readonly ended: number | string
}

async function tell({ run, faults, samples, counts, ended }: Told): Promise<boolean> {
  const {
    soaked,
    load: { answers },
    durationMs,
  } = run
  const series = seriesOf(samples)
  const flatness = series.map((one) => ({ ...judgeFlatness(one, durationMs), isJudged: one.margin !== undefined }))
  const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))
  const problems = [
    ...flatness
      .filter(({ isFlat, isJudged }) => isJudged && !isFlat)
      .map(
        ({ name, first, last, allowed, unit }) =>
          `${name}: ${first.toFixed(1)} ${unit} in the first third, ${last.toFixed(1)} in the last; ${allowed.toFixed(1)} are allowed`,
      ),
    ...miscounted(counts.accounts, counts.counted),
    ...grouped(
      unexplained(answers, faults).map(({ operation, status, endMs }) => ({
        what: `${operation} answered ${status} without a fault that explains it`,
        atMs: endMs,
      })),
    ),
    ...grouped(
      undocumented(answers, document).map(({ operation, status, endMs }) => ({
        what: `${operation} answered ${status}, which openapi.json does not describe`,
        atMs: endMs,
      })),
    ),
    ...[...new Set(internalErrors(soaked.said()))].map((line) => `the service logged: ${line.slice(0, 300)}`),
    ...(ended === 0 ? [] : [`SIGTERM ended the service with ${ended}, not with 0`]),
  ]
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const out = resolve(values.out)
  await mkdir(out, { recursive: true })
  const report = reportOf({
    seed,
    workers,
    callers,
    durationMs,
    answers,
    faults,
    flatness,
    problems,
    acknowledged: sum(counts.accounts.map(({ acknowledged }) => acknowledged)),
    doubtful: sum(counts.accounts.map(({ doubtful }) => doubtful)),
    counted: sum(counts.counted.map(({ units }) => units)),
  })
  await writeFile(join(out, 'report.md'), report)
  await writeFile(join(out, 'samples.json'), JSON.stringify({ samples, faults }))
  await writeFile(join(out, 'service.log'), soaked.said())
  console.log(
    problems.length === 0
      ? 'Nothing was wrong.'
      : `${problems.length} problems:\n${problems.map((one) => `- ${one}`).join('\n')}`,
  )
  console.log(`Report: ${join(out, 'report.md')}`)
  return problems.length === 0
}

/** Each problem once, with how often and when it first occurred. */
function grouped(found: readonly { what: string; atMs: number }[]): string[] {
  const kinds = new Map<string, number[]>()
  for (const { what, atMs } of found) kinds.set(what, [...(kinds.get(what) ?? []), atMs])
  return [...kinds].map(
    ([what, times]) => `${what} (${times.length} times, first after ${(Math.min(...times) / 1_000).toFixed(1)} s)`,
  )
}

function say(atMs: number, words: string): void {
  const seconds = Math.floor(atMs / 1_000)
  console.log(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}  ${words}`)
}
