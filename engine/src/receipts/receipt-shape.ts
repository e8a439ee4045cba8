// What a receipt says.
import { DRAND_CHAIN, DRAND_ROUND_MAX, DRAND_SIGNATURE } from '../beacons/beacons.ts'
import { ANY, type Field, fieldProblem, HASH, NAME, type RecordField } from '../fields.ts'
import {
  ARMS_MAX,
  ARMS_MIN,
  BLOCK_SIZE_MAX,
  BLOCK_SIZES_MAX,
  type BlockKind,
  CLIENT_SEED_LENGTH_MAX,
  DRAW_NUMBERS_MAX,
  type DrawnSettings,
  FACTOR_WEIGHT_MAX,
  FACTORS_MAX,
  KINDS,
  LEVELS_MAX,
  LIMIT_MAX,
  MINIMISED_MAX,
  PARTICIPANTS_MAX,
  STRATA_MAX,
  WEIGHT_MAX,
} from '../outcomes/outcomes.ts'
import type { Seed } from '../setting.ts'

export const RECEIPT_TYPE = 'equipoise-receipt/2'
const LATER_TYPE = /^equipoise-receipt\/([3-9]|[1-9]\d{1,8})$/

interface Signed<Subject extends string, Settings> {
  readonly type: typeof RECEIPT_TYPE
  readonly subject: Subject
  /** The id of the draw, commitment, allocation or assignment. */
  readonly id: string
  /** ISO 8601, UTC. */
  readonly issued_at: string
  readonly issuer: string
  /** The definition that the outcome follows. */
  readonly version: 'outcomes/1' | 'allocation/1'
  readonly settings: Settings
  /** SHA-256 of the outcome, in hexadecimal. */
  readonly digest: string
  /** Ed25519, 32 bytes in base64url. */
  readonly public_key: string
  /** 64 bytes in base64url. */
  readonly signature: string
}

export interface AnnouncedRound {
  readonly name: 'drand'
  /** The hash that identifies the network. */
  readonly chain: string
  readonly round: number
}

/** The origin of the randomness: a seed, a commitment with the client's part, or a round of a beacon. */
export interface Origin {
  readonly seed?: Seed | undefined
  /** A commitment to a round has no hash of a server seed. */
  readonly commitment?: { readonly id: string; readonly sha256?: string | undefined } | undefined
  readonly beacon?: (AnnouncedRound & { readonly signature: string }) | undefined
  readonly client_seed?: string | undefined
  readonly nonce?: number | undefined
  /** The hash of the previous receipt: that of nonce - 1, or of the commitment for nonce 0. */
  readonly previous?: string | undefined
}

export interface AllocationSettings {
  readonly arms: readonly { readonly name: string; readonly weight: number }[]
  readonly block: BlockKind
  /** For permuted and equilibrium. */
  readonly block_sizes?: readonly number[] | undefined
  /** For the big stick. */
  readonly limit?: number | undefined
  /** For minimisation; `probability` is how often the best arm is chosen, in per cent. */
  readonly factors?: readonly FactorSettings[] | undefined
  readonly probability?: number | undefined
  /** SHA-256 of the seed's text. */
  readonly sha256: string
}

export interface FactorSettings {
  readonly name: string
  readonly levels: readonly string[]
  readonly weight: number
}

export type DrawReceipt = Signed<'draw', DrawnSettings & Origin>
export type CommitmentReceipt = Signed<
  'commitment',
  {
    /** How many draws it serves; null if that is not fixed. Nonces are used in order: 0, 1, 2. */
    readonly draws_max: number | null
  } & (
    | { readonly sha256: string; readonly beacon?: undefined; readonly draw?: undefined }
    | { readonly sha256?: undefined; readonly beacon: AnnouncedRound; readonly draw: DrawnSettings }
  )
>
/** States how many draws a commitment served, and which was the last, so that nothing can be left out of a chain that ends with it. */
export type RevealReceipt = Signed<
  'reveal',
  {
    readonly sha256: string
    readonly server_seed: string
    readonly draws: number
    /** The hash of the last receipt: that of nonce draws - 1, or of the commitment if nothing was drawn. */
    readonly last: string
  }
>
export type AssignmentReceipt = Signed<
  'assignment',
  AllocationSettings & {
    readonly allocation: string
    /** SHA-256 of the participant's name: the receipt itself names nobody. */
    readonly participant_sha256: string
    readonly stratum: string
    /** 0-based, in the stratum. */
    readonly position: number
    readonly arm: string
    /** For minimisation: the participant's levels, and for each factor how many people with the same level each arm had. */
    readonly profile?: string | undefined
    readonly before?: readonly (readonly number[])[] | undefined
  }
