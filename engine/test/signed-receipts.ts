// Receipts as the service signs them, for tests.
import { generateKeyPairSync, sign } from 'node:crypto'
import {
  commitmentOf,
  type DrawReceipt,
  drawOutcome,
  fairSeed,
  outcomeDigest,
  outcomeSettingOf,
  type Receipt,
  receiptHash,
  receiptMessage,
} from '../src/engine.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')

/** The key that signs them, as a receipt names it. */
export const KEY = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
export const SERVER_SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const SHA256 = commitmentOf(SERVER_SEED)

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

/** The receipts of a commitment with so many throws of three dice, and of its reveal. */
export function signedChain(draws: number, drawsMax: number | null = null): Receipt[] {
  const about = { id: 'c', version: 'outcomes/1', digest: SHA256 }
  const chain = [signed({ ...about, subject: 'commitment', settings: { sha256: SHA256, draws_max: drawsMax } })]
  for (let nonce = 0; nonce < draws; nonce++) chain.push(signedLink(nonce, receiptHash(chain[nonce] as Receipt)))
  const last = receiptHash(chain.at(-1) as Receipt)
  const settings = { sha256: SHA256, server_seed: SERVER_SEED, draws, last }
  return [...chain, signed({ ...about, subject: 'reveal', settings })]
}

export function signedLink(nonce: number, previous: string, clientSeed = 'alice'): DrawReceipt {
  const settings = { kind: 'dice', dice: 3, sides: 6, modifier: 0, count: 1 } as const
  const origin = { commitment: { id: 'c', sha256: SHA256 }, client_seed: clientSeed, nonce, previous }
  const digest = outcomeDigest(drawOutcome(outcomeSettingOf(settings), fairSeed(SERVER_SEED, clientSeed, nonce)))
  const all = { id: `d${nonce}`, subject: 'draw', version: 'outcomes/1', settings: { ...settings, ...origin }, digest }
  return signed(all) as DrawReceipt
}
