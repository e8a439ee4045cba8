// Allocation of people to groups.
import { Readable } from 'node:stream'
import { csvLine, planOfSettings } from '@equipoise/engine'
import { z } from 'zod'
import {
  type Allocation,
  type AllocationView,
  type Assigned,
  type Assignment,
  armName,
  balanceOf,
  type Draws,
  type ListedAllocation,
  type ListedAssignment,
  levelNames,
  openBlocks,
  planOf,
  RIGHTS,
  STRATA_SHOWN,
} from '../../draws/draws.ts'
import { invalidField } from '../../ground/errors.ts'
import {
  type App,
  callerOf,
  namedPages,
  numberedPages,
  pageOf,
  compilePlainWriter as serializerCompiler,
} from '../../http/http.ts'
import { rejectOwnSeed } from '../engine/seed-input.ts'
import {
  type AllocationWish,
  allocationShape,
  allocationWish,
  assignedShape,
  assignmentPage,
  assignmentShape,
  assignmentWish,
  closedShape,
  csvFile,
  listedShape,
  params,
  strataShape,
} from './allocation-shapes.ts'
import * as reference from './allocations-reference.ts'
import { drawAccess } from './draws.ts'
import { SETTINGS_BYTES_MAX } from './kinds-of-draws.ts'

const pages = namedPages({ limitDefault: 100, limitMax: 100 }, z.uuid())
const strataPages = numberedPages({ limitDefault: STRATA_SHOWN, limitMax: STRATA_SHOWN })
const JSON_TYPE = 'application/json; charset=utf-8'
const metered = { ...drawAccess, meter: { name: 'compute', units: () => 1 } } as const

export function allocationRoutes(app: App, { draws }: { readonly draws: Draws }): void {
  const { allocations } = draws
  app.post(
    '/allocations',
    {
      config: { access: metered, rejects: ['conflict'] },
      schema: { ...reference.createAllocation, body: allocationWish, response: { 201: allocationShape } },
    },
    async (request, reply) => {
      const { name, arms, strata, seed, factors } = request.body
      if (seed !== undefined) rejectOwnSeed(draws.randomness, 'body')
      const wish = { name, arms, plan: planFor(request.body), strata: strata ?? [''], factors, seed }
      const made = await allocations.create(callerOf(request).accountId, wish)
      reply.status(201).header('x-compute-units', '1')
      return shown(made)
    },
  )
  app.get(
    '/allocations',
    {
      serializerCompiler,
      config: { access: drawAccess },
      schema: {
        ...reference.listAllocations,
        querystring: pages,
        response: { 200: z.array(listedShape).describe('The newest first.') },
      },
    },
    async (request, reply) => {
      const { limit, after } = request.query
      const items = await allocations.list(callerOf(request).accountId, { after, rowsMax: limit + 1 })
      return pageOf(request, reply, { items, limit }).map(listed)
    },
  )
  app.get(
    '/allocations/:id',
    {
      serializerCompiler,
      config: { access: drawAccess, rejects: ['not_found'] },
      schema: { ...reference.getAllocation, params, response: { 200: allocationShape } },
    },
    async (request) => shown(await allocations.find(callerOf(request).accountId, request.params.id)),
  )
  app.post(
    '/allocations/:id/assign',
    {
      config: { access: metered, rejects: ['not_found', 'conflict', 'forbidden'] },
      schema: { ...reference.assignParticipant, params, body: assignmentWish, response: { 200: assignedShape } },
    },
    async (request, reply) => {
      const [made] = await allocations.assign(callerOf(request).accountId, request.params.id, [request.body])
      reply.header('x-compute-units', '1')
      return shownAssigned(made)
    },
  )
  app.post(
    '/allocations/:id/close',
    {
      config: { access: drawAccess, rejects: ['not_found', 'forbidden'] },
      schema: { ...reference.closeAllocation, params, response: { 200: closedShape } },
    },
    async (request, reply) => {
      const { receipt, ...view } = await allocations.close(callerOf(request), request.params.id)
      // The receipt is sent as stored, without parsing it again.
      const closed = `${JSON.stringify(shown(view)).slice(0, -1)},"receipt":${receipt}}`
      return reply.header('content-type', JSON_TYPE).send(closed as never)
    },
  )
  addLists(app, draws)
}

