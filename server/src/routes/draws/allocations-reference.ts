import type { Operation } from '../../http/http.ts'

const tags = ['Allocations'] as const
const ID = '8a5b2d3c-1f4e-4c6a-9b7d-2e8f0a1c3d5e'
const AT = '2026-03-01T09:31:00.000Z'
const SEED = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const SHA256 = '5f6dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710ab'
const ARMS = [
  { name: 'treatment', weight: 1 },
  { name: 'control', weight: 1 },
]
const LISTED = {
  id: ID,
  name: 'Sleep study',
  block: 'permuted',
  arm_count: 2,
  rights: ['enrol', 'see_arms', 'unblind', 'manage'],
  status: 'open',
  assigned: 2,
  created_at: AT,
  closed_at: null,
}
const TEST = { chi2: 0, df: 1, p_value: 1, exact: true }
const BALANCE = { imbalance: 0, imbalance_max: 2, counts: TEST, first_places: null }
const STRATUM = { id: 1, stratum: '', assigned: 2, counts: [1, 1], balance: BALANCE }
const ALLOCATION = {
  ...LISTED,
  arms: ARMS,
  block_sizes: [4, 6, 8],
  limit: null,
  factors: null,
  probability: null,
  sha256: SHA256,
  seed: null,
  digest: null,
  counts: [1, 1],
  balance: BALANCE,
  invalidated: 0,
  valid: { counts: [1, 1], imbalance: 0 },
  strata_total: 1,
  strata: [STRATUM],
}
const receiptOf = (subject: string, settings: object) => ({
  type: 'equipoise-receipt/2',
  subject,
  id: ID,
  issued_at: AT,
  issuer: 'https://equipoise.example',
  version: 'allocation/1',
  settings,
  digest: SHA256,
  public_key: 'J0lVhcLfKoPwqOk6bNGLFmNzwOKN1Tzlz9TS9lPZfN8',
  signature: 'qW8mYFq1bQ7Y4m0cSDoU1W3q2dTj9v0Jt3cJrBzK8oXQe5l6yT2u7nVd4fGh9sKpLzXcVbNmQwErTyUiOpAsDg',
})
const PLAN = { arms: ARMS, block: 'permuted', block_sizes: [4, 6, 8], sha256: SHA256 }
const ASSIGNMENT = {
  participant: 'P-017',
  stratum: '',
  position: 1,
  arm: 'control',
  assigned_at: AT,
  invalidated_at: null,
}

export const createAllocation: Operation = {
  operationId: 'createAllocation',
  access: 'scope draws',
  sdk: ['allocations.create', 'body'],
  tags,
  summary: 'Create an allocation',
  description:
    'Sets up groups (arms) with whole weights, and optionally strata. A secret seed determines the whole sequence at once, and you get its SHA-256; no request returns an arm before it is assigned. The operator of the service could compute it. `permuted` uses random block sizes; `equilibrium` uses a block and its mirror; `big_stick` leaves everything to chance until an arm is too far ahead; `minimisation` (Pocock and Simon) balances factors such as sex and site, with a random element. How much of each can be guessed is in the reference of `allocation/1`. Arms and factors can have at most 16,384 bytes as JSON. It costs one compute unit.',
  examples: { request: { name: 'Sleep study', arms: ARMS }, response: ALLOCATION },
}

export const listAllocations: Operation = {
  operationId: 'listAllocations',
  access: 'scope draws or read-only',
  sdk: ['allocations.list'],
  tags,
  summary: 'List your allocations',
  description:
    'Returns the allocations of your account and those that others share with you, the newest first. Groups, factors and balance are in `GET /allocations/{id}`. For the next page, pass the `id` of the last one as `after`, or follow the `Link` header.',
  examples: { response: [LISTED] },
}

export const getAllocation: Operation = {
  operationId: 'getAllocation',
  access: 'scope draws or read-only',
  sdk: ['allocations.get', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Get an allocation and its balance',
  description: 'Returns how many people each arm has, in total and in each stratum, and tests of the balance.',
  examples: { response: ALLOCATION },
}

export const assignParticipant: Operation = {
  operationId: 'assignParticipant',
  access: 'scope draws',
  sdk: ['allocations.assign', 'path.id', 'body'],
  sample: { id: ID },
  tags,
  summary: 'Assign a participant',
  description:
    'Gives a participant the next arm of the stratum. The same participant always gets the same arm, however often and on whichever node you ask. It costs one compute unit. The response is 409 if the allocation is closed, or if the participant is in another stratum.',
  examples: {
    request: { participant: 'P-017' },
    response: {
      ...ASSIGNMENT,
      is_new: true,
      receipt: receiptOf('assignment', { ...PLAN, allocation: ID, arm: 'control', position: 1, stratum: '' }),
    },
  },
}

export const closeAllocation: Operation = {
  operationId: 'closeAllocation',
  access: 'scope draws',
  sdk: ['allocations.close', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Close an allocation and reveal its seed',
  description:
    'No further participants can be assigned. The response contains the seed and a receipt with which anybody can compute every arm again. A second request returns the same.',
  examples: {
    response: {
      ...ALLOCATION,
      status: 'closed',
      seed: SEED,
      digest: SHA256,
      closed_at: AT,
      receipt: receiptOf('allocation', { ...PLAN, seed: SEED, strata: [{ stratum: '', assigned: 2 }] }),
    },
  },
}

export const listAssignments: Operation = {
  operationId: 'listAssignments',
  access: 'scope draws or read-only',
  sdk: ['allocations.assignments', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'List assigned participants',
  description:
    'Returns participants in the order of strata and positions, up to 250 at a time. For the next ones, send the stratum and position of the last one as `after_stratum` and `after_position`.',
  examples: { response: [ASSIGNMENT] },
}

export const listStrata: Operation = {
  operationId: 'listStrata',
  access: 'scope draws or read-only',
  sdk: ['allocations.strata', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'List the strata of an allocation',
  description:
    'Returns the strata in the order in which they were named, each with its balance. If there are more than `limit`, the header `Link` leads to the next page.',
  examples: { response: [STRATUM] },
}

export const exportAllocation: Operation = {
  operationId: 'exportAllocation',
  access: 'scope draws or read-only',
  sdk: ['allocations.export', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Export an allocation as CSV',
  description:
    'Returns all assigned participants as CSV (UTF-8), for the statistician. Its columns are participant, stratum, position, arm, assigned_at, assigned_by (the account that did it), block (counted from 1 in its stratum; empty until the allocation is closed, because it would help to guess the next arm), levels (for minimisation, joined by semicolons), and, if the assignment was made in error, invalidated_at, invalidated_by and invalid_reason. If a spreadsheet would run a cell as a formula, we put an apostrophe in front.',
}
