// How many requests a deployment can serve, from what one costs. As simple as a spreadsheet: products, quotients and minimums.

/** Processor time of one request, in microseconds. */
export interface CallCost {
  /** Of the busiest thread of a worker, which limits the worker's rate. */
  readonly busiestUs: number
  /** Of all threads of the service: workers and supervisor. */
  readonly serviceUs: number
  readonly databaseUs: number
  /** Of what else runs on the same cores: the load generator and provider of a benchmark. 0 if they run elsewhere. */
  readonly besideUs: number
}

/** Requests per second of this many workers on cores that everything shares. */
export function predictRate(cost: CallCost, { workers, cores }: { workers: number; cores: number }): number {
  const totalUs = cost.serviceUs + cost.databaseUs + cost.besideUs
  return Math.min((workers * 1e6) / cost.busiestUs, (cores * 1e6) / totalUs)
}

/**
 * How many times the rate of one process several can reach at most, if one process and what runs beside it keep `busy` of `count` cores
 * at work. Together the cores do the work of `cores`: the second core of a pair adds less than the first.
 */
export function mostTimes(busy: number, { count, cores }: { count: number; cores: number }): number {
  if (busy <= 1 || count === 1) return cores / Math.min(1, busy)
  return cores / (1 + ((cores - 1) * (Math.min(busy, count) - 1)) / (count - 1))
}

/** Assumptions about one machine; change them to yours. */
export interface Machines {
  /** Cores of one node, each with one worker. */
  readonly nodeCores: number
  /** The planned load of a core; the rest is for peaks, and for nodes that are being replaced. */
  readonly nodeLoad: number
  readonly databaseCores: number
  readonly databaseLoad: number
  /** Groups of charges that one database commits per second. */
  readonly commitsPerSecond: number
  /** Write-ahead log that its disk takes per second. */
  readonly walMbPerSecond: number
}

export interface ChargeCost {
  readonly databaseUs: number
  readonly walBytes: number
  /** Charges of one process that are committed together, at the planned load. */
  readonly chargesPerGroup: number
}

interface Demand {
  readonly perSecond: number
  readonly meteredShare: number
  readonly serviceUs: number
}

interface Plan {
  readonly cores: number
  readonly nodes: number
  readonly chargesPerSecond: number
  readonly commitsPerSecond: number
  readonly databaseCores: number
  readonly walMbPerSecond: number
  readonly databases: number
  readonly decidedBy: 'processor' | 'commits' | 'log'
}

export function planFor(demand: Demand, charge: ChargeCost, machines: Machines): Plan {
  const cores = (demand.perSecond * demand.serviceUs) / 1e6 / machines.nodeLoad
  const chargesPerSecond = demand.perSecond * demand.meteredShare
  const commitsPerSecond = chargesPerSecond / charge.chargesPerGroup
  const databaseCores = (chargesPerSecond * charge.databaseUs) / 1e6
  const walMbPerSecond = (chargesPerSecond * charge.walBytes) / 1e6
  const needs = {
    processor: databaseCores / (machines.databaseCores * machines.databaseLoad),
    commits: commitsPerSecond / machines.commitsPerSecond,
    log: walMbPerSecond / machines.walMbPerSecond,
  }
  const [most = ['processor', 0]] = Object.entries(needs).sort(([, a], [, b]) => b - a)
  return {
    cores,
    nodes: Math.max(1, Math.ceil(cores / machines.nodeCores)),
    chargesPerSecond,
    commitsPerSecond,
    databaseCores,
    walMbPerSecond,
    databases: Math.max(1, Math.ceil(most[1] as number)),
    decidedBy: most[0] as Plan['decidedBy'],
  }
}
