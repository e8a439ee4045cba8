import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ChargeCost, type Machines, mostTimes, planFor, predictRate } from './capacity-model.ts'

const cost = { busiestUs: 100, serviceUs: 120, databaseUs: 20, besideUs: 60 }

test('workers add up until all cores are used', () => {
  expect(predictRate(cost, { workers: 1, cores: 8 })).toBe(10_000)
  expect(predictRate(cost, { workers: 2, cores: 8 })).toBe(20_000)
  expect(predictRate(cost, { workers: 100, cores: 8 })).toBe(40_000)
})

test('if everything shares two cores, a third worker gains nothing', () => {
  expect(predictRate(cost, { workers: 2, cores: 2 })).toBe(10_000)
  expect(predictRate(cost, { workers: 3, cores: 2 })).toBe(10_000)
})

test('other processes can add at most the core time that one process leaves', () => {
  const pair = { count: 2, cores: 1.4 }
  expect(mostTimes(0.5, pair)).toBeCloseTo(2.8)
  expect(mostTimes(1, pair)).toBeCloseTo(1.4)
  expect(mostTimes(1.5, pair)).toBeCloseTo(1.4 / 1.2)
  expect(mostTimes(2, pair)).toBeCloseTo(1)
  expect(mostTimes(2.01, pair)).toBeCloseTo(1)
})

const machines: Machines = {
  nodeCores: 16,
  nodeLoad: 0.6,
  databaseCores: 32,
  databaseLoad: 0.6,
  commitsPerSecond: 10_000,
  walMbPerSecond: 200,
}
const charge: ChargeCost = { databaseUs: 20, walBytes: 100, chargesPerGroup: 25 }

test('a demand is converted to cores, nodes, commits and databases', () => {
  const plan = planFor({ perSecond: 96_000, meteredShare: 0.5, serviceUs: 100 }, charge, machines)
  expect(plan).toEqual({
    cores: 16,
    nodes: 1,
    chargesPerSecond: 48_000,
    commitsPerSecond: 1_920,
    databaseCores: 0.96,
    walMbPerSecond: 4.8,
    databases: 1,
    decidedBy: 'commits',
  })
})

test.each([
  ['processor', { ...charge, databaseUs: 2_000 }],
  ['commits', { ...charge, chargesPerGroup: 1 }],
  ['log', { ...charge, walBytes: 20_000 }],
] as const)('the scarcest resource decides how many databases there are: %s', (decidedBy, costly) => {
  const plan = planFor({ perSecond: 96_000, meteredShare: 1, serviceUs: 100 }, costly, machines)
  expect([plan.decidedBy, plan.databases]).toEqual([decidedBy, 10])
})

test('without any requests there is still one node and one database', () => {
  expect(planFor({ perSecond: 0, meteredShare: 1, serviceUs: 100 }, charge, machines)).toMatchObject({
    nodes: 1,
    databases: 1,
  })
})

/** The rows of a table, found by the first words of its head. */
function tableOf(page: string, head: string): string[][] {
  const lines = page.slice(page.indexOf(`| ${head}`)).split('\n')
  const end = lines.findIndex((line) => !line.startsWith('|'))
  return lines.slice(2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const numberIn = (cell: string | undefined) => Number((cell ?? '').replaceAll(',', '').split(' ')[0])

test('the arithmetic of the capacity page matches the model', () => {
  const page = readFileSync(new URL('../docs/operating/capacity.md', import.meta.url), 'utf8')
  const given = new Map(tableOf(page, 'given').map(([what = '', value]) => [what, numberIn(value)]))
  const figure = (what: string) => given.get(what) ?? Number.NaN
  const rows = tableOf(page, 'requests/s')
  expect(rows.length).toBeGreaterThan(3)
  for (const [perSecond, cores, nodes, commits, databaseCores, wal, databases, decidedBy] of rows) {
    const plan = planFor(
      {
        perSecond: numberIn(perSecond),
        meteredShare: figure('metered share of requests'),
        serviceUs: figure('service, µs a request'),
      },
      {
        databaseUs: figure('PostgreSQL, µs a charge'),
        walBytes: figure('write-ahead log, bytes a charge'),
        chargesPerGroup: figure('charges a commit'),
      },
      {
        nodeCores: figure('cores of a node'),
        nodeLoad: figure('planned load of a node'),
        databaseCores: figure('cores of a database'),
        databaseLoad: figure('planned load of a database'),
        commitsPerSecond: figure('commits/s of a database'),
        walMbPerSecond: figure('log of a database, MB/s'),
      },
    )
    expect([cores, nodes, commits, databaseCores, wal, databases].map(numberIn), perSecond).toEqual([
      Math.ceil(plan.cores),
      plan.nodes,
      Math.round(plan.commitsPerSecond),
      Math.round(plan.databaseCores * 10) / 10,
      Math.round(plan.walMbPerSecond * 10) / 10,
      plan.databases,
    ])
    expect(decidedBy, perSecond).toBe(plan.databases === 1 ? '–' : plan.decidedBy)
  }
})