>
export type AllocationReceipt = Signed<
  'allocation',
  AllocationSettings & {
    readonly seed: Seed
    readonly strata: readonly { readonly stratum: string; readonly assigned: number }[]
    /** For minimisation: everybody's levels in order, one base-36 digit for each factor. */
    readonly profiles?: string | undefined
  }
>
export type Receipt = DrawReceipt | CommitmentReceipt | RevealReceipt | AssignmentReceipt | AllocationReceipt

const ISSUER_LENGTH_MAX = 2_048
const SUBJECT_LENGTH_MAX = 20

type Fields = Readonly<Record<string, Field>>

const id = { like: '[0-9A-Za-z-]{1,64}', words: 'an id of 1 to 64 letters, digits and hyphens' } as const
const seed = { seed: true } as const
const announced = {
  name: { is: 'drand' },
  chain: { is: DRAND_CHAIN },
  round: { whole: [1, DRAND_ROUND_MAX] },
} as const
const beacon = {
  record: { ...announced, signature: { like: DRAND_SIGNATURE.source.slice(1, -1), words: '96 hexadecimal digits' } },
} as const
const arms = {
  list: { record: { name: NAME, weight: { whole: [1, WEIGHT_MAX] } } },
  size: [ARMS_MIN, ARMS_MAX],
} as const
const sizes = { block_sizes: { list: { whole: [1, BLOCK_SIZE_MAX] }, size: [1, BLOCK_SIZES_MAX] } } as const
const factor = {
  record: { name: NAME, levels: { list: NAME, size: [2, LEVELS_MAX] }, weight: { whole: [1, FACTOR_WEIGHT_MAX] } },
} as const

/** Everything that a receipt can contain, as data. `npm run openapi` writes this table into docs/verify.py, and a test compares the two. */
export const RECEIPT_FIELDS = {
  envelope: {
    type: { is: RECEIPT_TYPE },
    subject: { text: [1, SUBJECT_LENGTH_MAX] },
    id,
    issued_at: {
      like: '[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z',
      words: 'a time such as 2026-03-01T09:31:00.000Z',
    },
    issuer: { text: [1, ISSUER_LENGTH_MAX] },
    version: { text: [1, SUBJECT_LENGTH_MAX] },
    digest: HASH,
    public_key: { like: '[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]', words: '32 bytes in base64url' },
    signature: { like: '[A-Za-z0-9_-]{85}[AQgw]', words: '64 bytes in base64url' },
  },
  kinds: Object.fromEntries(Object.entries(KINDS).map(([kind, { fields }]) => [kind, fields])),
  /** By the origin of a draw's randomness. */
  origins: {
    seed: { seed },
    commitment: {
      commitment: { record: { id, sha256: HASH } },
      client_seed: { text: [1, CLIENT_SEED_LENGTH_MAX] },
      nonce: { whole: [0, ANY] },
      previous: HASH,
    },
    round: { beacon },
    announced: { beacon, commitment: { record: { id } }, previous: HASH },
  },
  commitment: { sha256: HASH, draws_max: { whole: [1, ANY], nullable: true } },
  announcement: { beacon: { record: announced }, draws_max: { is: 1 } },
  reveal: { sha256: HASH, server_seed: HASH, draws: { whole: [0, ANY] }, last: HASH },
  balances: {
    permuted: sizes,
    equilibrium: sizes,
    big_stick: { limit: { whole: [1, LIMIT_MAX] } },
    minimisation: { factors: { list: factor, size: [1, FACTORS_MAX] }, probability: { whole: [1, 100] } },
  },
  assignment: {
    arms,
    sha256: HASH,
    allocation: id,
    participant_sha256: HASH,
    stratum: NAME,
    position: { whole: [0, PARTICIPANTS_MAX - 1] },
    arm: NAME,
  },
  minimised_assignment: {
    profile: base36(FACTORS_MAX),
    before: { list: { list: { whole: [0, MINIMISED_MAX] }, size: [ARMS_MIN, ARMS_MAX] }, size: [1, FACTORS_MAX] },
  },
  allocation: {
    arms,
    sha256: HASH,
    seed,
    strata: { list: { record: { stratum: NAME, assigned: { whole: [0, PARTICIPANTS_MAX] } } }, size: [1, STRATA_MAX] },
  },
  minimised_allocation: { profiles: base36(MINIMISED_MAX * FACTORS_MAX) },
} as const satisfies Record<string, Fields | Record<string, Fields | RecordField>>

