// What a receipt says.
import { DRAND_CHAIN, DRAND_ROUND_MAX, DRAND_SIGNATURE } from '../beacons/beacons.ts'
import {
  ARMS_MAX,
  ARMS_MIN,
  BLOCK_SIZE_MAX,
  BLOCK_SIZES_MAX,
  type BlockKind,
  CARDS_MAX,
  CLIENT_SEED_LENGTH_MAX,
  DECK_SIZE_MAX,
  DICE_MAX,
  DRAW_NUMBERS_MAX,
  ENTRIES_MAX,
  FACTOR_WEIGHT_MAX,
  FACTORS_MAX,
  LEVELS_MAX,
  LIMIT_MAX,
  LOOT_ITEMS_MAX,
  MINIMISED_MAX,
  OPTIONS_MAX,
  PARTICIPANTS_MAX,
  PITY_AFTER_MAX,
  PITY_AFTER_MIN,
  PITY_BOOST_MAX,
  PITY_RULES_MAX,
  type PityRule,
  STRATA_MAX,
  WEIGHT_MAX,
} from '../outcomes/outcomes.ts'
import { isSeed, type Seed } from '../setting.ts'
import { firstOf, hash, like, list, oneOf, type Rule, record, text, whole } from './rules.ts'

export const RECEIPT_TYPE = 'equipoise-receipt/2'
const LATER_TYPE = /^equipoise-receipt\/([3-9]|[1-9]\d{1,8})$/

