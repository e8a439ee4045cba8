// Receipts signed as by the service, for tests.
import { generateKeyPairSync, sign } from 'node:crypto'
import {
  allocationDigest,
  canonicalJson,
  commitmentOf,
  DRAND_CHAIN,
  type DrawnSettings,
  type DrawReceipt,
  drandRandomness,
  drawOutcome,
  fairSeed,
  lootStateAfter,
  minimisedArms,
  outcomeDigest,
  outcomeSettingOf,
  type Receipt,
  receiptHash,
  receiptMessage,
  sha256Hex,
} from '../src/engine.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')

/** The key that signs them, as a receipt names it. */
export const KEY = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
export const SERVER_SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const SHA256 = commitmentOf(SERVER_SEED)
const ROUND_1000 = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'

export function signed(fields: object): Receipt {
  const unsigned = {
    type: 'equipoise-receipt/2',
    id: 'id',
    issued_at: '2026-03-01T09:31:00.000Z',
    issuer: 'https://equipoise.example',
    ...fields,
    public_key: KEY,
  } as unknown as Receipt
  return { ...unsigned, signature: sign(null, receiptMessage(unsigned), privateKey).toString('base64url') }
}

export function signedDraw(settings: object, seed: string | number = 'demo'): Receipt {
  const digest = outcomeDigest(drawOutcome(outcomeSettingOf(settings as never), seed))
  return signed({ subject: 'draw', version: 'outcomes/1', settings: { ...settings, seed }, digest })
}

/** A loot table with two guarantees, and a deck of which some cards are gone. */
export const LOOT = {
  kind: 'loot',
  items: [
    { name: 'common', weight: 90 },
    { name: 'rare', weight: 9 },
    { name: 'legendary', weight: 1 },
  ],
  pity: [
    { items: [2], after: 30, from: 20, boost: 7 },
    { items: [1, 2], after: 10 },
  ],
  state: [28, 3],
  player: 'player 1842',
  count: 40,
} as const
export const DECK = {
  kind: 'deck',
  cards: [
    { name: 'ace', copies: 4 },
    { name: 'king', copies: 0 },
    { name: 'queen', copies: 2 },
  ],
  count: 5,
} as const

/** A closed allocation by minimisation, and the receipt of its last participant. */
export function signedMinimisation(): [allocation: Receipt, assignment: Receipt] {
  const factors = [
    { name: 'sex', levels: ['female', 'male'], weight: 2 },
    { name: 'site', levels: ['Porto', 'Utrecht', 'Oslo'], weight: 1 },
  ]
  const arms = [
    { name: 'treatment', weight: 2 },
    { name: 'control', weight: 1 },
  ]
  const plan = {
    weights: [2, 1],
    factors: factors.map(({ levels, weight }) => ({ levels: levels.length, weight })),
    probability: 80,
  }
  const profiles = '0011021200121110020111021200'
  const found = minimisedArms(plan, { seed: 'trial', profiles })
  const last = found.length - 1
  const before = [0, 1].map((f) =>
    [0, 1].map((arm) => {
      const same = (i: number) => profiles[2 * i + f] === profiles[2 * last + f]
      return found.slice(0, last).filter((one, i) => one === arm && same(i)).length
    }),
  )
  const settings = { arms, block: 'minimisation', factors, probability: 80, sha256: sha256Hex('trial') }
  const closed = { ...settings, seed: 'trial', strata: [{ stratum: '', assigned: found.length }], profiles }
  const arm = found[last] ?? 0
  const one = {
    ...settings,
    allocation: 'a',
    participant_sha256: SHA256,
    stratum: '',
    position: last,
    arm: arms[arm]?.name,
    profile: profiles.slice(-2),
    before,
  }
  const about = { version: 'allocation/1' }
  return [
    signed({ ...about, subject: 'allocation', settings: closed, digest: allocationDigest([found]) }),
    signed({ ...about, subject: 'assignment', settings: one, digest: sha256Hex(String(arm)) }),
  ]
}

