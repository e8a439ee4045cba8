// Checks a soak: what must not grow did not, every unit is accounted for, and every error has a cause. Compares medians of thirds,
// without the first tenth: memory goes up and down, faults cause peaks, and the first minutes would tilt a line through all samples.
// Worker 1 is never killed, because a new process would hide a leak.
import type { Fault, FaultKind } from './faults.ts'

/** How far the last third may be above the first: by this factor, and this much more. */
interface Margin {
  readonly times: number
  readonly plus: number
}

export interface Series {
  readonly name: string
  readonly unit: string
  readonly points: readonly { readonly atMs: number; readonly value: number }[]
  /** If absent, the series is shown but not checked. */
  readonly margin?: Margin
}

export interface Flatness {
  readonly name: string
  readonly unit: string
  readonly first: number
  readonly last: number
  readonly allowed: number
  readonly isFlat: boolean
}

/** Not compared, because caches fill and code is compiled at first. */
const WARM_UP = 0.1
const POINTS_MIN = 3

/** Compares the median of the last third with that of the first. Too few points count as not flat. */
export function judgeFlatness({ name, unit, points, margin }: Series, durationMs: number): Flatness {
  const startMs = durationMs * WARM_UP
  const thirdMs = (durationMs - startMs) / 3
  const within = (fromMs: number, toMs: number) =>
    points.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).map(({ value }) => value)
  const [first, last] = [within(startMs, startMs + thirdMs), within(durationMs - thirdMs, durationMs)]
  const enough = Math.min(first.length, last.length) >= POINTS_MIN
  const [firstMedian, lastMedian] = [medianOf(first), medianOf(last)]
  const allowed = margin ? firstMedian * margin.times + margin.plus : Number.POSITIVE_INFINITY
  return { name, unit, first: firstMedian, last: lastMedian, allowed, isFlat: enough && lastMedian <= allowed }
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** One request as its caller saw it. */
export interface SeenResponse {
  readonly operation: string
  /** 0 if the connection was lost. */
  readonly status: number
  readonly startMs: number
  readonly endMs: number
  /** Who is charged, and how much if it succeeds. */
  readonly cost?: { readonly account: string; readonly meter: string; readonly units: number }
  /** Whether the caller hung up on purpose. */
  readonly hungUp?: true
  /** Whether a stream had started to arrive before it ended. */
  readonly begun?: true
}

const SUCCESS = [200, 201]
/** Errors that a healthy service sends too: the quota is used up, or the plan does not include it. */
const EXPECTED = [402, 403]

const EXPLAINS: Record<FaultKind, { readonly statuses: readonly number[]; readonly of: RegExp }> = {
  'worker killed': { statuses: [0], of: / / },
  'provider hangs': { statuses: [502, 504], of: /\/ai\/(chat|proxy)/ },
  'provider drips': { statuses: [502, 504], of: /\/ai\/(chat|proxy)/ },
  'provider resets': { statuses: [502, 504], of: /\/ai\/(chat|proxy)/ },
  'callers hang up': { statuses: [], of: / / },
  'connections terminated': { statuses: [503], of: / / },
  'database restarted': { statuses: [503], of: / / },
}

/** Errors that no fault explains. Nothing explains a 500. */
export function unexplained(answers: readonly SeenResponse[], faults: readonly Fault[]): SeenResponse[] {
  return answers.filter((answer) => {
    const { status, operation, startMs, endMs, hungUp } = answer
    if (hungUp || SUCCESS.includes(status) || EXPECTED.includes(status)) return false
    return !faults.some(({ kind, atMs, untilMs }) => {
      const { statuses, of } = EXPLAINS[kind]
      return statuses.includes(status) && of.test(operation) && startMs <= untilMs && endMs >= atMs
    })
  })
}

type Documented = { readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>> }

export function undocumented(answers: readonly SeenResponse[], { paths }: Documented): SeenResponse[] {
  return answers.filter(({ operation, status }) => {
    const [method = '', path = ''] = operation.split(' ')
    return status !== 0 && !(status in (paths[path]?.[method.toLowerCase()]?.responses ?? {}))
  })
}

/** Refunds of errors this long before a worker was killed may be lost with it. */
const OWED_MS = 10_000

export interface Account {
  readonly account: string
  readonly meter: string
  /** Units of requests that succeeded. */
  readonly acknowledged: number
  /** Units of requests whose outcome the caller cannot know: hung up, connection lost, or an error just before a worker was killed. */
  readonly doubtful: number
}

const DEADLINE_PASSED = 504

/** A stream that had started to arrive when its deadline passed is charged, as the guides say. */
function isPaid({ status, hungUp, begun }: SeenResponse): boolean {
  return !hungUp && (SUCCESS.includes(status) || (begun === true && status === DEADLINE_PASSED))
}

export function accountFor(answers: readonly SeenResponse[], faults: readonly Fault[]): Account[] {
  const kills = faults.filter(({ kind }) => kind === 'worker killed')
  const isDoubtful = ({ status, endMs, hungUp }: SeenResponse) =>
    hungUp ||
    status === 0 ||
    (status >= 500 && kills.some(({ atMs }) => endMs <= atMs + OWED_MS && endMs >= atMs - OWED_MS))
  const accounts = new Map<string, { account: string; meter: string; acknowledged: number; doubtful: number }>()
  for (const answer of answers) {
    if (!answer.cost) continue
    const { account, meter, units } = answer.cost
    const key = `${account} ${meter}`
    const sum = accounts.get(key) ?? { account, meter, acknowledged: 0, doubtful: 0 }
    accounts.set(key, sum)
    if (isPaid(answer)) sum.acknowledged += units
    else if (isDoubtful(answer)) sum.doubtful += units
  }
  return [...accounts.values()]
}

export interface Counted {
  readonly account: string
  readonly meter: string
  readonly units: number
  /** The quota of the plan; null is unlimited. */
  readonly limit: number | null
}

/** Messages about wrong counts. */
export function miscounted(accounts: readonly Account[], counted: readonly Counted[]): string[] {
  const countOf = (one: { account: string; meter: string }) =>
    counted.find(({ account, meter }) => account === one.account && meter === one.meter)?.units ?? 0
  const off = accounts.flatMap((one) => {
    const { account, meter, acknowledged, doubtful } = one
    const units = countOf(one)
    if (units >= acknowledged && units <= acknowledged + doubtful) return []
    return [`${account}, ${meter}: ${units} counted, ${acknowledged} acknowledged, ${doubtful} in doubt`]
  })
  const unknown = counted.filter(
    ({ account, meter, units }) => units > 0 && !accounts.some((one) => one.account === account && one.meter === meter),
  )
  const over = counted.filter(({ units, limit }) => limit !== null && units > limit)
  return [
    ...off,
    ...unknown.map(({ account, meter, units }) => `${account}, ${meter}: ${units} counted, and nobody asked for them`),
    ...over.map(({ account, meter, units, limit }) => `${account}, ${meter}: ${units} counted, ${limit} allowed`),
  ]
}