interface Signed<Subject extends string, Settings> {
  readonly type: typeof RECEIPT_TYPE
  readonly subject: Subject
  /** Of the draw, commitment, allocation or assignment. */
  readonly id: string
  /** ISO 8601, UTC. */
  readonly issued_at: string
  /** The address of the service. */
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

/** A round of a beacon that was announced. */
export interface AnnouncedRound {
  readonly name: 'drand'
  /** The hash that identifies the network. */
  readonly chain: string
  readonly round: number
}

/** Where the randomness came from: a seed, a commitment with the client's part, or a round of a beacon. */
export interface Origin {
  readonly seed?: Seed | undefined
  /** A commitment to a round has no hash of a server seed. */
  readonly commitment?: { readonly id: string; readonly sha256?: string | undefined } | undefined
  readonly beacon?: (AnnouncedRound & { readonly signature: string }) | undefined
  readonly client_seed?: string | undefined
  readonly nonce?: number | undefined
  /** The hash of the receipt before: of nonce - 1, or of the commitment for nonce 0. */
  readonly previous?: string | undefined
}

export type DrawnSettings =
  | { readonly kind: 'integers'; readonly min: number; readonly max: number; readonly count: number }
  | {
      readonly kind: 'dice'
      readonly dice: number
      readonly sides: number
      readonly modifier: number
      readonly count: number
    }
  | {
      readonly kind: 'choice'
      readonly options: readonly { readonly name: string; readonly weight: number }[]
      readonly count: number
    }
  | {
      readonly kind: 'shuffle' | 'sample' | 'winners'
      readonly size: number
      readonly count: number
      readonly entries?: string | undefined
    }
  | {
      readonly kind: 'loot'
      readonly items: readonly { readonly name: string; readonly weight: number }[]
      readonly pity: readonly PityRule[]
      /** Pulls since the last hit of each guarantee, before this draw. */
      readonly state: readonly number[]
      /** Whose guarantees these are; draws of one player from one table continue each other. */
      readonly player?: string | undefined
      readonly count: number
    }
  | {
      readonly kind: 'deck'
      /** How many copies are left before this draw. */
      readonly cards: readonly { readonly name: string; readonly copies: number }[]
      readonly count: number
    }

export interface AllocationSettings {
  readonly arms: readonly { readonly name: string; readonly weight: number }[]
  readonly block: BlockKind
  /** Of permuted and equilibrium. */
  readonly block_sizes?: readonly number[] | undefined
  /** Of the big stick. */
  readonly limit?: number | undefined
  /** Of minimisation, and how often the best arm is taken, in per cent. */
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
/** Says how many draws a commitment served, and which was the last: nothing can be left out of a chain that ends with it. */
export type RevealReceipt = Signed<
  'reveal',
  {
    readonly sha256: string
    readonly server_seed: string
    readonly draws: number
    /** The hash of the last receipt: of nonce draws - 1, or of the commitment if nothing was drawn. */
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
    /** Of minimisation: the participant's levels, and for each factor how many people with the same level each arm had. */
    readonly profile?: string | undefined
    readonly before?: readonly (readonly number[])[] | undefined
  }
>
export type AllocationReceipt = Signed<
  'allocation',
  AllocationSettings & {
    readonly seed: Seed
    readonly strata: readonly { readonly stratum: string; readonly assigned: number }[]
    /** Of minimisation: the levels of everybody in order, one digit of base 36 for each factor. */
    readonly profiles?: string | undefined
  }
>
export type Receipt = DrawReceipt | CommitmentReceipt | RevealReceipt | AssignmentReceipt | AllocationReceipt

const NAME_LENGTH_MAX = 256
const ISSUER_LENGTH_MAX = 2_048
const MODIFIER_MAX = 999_999_999
const SIDES_MAX = 2 ** 32
const ANY = Number.MAX_SAFE_INTEGER

const id = like(/^[0-9A-Za-z-]{1,64}$/, 'an id of 1 to 64 letters, digits and hyphens')
const seed: Rule = (value, path) => (isSeed(value) ? undefined : `${path} must be a seed`)
const count = whole(1, DRAW_NUMBERS_MAX)
const size = whole(1, ENTRIES_MAX)
const name = text(0, NAME_LENGTH_MAX)
const weighted = (most: number) => record({ name, weight: whole(1, most) })

const pityRule = record(
  { items: list(whole(0, LOOT_ITEMS_MAX), [1, LOOT_ITEMS_MAX]), after: whole(PITY_AFTER_MIN, PITY_AFTER_MAX) },
  { from: whole(1, PITY_AFTER_MAX), boost: whole(1, PITY_BOOST_MAX) },
)

const KINDS: Record<DrawnSettings['kind'], Rules> = {
  integers: [{ min: whole(-ANY, ANY), max: whole(-ANY, ANY), count }],
  dice: [{ dice: whole(1, DICE_MAX), sides: whole(2, SIDES_MAX), modifier: whole(-MODIFIER_MAX, MODIFIER_MAX), count }],
  choice: [{ options: list(weighted(ANY), [1, OPTIONS_MAX]), count }],
  shuffle: [{ size, count }, { entries: hash }],
  sample: [{ size, count }, { entries: hash }],
  winners: [{ size, count, entries: hash }],
  loot: [
    {
      items: list(weighted(ANY), [1, LOOT_ITEMS_MAX]),
      pity: list(pityRule, [0, PITY_RULES_MAX]),
      state: list(whole(0, PITY_AFTER_MAX), [0, PITY_RULES_MAX]),
      count,
    },
    { player: text(1, NAME_LENGTH_MAX) },
  ],
  deck: [{ cards: list(record({ name, copies: whole(0, DECK_SIZE_MAX) }), [1, CARDS_MAX]), count }],
}
const announced = { name: oneOf('drand'), chain: oneOf(DRAND_CHAIN), round: whole(1, DRAND_ROUND_MAX) }
const signedRound = record({ ...announced, signature: like(DRAND_SIGNATURE, '96 hexadecimal digits') })
const committed = {
  commitment: record({ id, sha256: hash }),
  client_seed: text(1, CLIENT_SEED_LENGTH_MAX),
  nonce: whole(0, ANY),
  previous: hash,
}
const arms = list(weighted(WEIGHT_MAX), [ARMS_MIN, ARMS_MAX])
const sizes = list(whole(1, BLOCK_SIZE_MAX), [1, BLOCK_SIZES_MAX])
const factor = record({ name, levels: list(name, [2, LEVELS_MAX]), weight: whole(1, FACTOR_WEIGHT_MAX) })
/** The fields of each rule of balance, beside those of all. */
const BALANCED: Record<BlockKind, Record<string, Rule>> = {
  permuted: { block_sizes: sizes },
  equilibrium: { block_sizes: sizes },
  big_stick: { limit: whole(1, LIMIT_MAX) },
  minimisation: { factors: list(factor, [1, FACTORS_MAX]), probability: whole(1, 100) },
}
const digits =
  (most: number): Rule =>
  (value, path) =>
    typeof value === 'string' && value.length <= most && /^[0-9a-z]*$/.test(value)
      ? undefined
      : `${path} must be at most ${most} digits of base 36`
const before = list(list(whole(0, MINIMISED_MAX), [ARMS_MIN, ARMS_MAX]), [1, FACTORS_MAX])
const assignment = allocated(
  {
    allocation: id,
    participant_sha256: hash,
    stratum: name,
    position: whole(0, PARTICIPANTS_MAX - 1),
    arm: name,
  },
  { profile: digits(FACTORS_MAX), before },
)
const strata = list(record({ stratum: name, assigned: whole(0, PARTICIPANTS_MAX) }), [1, STRATA_MAX])
const closed = allocated({ seed, strata }, { profiles: digits(MINIMISED_MAX * FACTORS_MAX) })
const allocation: Rule = (value, path) =>
  closed(value, path) ??
  (sumOf((value as AllocationReceipt['settings']).strata) <= PARTICIPANTS_MAX
    ? undefined
    : `${path}.strata must have at most ${PARTICIPANTS_MAX} participants`)

type Rules = readonly [fields: Record<string, Rule>, optional?: Record<string, Rule>]

const SETTINGS: Record<Receipt['subject'], Rule> = {
  draw: (value, path) =>
    drawRule(Object.hasOwn(value as object, 'beacon') ? beaconOrigin(value as object) : committed)(value, path),
  commitment: (value, path) =>
    Object.hasOwn(value as object, 'beacon')
      ? record({ beacon: record(announced), draw: drawRule({}), draws_max: oneOf(1) })(value, path)
      : record({
          sha256: hash,
          draws_max: (most, where) => (most === null ? undefined : whole(1, ANY)(most, where)),
        })(value, path),
  reveal: record({ sha256: hash, server_seed: hash, draws: whole(0, ANY), last: hash }),
  assignment,
  allocation,
}

const envelope = record({
  type: oneOf(RECEIPT_TYPE),
  subject: text(1, 20),
  id,
  issued_at: like(
    /^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/,
    'a time such as 2026-03-01T09:31:00.000Z',
  ),
  issuer: text(1, ISSUER_LENGTH_MAX),
  version: text(1, 20),
  settings: (value, path) => (typeof value === 'object' && value !== null ? undefined : `${path} must be an object`),
  digest: hash,
  public_key: like(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, '32 bytes in base64url'),
  signature: like(/^[A-Za-z0-9_-]{85}[AQgw]$/, '64 bytes in base64url'),
})

/** What is wrong with something that claims to be a receipt; undefined if it has the shape of one and every field is in its range. */
export function receiptProblem(given: unknown): string | undefined {
  const type = (given as { type?: unknown } | null)?.type
  if (typeof type === 'string' && LATER_TYPE.test(type)) {
    return `This is an ${type}, and this program knows only up to ${RECEIPT_TYPE}. Use a newer version of it.`
  }
  if (type !== RECEIPT_TYPE) return 'This is not a receipt.'
  const problem = firstOf([() => envelope(given, 'receipt'), () => settingsProblem(given as Receipt)])
  return problem && `This is not a valid receipt: ${problem}.`
}

export function isReceipt(given: unknown): given is Receipt {
  return receiptProblem(given) === undefined
}

function settingsProblem({ subject, version, settings }: Receipt): string | undefined {
  const rule = SETTINGS[subject]
  if (!Object.hasOwn(SETTINGS, subject)) return 'receipt.subject is not known'
  const definition = subject === 'assignment' || subject === 'allocation' ? 'allocation/1' : 'outcomes/1'
  return oneOf(definition)(version, 'receipt.version') ?? rule(settings, 'settings')
}

/** A round by itself, or one that a commitment announced. */
function beaconOrigin(value: object): Record<string, Rule> {
  const beacon = signedRound
  return Object.hasOwn(value, 'commitment') ? { beacon, commitment: record({ id }), previous: hash } : { beacon }
}

/** The fields of the kind, and those of where the randomness came from: a seed if neither a commitment nor a round is given. */
function drawRule(origin: Record<string, Rule>): Rule {
  return (value, path) => {
    const given = (value ?? {}) as { kind?: unknown }
    const { kind } = given
    if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) return `${path}.kind is not known`
    const [fields, optional] = KINDS[kind as DrawnSettings['kind']]
    const isFromSeed = Object.hasOwn(origin, 'nonce') && !Object.hasOwn(given, 'commitment')
    const problem = record({ kind: oneOf(kind), ...fields, ...(isFromSeed ? { seed } : origin) }, optional)(value, path)
    const { dice = 1, count: throws = 0 } = given as { dice?: number; count?: number }
    if (problem !== undefined || kind !== 'dice' || dice * throws <= DRAW_NUMBERS_MAX) return problem
    return `${path} must have at most ${DRAW_NUMBERS_MAX} dice in all throws`
  }
}

/** The fields of an allocation by its rule of balance, others, and those that only minimisation has. */
function allocated(others: Record<string, Rule>, minimised: Record<string, Rule>): Rule {
  return (value, path) => {
    const { block } = (value ?? {}) as { block?: unknown }
    if (typeof block !== 'string' || !Object.hasOwn(BALANCED, block)) return `${path}.block is not known`
    const own = { ...BALANCED[block as BlockKind], ...(block === 'minimisation' ? minimised : {}) }
    return record({ arms, block: oneOf(block), sha256: hash, ...own, ...others })(value, path)
  }
}

function sumOf(given: readonly { readonly assigned: number }[]): number {
  return given.reduce((sum, { assigned }) => sum + assigned, 0)
}
