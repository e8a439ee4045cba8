// A prize draw as the service would file it, for tests: decided by round 1000 of drand.
import { createHash } from 'node:crypto'
import {
  canonicalJson,
  codeOf,
  DRAND_CHAIN,
  type Exclusion,
  entrySalt,
  entrySeal,
  PRIZE_TYPE,
  type PrizeLock,
  packPulse,
  poolLeaf,
  poolTree,
  prizeOutcome,
  prizeSeed,
  type Route,
  receiptHash,
} from '../src/engine.ts'
import published from './nist-pulse.json' with { type: 'json' }
import { signed } from './signed-receipts.ts'

export const ROUND = 1000
export const SIGNATURE =
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
export const BEFORE = '2023-08-23T15:00:00.000Z'
export const AFTER = '2023-08-23T16:00:00.000Z'
const KEY = '11'.repeat(32)

export interface Changes {
  readonly lock?: object
  readonly result?: object
  readonly exclusions?: readonly Exclusion[]
  /** A pulse of NIST, packed, if two beacons decide. */
  readonly pulse?: string
}

/** The minute of NIST that is about five minutes before the round. */
export const PULSE_AT = '2023-08-23T15:54:00.000Z'

/** A pulse of this minute, packed, and as a host that simulates NIST answers. */
export function pulseOf(at: string): { packed: string; pulse: object } {
  const real = published.pulse
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const packed = (packPulse(real) ?? '').replace(hex(real.timeStamp), hex(at))
  const outputValue = createHash('sha512').update(packed, 'hex').digest('hex')
  return { packed, pulse: { ...real, timeStamp: at, outputValue } }
}

export function treeOf(leaves: readonly Uint8Array[]): Uint8Array {
  const steps = poolTree(Buffer.concat(leaves))
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** A list whose tickets have these prizes, or none, that was locked an hour before sales. */
export function instantFile(tickets: readonly string[], more: object = {}) {
  const rows = tickets.map((entry, i): [Route, string, string, string] => {
    const salt = entrySalt(KEY, i + 1)
    return ['paid', entrySeal(salt, entry), salt, entry]
  })
  const tree = treeOf(rows.map(([route, sealed], i) => poolLeaf(i + 1, { route, sealed })))
  const lock = signed({
    type: PRIZE_TYPE,
    id: 'list-1',
    subject: 'instant',
    issued_at: '2023-08-23T14:00:00.000Z',
    number: 1,
    title: 'Spring tickets',
    organiser: 'Example Ltd',
    rules: [],
    sales_at: BEFORE,
    ends_at: AFTER,
    pool: { root: Buffer.from(tree.subarray(-32)).toString('hex'), size: rows.length, free: 0 },
    prizes: [
      { name: 'A mug', count: 2 },
      { name: 'A voucher of £5', count: 1 },
    ],
    ...more,
  })
  return { lock, rows, tree }
}

export function prizeFile(
  entries: readonly string[],
  { lock: more, result: other, exclusions = [], pulse }: Changes = {},
) {
  const rows = entries.map((entry, i): [Route, string, string, string] => {
    const salt = entrySalt(KEY, i + 1)
    return [i % 5 === 4 ? 'free' : 'paid', entrySeal(salt, entry), salt, entry]
  })
  const tree = treeOf(rows.map(([route, sealed], i) => poolLeaf(i + 1, { route, sealed })))
  const pool = {
    root: Buffer.from(tree.subarray(-32)).toString('hex'),
    size: rows.length,
    free: rows.filter(([route]) => route === 'free').length,
  }
  const common = { type: PRIZE_TYPE, id: 'prize-1' }
  const drand = { chain: DRAND_CHAIN, round: ROUND }
  const lock = signed({
    ...common,
    subject: 'lock',
    issued_at: BEFORE,
    number: 1,
    title: 'Spring prize',
    organiser: 'Example Ltd',
    rules: ['One entry each.'],
    closed_at: BEFORE,
    pool,
    winners: 2,
    reserves: 1,
    drand,
    ...(pulse === undefined ? {} : { nist: { at: PULSE_AT } }),
    ...more,
  }) as unknown as PrizeLock
  const outcome = prizeOutcome(lock, prizeSeed(lock, SIGNATURE, pulse), exclusions)
  const result = signed({
    ...common,
    subject: 'result',
    issued_at: AFTER,
    lock: receiptHash(lock as never),
    drand: { ...drand, signature: SIGNATURE },
    exclusions,
    ...(pulse === undefined ? {} : { nist: { pulse } }),
    ...outcome,
    ...other,
  })
  const codes = rows.map(([, , salt], i) => codeOf(i + 1, salt))
  return { lock, result, rows, tree, codes, outcome, text: canonicalJson(lock) }
}

/** What an authority of RFC 3161 answers, as far as it is read: a status, and signed data around the TSTInfo. */
export function stampSaying(sha256: string, time: string): Uint8Array {
  const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
    const content = Buffer.concat(parts)
    const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255]
    return Buffer.concat([Buffer.of(tag, ...length), content])
  }
  const algorithm = Buffer.from('300d06096086480165030402010500', 'hex')
  const imprint = der(0x30, algorithm, der(0x04, Buffer.from(sha256, 'hex')))
  const policy = Buffer.from('06032a0304', 'hex')
  const info = der(
    0x30,
    der(0x02, Buffer.of(1)),
    policy,
    imprint,
    der(0x02, Buffer.of(7)),
    der(0x18, Buffer.from(time)),
  )
  const wrapped = der(0x30, Buffer.from('060b2a864886f70d0109100104', 'hex'), der(0xa0, der(0x04, info)))
  const signedData = der(0x30, der(0x02, Buffer.of(3)), der(0x31, algorithm), wrapped)
  const content = der(0x30, Buffer.from('06092a864886f70d010702', 'hex'), der(0xa0, signedData))
  return der(0x30, der(0x30, der(0x02, Buffer.of(0))), content)
}
