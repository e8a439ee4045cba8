// How much a deployment answers, from what one call costs. Spreadsheet-simple: every figure is a product, a quotient or the smallest of two.

/** Processor time of one call, in microseconds. */
export interface CallCost {
  /** Of the thread of a worker that is busiest with it: a worker answers no faster than that. */
  readonly busiestUs: number
  /** Of all threads of the service: workers and supervisor. */
  readonly serviceUs: number
  /** Of PostgreSQL. */
  readonly databaseUs: number
  /** Of what else runs on the same cores: the load and the provider of a benchmark. 0 where they run elsewhere. */
  readonly besideUs: number
}

/** Calls a second of so many workers on so many cores that everything shares. */
export function predictRate(cost: CallCost, { workers, cores }: { workers: number; cores: number }): number {
  const totalUs = cost.serviceUs + cost.databaseUs + cost.besideUs
  return Math.min((workers * 1e6) / cost.busiestUs, (cores * 1e6) / totalUs)
}

/**
 * How many times the rate of one process more of them can reach at most, if one process and what runs beside it keep `busy` of `count`
 * cores at work. Together the cores do the work of `cores`: the second core of a pair adds less than the first.
 */
export function mostTimes(busy: number, { count, cores }: { count: number; cores: number }): number {
  if (busy <= 1 || count === 1) return cores / Math.min(1, busy)
  return cores / (1 + ((cores - 1) * (Math.min(busy, count) - 1)) / (count - 1))
}

/** What one machine is taken to do; change them to yours. */
export interface Machines {
  /** Cores of one node, each with one worker. */
  readonly nodeCores: number
  /** Share of a core that is planned for; the rest is for peaks, and for nodes that are replaced. */
  readonly nodeLoad: number
  readonly databaseCores: number
  readonly databaseLoad: number
  /** Groups of charges that one database commits in a second. */
  readonly commitsPerSecond: number
  /** Of write-ahead log that its disk takes in a second. */
  readonly walMbPerSecond: number
}

/** What a metered call takes of the database. */
export interface ChargeCost {
  readonly databaseUs: number
  readonly walBytes: number
  /** Charges of one process that leave together, at the load that is planned for. */
  readonly chargesPerGroup: number
}

interface Demand {
  readonly perSecond: number
  /** The share of calls that are metered. */
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
  /** What decides how many databases there are. */
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