/** Pulls of one player one after another, each continuing the guarantees of the one before unless `state` says otherwise. */
export function signedPulls(count: number, state?: readonly number[]): Receipt[] {
  const about = { id: 'c', version: 'outcomes/1', digest: SHA256 }
  const chain = [signed({ ...about, subject: 'commitment', settings: { sha256: SHA256, draws_max: null } })]
  let now: readonly number[] = [0, 0]
  for (let nonce = 0; nonce < count; nonce++) {
    const settings = { ...LOOT, state: nonce === count - 1 && state ? state : now, count: 3 }
    const setting = outcomeSettingOf(settings)
    const seed = fairSeed(SERVER_SEED, 'alice', nonce)
    const origin = { commitment: { id: 'c', sha256: SHA256 }, client_seed: 'alice', nonce }
    const all = { ...settings, ...origin, previous: receiptHash(chain[nonce] as Receipt) }
    const digest = outcomeDigest(drawOutcome(setting, seed))
    chain.push(signed({ id: `p${nonce}`, subject: 'draw', version: 'outcomes/1', settings: all, digest }))
    if (setting.kind === 'loot') now = lootStateAfter(setting, seed)
  }
  const settings = {
    sha256: SHA256,
    server_seed: SERVER_SEED,
    draws: count,
    last: receiptHash(chain.at(-1) as Receipt),
  }
  return [...chain, signed({ ...about, subject: 'reveal', settings })]
}

const DICE: DrawnSettings = { kind: 'dice', dice: 3, sides: 6, modifier: 0, count: 1 }

/** The receipts of a commitment, of this many draws (three dice by default), and of its reveal. */
export function signedChain(draws: number, drawsMax: number | null = null, settings = DICE): Receipt[] {
  const about = { id: 'c', version: 'outcomes/1', digest: SHA256 }
  const chain = [signed({ ...about, subject: 'commitment', settings: { sha256: SHA256, draws_max: drawsMax } })]
  for (let nonce = 0; nonce < draws; nonce++) {
    chain.push(signedLink(nonce, receiptHash(chain[nonce] as Receipt), { settings }))
  }
  const last = receiptHash(chain.at(-1) as Receipt)
  const revealed = { sha256: SHA256, server_seed: SERVER_SEED, draws, last }
  return [...chain, signed({ ...about, subject: 'reveal', settings: revealed })]
}

const INTEGERS: DrawnSettings = { kind: 'integers', min: 1, max: 100, count: 3 }

/** A draw from the real round 1000 of drand, by default announced before the round and made after it. */
export function signedRoundDraw(draw = INTEGERS, issued_at = '2023-08-23T15:00:00.000Z'): [Receipt, Receipt] {
  const beacon = { name: 'drand', chain: DRAND_CHAIN, round: 1000 }
  const settings = { beacon, draw, draws_max: 1 }
  const about = { version: 'outcomes/1', issued_at }
  const digest = sha256Hex(canonicalJson(settings))
  const commitment = signed({ ...about, id: 'b', subject: 'commitment', settings, digest })
  const previous = receiptHash(commitment)
  const origin = { beacon: { ...beacon, signature: ROUND_1000 }, commitment: { id: 'b' }, previous }
  const outcome = drawOutcome(outcomeSettingOf(draw), fairSeed(drandRandomness(ROUND_1000), previous, 0))
  const drawn = { subject: 'draw', version: 'outcomes/1', settings: { ...draw, ...origin } }
  return [commitment, signed({ ...drawn, digest: outcomeDigest(outcome) })]
}

export function signedLink(
  nonce: number,
  previous: string,
  { clientSeed = 'alice', settings = DICE } = {},
): DrawReceipt {
  const origin = { commitment: { id: 'c', sha256: SHA256 }, client_seed: clientSeed, nonce, previous }
  const digest = outcomeDigest(drawOutcome(outcomeSettingOf(settings), fairSeed(SERVER_SEED, clientSeed, nonce)))
  const all = { id: `d${nonce}`, subject: 'draw', version: 'outcomes/1', settings: { ...settings, ...origin }, digest }
  return signed(all) as DrawReceipt
}