/**
 * What is wrong with a supposed receipt; undefined if it has the right shape and every field is in its range.
 * @example receiptProblem({}) // => 'This is not a receipt.'
 */
export function receiptProblem(given: unknown): string | undefined {
  const { type, settings } = (given ?? {}) as { type?: unknown; settings?: unknown }
  if (typeof type === 'string' && LATER_TYPE.test(type)) {
    return `This is an ${type}, and this program knows only up to ${RECEIPT_TYPE}. Use a newer version of it.`
  }
  if (type !== RECEIPT_TYPE) return 'This is not a receipt.'
  const isObject = typeof settings === 'object' && settings !== null
  const { settings: _, ...rest } = given as Receipt
  const problem = isObject
    ? (fieldProblem({ record: RECEIPT_FIELDS.envelope }, rest, 'receipt') ?? settingsProblem(given as Receipt))
    : 'receipt.settings must be an object'
  return problem && `This is not a valid receipt: ${problem}.`
}

/**
 * @example isReceipt({}) // => false
 */
export function isReceipt(given: unknown): given is Receipt {
  return receiptProblem(given) === undefined
}

function settingsProblem(receipt: Receipt): string | undefined {
  const { subject, version, settings } = receipt
  const known = ['draw', 'commitment', 'reveal', 'assignment', 'allocation']
  if (!known.includes(subject)) return 'receipt.subject is not known'
  const isAllocation = subject === 'assignment' || subject === 'allocation'
  const definition = isAllocation ? 'allocation/1' : 'outcomes/1'
  if (version !== definition) return `receipt.version must be ${definition}`
  if (subject === 'draw') return drawProblem(settings, 'settings', RECEIPT_FIELDS.origins[originOf(settings)])
  if (subject === 'reveal') return fieldProblem({ record: RECEIPT_FIELDS.reveal }, settings, 'settings')
  return subject === 'commitment' ? commitmentProblem(settings) : allocationProblem(settings, subject)
}

export function originOf(settings: object): keyof typeof RECEIPT_FIELDS.origins {
  if (Object.hasOwn(settings, 'beacon')) return Object.hasOwn(settings, 'commitment') ? 'announced' : 'round'
  return Object.hasOwn(settings, 'commitment') ? 'commitment' : 'seed'
}

function commitmentProblem(settings: CommitmentReceipt['settings']): string | undefined {
  if (!Object.hasOwn(settings, 'beacon')) {
    return fieldProblem({ record: RECEIPT_FIELDS.commitment }, settings, 'settings')
  }
  const { draw, ...rest } = settings
  return (
    fieldProblem({ record: RECEIPT_FIELDS.announcement }, rest, 'settings') ?? drawProblem(draw, 'settings.draw', {})
  )
}

/** Checks the fields of the kind, and those of the origin. */
function drawProblem(settings: unknown, path: string, origin: Fields): string | undefined {
  const { kind, dice = 1, count = 0 } = (settings ?? {}) as { kind?: unknown; dice?: number; count?: number }
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) return `${path}.kind is not known`
  const { record, optional = {} }: RecordField = KINDS[kind as DrawnSettings['kind']].fields
  const problem = fieldProblem({ record: { kind: { is: kind }, ...record, ...origin }, optional }, settings, path)
  if (problem !== undefined || kind !== 'dice' || dice * count <= DRAW_NUMBERS_MAX) return problem
  return `${path} must have at most ${DRAW_NUMBERS_MAX} dice in all throws`
}

/** Checks the fields of an allocation or an assignment, by its balancing rule. */
function allocationProblem(settings: AllocationSettings, subject: 'assignment' | 'allocation'): string | undefined {
  const { balances, [subject]: own, [`minimised_${subject}` as const]: minimised } = RECEIPT_FIELDS
  const { block } = settings
  if (typeof block !== 'string' || !Object.hasOwn(balances, block)) return 'settings.block is not known'
  const more = block === 'minimisation' ? minimised : {}
  const record = { block: { is: block }, ...own, ...balances[block], ...more }
  const problem = fieldProblem({ record }, settings, 'settings')
  if (problem !== undefined || subject === 'assignment') return problem
  const people = (settings as AllocationReceipt['settings']).strata.reduce((sum, { assigned }) => sum + assigned, 0)
  return people <= PARTICIPANTS_MAX ? undefined : `settings.strata must have at most ${PARTICIPANTS_MAX} participants`
}

function base36(most: number) {
  return { like: `[0-9a-z]{0,${most}}`, words: `at most ${most} digits of base 36` } as const
}