function addLists(app: App, { allocations }: Draws): void {
  app.get(
    '/allocations/:id/assignments',
    {
      serializerCompiler,
      config: { access: drawAccess, rejects: ['not_found'] },
      schema: {
        ...reference.listAssignments,
        params,
        querystring: assignmentPage,
        response: { 200: z.array(assignmentShape).describe('Participants and their arms.') },
      },
    },
    async (request) => {
      const allocation = await allocations.access.held(callerOf(request).accountId, request.params.id)
      const { limit, after_stratum: afterStratum, after_position: afterPosition } = request.query
      const page = { afterStratum, afterPosition, rowsMax: limit }
      const rows = await allocations.page(allocation.id, page)
      const isSeen = seesArms(allocation)
      return rows.map((row) => shownAssignment(row, isSeen ? armName(allocation, row.arm) : null))
    },
  )
  app.get(
    '/allocations/:id/strata',
    {
      serializerCompiler,
      config: { access: drawAccess, rejects: ['not_found'] },
      schema: { ...reference.listStrata, params, querystring: strataPages, response: { 200: strataShape } },
    },
    async (request, reply) => {
      const allocation = await allocations.access.held(callerOf(request).accountId, request.params.id)
      const { limit, after } = request.query
      const items = await allocations.strata(allocation.id, { after, rowsMax: limit + 1 })
      return shownStrata(allocation, pageOf(request, reply, { items, limit }))
    },
  )
  app.get(
    '/allocations/:id/export',
    {
      config: { access: drawAccess, rejects: ['not_found', 'forbidden'] },
      schema: { ...reference.exportAllocation, params, response: { 200: csvFile } },
    },
    async (request, reply) => {
      const allocation = await allocations.access.held(callerOf(request).accountId, request.params.id, 'see_arms')
      const pages = allocations.assignments(allocation.id)
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="allocation-${allocation.id}.csv"`,
        })
        .send(Readable.from(csvLines(allocation, pages)) as never)
    },
  )
}

/** Checks rules that only the engine knows, and reports the field concerned. */
function planFor(wish: AllocationWish) {
  if (wish.strata && wish.block === 'minimisation') {
    throw invalidField(['body', 'strata'], 'Minimisation has no strata: make the stratum a factor')
  }
  const { arms, factors, block_sizes } = wish
  if (Buffer.byteLength(JSON.stringify({ arms, factors, block_sizes })) > SETTINGS_BYTES_MAX) {
    const words = `The settings of an allocation can have at most ${SETTINGS_BYTES_MAX} bytes: shorten the names`
    throw invalidField(['body', factors ? 'factors' : 'arms'], words)
  }
  try {
    return planOfSettings(wish)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const field = FIELDS.find(([words]) => words.test(error.message))?.[1] ?? 'arms'
    throw invalidField(['body', field], `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}`)
  }
}

/** The field that a rule of the engine is about. */
const FIELDS = [
  [/block size/, 'block_sizes'],
  [/limit/, 'limit'],
  [/probability must/, 'probability'],
  [/factor/, 'factors'],
] as const

function seesArms({ isOwn, rights }: Allocation): boolean {
  return isOwn || rights.includes('see_arms')
}

function listed({ id, name, block, armCount, isOwn, rights, assigned, createdAt, closedAt }: ListedAllocation) {
  return {
    id,
    name,
    block,
    arm_count: armCount,
    rights: isOwn ? [...RIGHTS, 'manage' as const] : [...rights],
    status: closedAt ? ('closed' as const) : ('open' as const),
    assigned,
    created_at: createdAt.toISOString(),
    closed_at: closedAt?.toISOString() ?? null,
  }
}

function described(allocation: Allocation) {
  const { arms, blockSizes, rule, sha256 } = allocation
  const { seed, digest } = seesArms(allocation) ? allocation : { seed: null, digest: null }
  return {
    ...listed({ ...allocation, armCount: arms.length }),
    arms: arms.map((arm) => ({ name: arm.name, weight: arm.weight })),
    block_sizes: [...blockSizes],
    limit: rule?.limit ?? null,
    factors: rule?.factors?.map(({ name, levels, weight }) => ({ name, levels: [...levels], weight })) ?? null,
    probability: rule?.probability ?? null,
    sha256,
    seed,
    digest,
  }
}

function shown({ allocation, sums, invalid, strata }: AllocationView) {
  const isSeen = seesArms(allocation)
  return {
    ...described(allocation),
    counts: isSeen ? [...sums.counts] : null,
    balance: isSeen ? shownBalance(balanceOf(planOf(allocation), sums)) : null,
    invalidated: invalid.reduce((sum, count) => sum + count, 0),
    valid: isSeen ? shownValid(allocation, { sums, invalid }) : null,
    strata_total: sums.strata,
    strata: shownStrata(allocation, strata),
  }
}

/** People whose assignment counts. */
function shownValid(allocation: Allocation, { sums, invalid }: Pick<AllocationView, 'sums' | 'invalid'>) {
  const counts = sums.counts.map((count, arm) => count - (invalid[arm] ?? 0))
  return { counts, imbalance: balanceOf(planOf(allocation), { counts, firsts: sums.firsts }).imbalance }
}

function shownStrata(allocation: Allocation, strata: AllocationView['strata']) {
  const plan = planOf(allocation)
  const isSeen = seesArms(allocation)
  return strata.map(({ id, stratum, assigned, counts, firsts }) => ({
    id,
    stratum,
    assigned,
    counts: isSeen ? [...counts] : null,
    balance: isSeen ? shownBalance(balanceOf(plan, { counts, firsts })) : null,
  }))
}

function shownBalance({ imbalance, imbalanceMax, counts, firsts }: ReturnType<typeof balanceOf>) {
  const test = (one: typeof counts) => one && { chi2: one.chi2, df: one.df, p_value: one.pValue, exact: one.exact }
  const most = Number.isFinite(imbalanceMax) ? imbalanceMax : null
  return { imbalance, imbalance_max: most, counts: test(counts), first_places: test(firsts) }
}

export function shownAssignment(
  { participant, stratum, position, assignedAt, invalidatedAt }: Assignment,
  arm: string | null,
) {
  const times = { assigned_at: assignedAt.toISOString(), invalidated_at: invalidatedAt?.toISOString() ?? null }
  return { participant, stratum, position, arm, ...times }
}

export function shownAssigned(made: Assigned | undefined) {
  if (!made) throw new Error('nobody was assigned')
  return { ...shownAssignment(made.assignment, made.arm), is_new: made.isNew, receipt: made.receipt as never }
}

const COLUMNS = [
  'participant',
  'stratum',
  'position',
  'arm',
  'assigned_at',
  'assigned_by',
  'block',
  'levels',
  'invalidated_at',
  'invalidated_by',
  'invalid_reason',
]

async function* csvLines(allocation: Allocation, pages: AsyncIterable<ListedAssignment[]>): AsyncGenerator<string> {
  const blockOf = openBlocks(allocation)
  yield `${COLUMNS.join(',')}\r\n`
  for await (const rows of pages) {
    yield rows
      .map((row) => {
        const { participant, stratum, position, arm, assignedAt, assignedBy } = row
        const place = [participant, stratum, position, armName(allocation, arm)]
        const made = [assignedAt.toISOString(), assignedBy]
        const known = [blockOf?.(row), levelNames(allocation, row.profile).join('; ')]
        const undone = [row.invalidatedAt?.toISOString(), row.invalidatedBy, row.invalidReason]
        return `${csvLine([...place, ...made, ...known, ...undone])}\r\n`
      })
      .join('')
  }
}
