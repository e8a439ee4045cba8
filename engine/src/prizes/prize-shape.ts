// The two signed documents of a prize draw. The lock is published before its round; the result follows from both.
import { DRAND_CHAIN, DRAND_ROUND_MAX } from '../beacons/beacons.ts'
import { type Field, fieldProblem, HASH, NAME_LENGTH_MAX, type RecordField, type ValueOf } from '../fields.ts'
import { RECEIPT_FIELDS } from '../receipts/receipts.ts'

export const PRIZE_TYPE = 'equipoise-prize/1'

/** The limits of a prize draw. */
export const PRIZE_LIMITS = {
  entries: 50_000,
  entryLength: NAME_LENGTH_MAX,
  winners: 1_000,
  reserves: 1_000,
  exclusions: 200,
  titleLength: 100,
  organiserLength: 200,
  ruleLines: 50,
  ruleLength: 500,
  reasonLength: 300,
  prizeKinds: 50,
  prizes: 1_000,
  prizeLength: 100,
} as const

const { id, issued_at: time, issuer, public_key, signature } = RECEIPT_FIELDS.envelope
const position = { whole: [1, PRIZE_LIMITS.entries] } as const
const round = { chain: { is: DRAND_CHAIN }, round: { whole: [1, DRAND_ROUND_MAX] } } as const
const reason = { text: [1, PRIZE_LIMITS.reasonLength] } as const
const envelope = { type: { is: PRIZE_TYPE }, id, issued_at: time, issuer, public_key, signature } as const

const lock = {
  record: {
    ...envelope,
    subject: { is: 'lock' },
    /** How many prize draws the account has locked, with this one. */
    number: { whole: [1, 1_000_000_000] },
    title: { text: [1, PRIZE_LIMITS.titleLength] },
    organiser: { text: [1, PRIZE_LIMITS.organiserLength] },
    rules: { list: { text: [0, PRIZE_LIMITS.ruleLength] }, size: [0, PRIZE_LIMITS.ruleLines] },
    closed_at: time,
    pool: { record: { root: HASH, size: position, free: { whole: [0, PRIZE_LIMITS.entries] } } },
    winners: { whole: [1, PRIZE_LIMITS.winners] },
    reserves: { whole: [0, PRIZE_LIMITS.reserves] },
    drand: { record: round },
  },
  optional: {
    /** The second beacon: the pulse of NIST of this minute, which is public before the round. */
    nist: { record: { at: time } },
    replaces: { record: { id, reason } },
  },
} as const satisfies RecordField

/** An instant-win list: which ticket has which prize, sealed before sales. */
const instant = {
  record: {
    ...envelope,
    subject: { is: 'instant' },
    number: lock.record.number,
    title: lock.record.title,
    organiser: lock.record.organiser,
    rules: lock.record.rules,
    sales_at: time,
    ends_at: time,
    pool: { record: { root: HASH, size: position, free: { whole: [0, 0] } } },
    prizes: {
      list: { record: { name: { text: [1, NAME_LENGTH_MAX] }, count: { whole: [1, PRIZE_LIMITS.prizes] } } },
      size: [1, PRIZE_LIMITS.prizeKinds],
    },
  },
} as const satisfies RecordField

const exclusion = {
  record: { position, kind: { like: 'excluded|unclaimed', words: 'excluded or unclaimed' }, at: time, reason },
} as const
const positions = { list: position, size: [0, PRIZE_LIMITS.winners] } as const

const result = {
  record: {
    ...envelope,
    subject: { is: 'result' },
    /** The hash of the lock. */
    lock: HASH,
    drand: { record: { ...round, signature: { like: '[0-9a-f]{96}', words: '96 hexadecimal digits' } } },
    exclusions: { list: exclusion, size: [0, PRIZE_LIMITS.exclusions] },
    winners: positions,
    reserves: positions,
  },
  /** The pulse, packed, if the lock names one. */
  optional: { nist: { record: { pulse: { like: '[0-9a-f]{1000,4000}', words: 'a packed pulse' } } } },
} as const satisfies RecordField

export type PrizeLock = ValueOf<typeof lock>
export type InstantLock = ValueOf<typeof instant>
export type PrizeResult = ValueOf<typeof result>
export type Exclusion = ValueOf<typeof exclusion>

const SHAPES = { lock, instant, result } as const
const WHAT = {
  lock: 'the lock of a prize draw',
  instant: 'an instant-win list',
  result: 'the result of a prize draw',
} as const

/**
 * What is wrong with a supposed lock, list or result; undefined if nothing is.
 * @example prizeProblem({}, 'lock') // => 'This is not the lock of a prize draw.'
 */
export function prizeProblem(given: unknown, subject: keyof typeof SHAPES): string | undefined {
  const found = (given ?? {}) as { type?: unknown; subject?: unknown }
  if (found.type !== PRIZE_TYPE || found.subject !== subject) return `This is not ${WHAT[subject]}.`
  const problem = fieldProblem(SHAPES[subject] as Field, given, subject)
  return problem && `This is not a valid ${subject}: ${problem}.`
}
