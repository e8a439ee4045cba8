// Receipts of one commitment together. Each carries the hash of the one before, so that a draw that was left out or made twice shows;
// the receipt of the reveal says which was the last.
import { fairSeed, lootStateAfter, outcomeSettingOf } from '../outcomes/outcomes.ts'
import { canonicalJson, receiptHash } from './canonical.ts'
import { type ProvenChain, provenBeside, provenTogether } from './headlines.ts'
import { type Evidence, type Verification, verifyReceipt } from './receipt.ts'
import type { CommitmentReceipt, DrawReceipt, Receipt, RevealReceipt } from './receipt-shape.ts'

export interface NamedReceipt {
  /** A name for the reader, such as that of a file. */
  readonly name: string
  readonly receipt: unknown
}

/** The result for all receipts of one commitment. */
export interface ChainFinding {
  readonly commitment: string
  /** `complete`: nothing is missing, and nothing can be. `open`: nothing is missing so far. */
  readonly state: 'complete' | 'open' | 'failed'
  readonly detail: string
}

export interface ChainVerification {
  /** Whether every receipt is valid, and no chain failed. */
  readonly valid: boolean
  /** Whether every receipt and every chain is complete. */
  readonly complete: boolean
  /** What the weakest receipt proves, if everything is complete: no more than was checked. */
  readonly proves?: string
  readonly receipts: readonly {
    readonly name: string
    readonly receipt: unknown
    readonly verification: Verification
    /** What this receipt proves beside the others, if everything is complete. */
    readonly proves?: string | undefined
  }[]
  readonly chains: readonly ChainFinding[]
}

interface Chain {
  readonly id: string
  readonly commitments: { name: string; receipt: CommitmentReceipt }[]
  readonly reveals: { name: string; receipt: RevealReceipt }[]
  readonly draws: { name: string; receipt: DrawReceipt }[]
}

const LISTED_MAX = 10

/**
 * Checks each receipt, then those of each commitment together. Takes server seeds from valid receipts of reveals.
 * @example verifyChain([]).chains // => []
 */
export function verifyChain(given: readonly NamedReceipt[], evidence: Evidence = {}): ChainVerification {
  const seeds = new Map<string, string>()
  for (const { receipt } of given) {
    const reveal = receipt as RevealReceipt
    if (verifyReceipt(receipt, { keys: evidence.keys }).valid && reveal.subject === 'reveal') {
      seeds.set(reveal.settings.sha256, reveal.settings.server_seed)
    }
  }
  const receipts = given.map(({ name, receipt }) => ({
    name,
    receipt,
    verification: verifyReceipt(receipt, { ...evidence, seed: seedFor(receipt, seeds) ?? evidence.seed }),
  }))
  const found = chainsOf(receipts)
  const chains = found.map(checkLinks)
  const valid =
    receipts.every(({ verification }) => verification.valid) && chains.every(({ state }) => state !== 'failed')
  const complete =
    valid &&
    receipts.every(({ verification }) => verification.complete) &&
    chains.every(({ state }) => state === 'complete')
  if (!complete) return { valid, complete, receipts, chains }
  const proven = besideChains(receipts, found)
  return {
    valid,
    complete,
    proves: provenTogether(proven),
    receipts: receipts.map((one, i) => ({ ...one, proves: provenBeside(one.receipt as Receipt, proven[i]?.chain) })),
    chains,
  }
}

/** Each receipt with what matters of its chain, if it has one. */
function besideChains(receipts: readonly { receipt: unknown }[], chains: readonly Chain[]) {
  const byId = new Map<string | undefined, ProvenChain>()
  for (const { id, draws, commitments } of chains) {
    const isRound = commitments.some(({ receipt }) => receipt.settings.beacon !== undefined)
    byId.set(id, { draws: draws.length, isRound })
  }
  return receipts.map((one) => {
    const receipt = one.receipt as Receipt
    const chain = byId.get(receipt.subject === 'draw' ? receipt.settings.commitment?.id : receipt.id)
    return { receipt, chain }
  })
}

function seedFor(receipt: unknown, seeds: ReadonlyMap<string, string>): string | undefined {
  const { settings } = (receipt ?? {}) as Partial<DrawReceipt>
  return seeds.get(settings?.commitment?.sha256 ?? '')
}

function chainsOf(receipts: readonly { name: string; receipt: unknown; verification: Verification }[]): Chain[] {
  const chains = new Map<string, Chain>()
  const chainOf = (id: string): Chain => {
    const chain = chains.get(id) ?? { id, commitments: [], reveals: [], draws: [] }
    chains.set(id, chain)
    return chain
  }
  for (const { name, receipt: given, verification } of receipts) {
    if (!verification.valid) continue
    const receipt = given as Receipt
    if (receipt.subject === 'commitment') chainOf(receipt.id).commitments.push({ name, receipt })
    else if (receipt.subject === 'reveal') chainOf(receipt.id).reveals.push({ name, receipt })
    else if (receipt.subject === 'draw' && receipt.settings.commitment) {
      chainOf(receipt.settings.commitment.id).draws.push({ name, receipt })
    }
  }
  return [...chains.values()]
}

function checkLinks(chain: Chain): ChainFinding {
  const found = drawnTwice(chain) ?? missingNonces(chain) ?? brokenLink(chain) ?? wrongEnd(chain) ?? brokenPity(chain)
  if (found !== undefined) return { commitment: chain.id, state: 'failed', detail: found }
  const count = chain.draws.length
  const nonces = count === 0 ? 'nothing was drawn' : `nonces 0 to ${count - 1}, none missing, none drawn twice`
  const why = openBecause(chain)
  return why === undefined
    ? { commitment: chain.id, state: 'complete', detail: `complete: ${nonces}` }
    : { commitment: chain.id, state: 'open', detail: `so far ${nonces}. ${why}` }
}

/** Removes exact duplicates, and sorts draws by nonce. */
function drawnTwice(chain: Chain): string | undefined {
  const byNonce = new Map<number, { name: string; receipt: DrawReceipt }>()
  for (const one of chain.draws) {
    const nonce = one.receipt.settings.nonce ?? 0
    const other = byNonce.get(nonce)
    if (other && receiptHash(other.receipt) !== receiptHash(one.receipt)) {
      return `the nonce ${nonce} was drawn twice: ${other.name} and ${one.name}`
    }
    byNonce.set(nonce, one)
  }
  chain.draws.splice(0, Number.POSITIVE_INFINITY, ...[...byNonce].sort(([a], [b]) => a - b).map(([, one]) => one))
  return undefined
}

function missingNonces({ draws, reveals: [reveal] }: Chain): string | undefined {
  const drawn = new Set(draws.map(({ receipt }) => receipt.settings.nonce ?? 0))
  const end = Math.max(reveal?.receipt.settings.draws ?? 0, (draws.at(-1)?.receipt.settings.nonce ?? -1) + 1)
  const missing: number[] = []
  for (let nonce = 0; nonce < end && missing.length <= LISTED_MAX; nonce++) if (!drawn.has(nonce)) missing.push(nonce)
  if (missing.length === 0) return undefined
  const listed = missing.slice(0, LISTED_MAX).join(', ')
  return `missing: nonces ${listed}${missing.length > LISTED_MAX ? ' and more' : ''}`
}

function brokenLink({ draws, commitments, reveals }: Chain): string | undefined {
  const [sha256] = [...commitments, ...reveals].map(({ receipt }) => receipt.settings.sha256)
  let before = commitments[0] && receiptHash(commitments[0].receipt)
  for (const { name, receipt } of draws) {
    const { previous, commitment } = receipt.settings
    if (sha256 !== undefined && commitment?.sha256 !== sha256) return `${name} names another hash of the server seed`
    if (commitments[0] && isOther(receipt, commitments[0].receipt)) {
      return `${name} draws something else than was announced`
    }
    if (before !== undefined && previous !== before) return `${name} does not follow the receipt before it`
    before = receiptHash(receipt)
  }
  return undefined
}

/** Whether a draw from a round differs from what its commitment announced. */
function isOther({ settings }: DrawReceipt, { settings: announced }: CommitmentReceipt): boolean {
  if (!announced.beacon) return settings.beacon !== undefined
  const { beacon, commitment: _commitment, previous: _previous, ...draw } = settings
  return beacon?.round !== announced.beacon.round || canonicalJson(draw) !== canonicalJson(announced.draw)
}

function wrongEnd({ draws, commitments, reveals }: Chain): string | undefined {
  const max = commitments[0]?.receipt.settings.draws_max
  if (typeof max === 'number' && draws.length > max) return `the commitment serves ${max} draws, not ${draws.length}`
  for (const { name, receipt } of reveals) {
    const { settings } = receipt
    if (commitments[0] && commitments[0].receipt.settings.sha256 !== settings.sha256)
      return `${name} reveals another seed`
    const last = draws.at(-1)?.receipt ?? commitments[0]?.receipt
    if (draws.length !== settings.draws)
      return `${name} says that there were ${settings.draws} draws, not ${draws.length}`
    if (last && receiptHash(last) !== settings.last) return `${name} names another last receipt`
  }
  return undefined
}

/** Pulls of one player from one table must continue each other, so that nobody's count towards a guarantee can be reset. */
function brokenPity({ draws, reveals: [reveal] }: Chain): string | undefined {
  if (!reveal) return undefined
  const known = new Map<string, string>()
  for (const { name, receipt } of draws) {
    const { settings } = receipt
    if (settings.kind !== 'loot' || settings.player === undefined) continue
    const { items, pity, player, state } = settings
    const table = canonicalJson([items, pity, player])
    const before = known.get(table)
    if (before !== undefined && before !== state.join()) {
      return `${name} does not continue the guarantees of "${player}": ${state.join()} in place of ${before}`
    }
    const setting = outcomeSettingOf(settings)
    const seed = fairSeed(reveal.receipt.settings.server_seed, settings.client_seed ?? '', settings.nonce ?? 0)
    if (setting.kind === 'loot') known.set(table, lootStateAfter(setting, seed).join())
  }
  return undefined
}

/** Why there may be further receipts. */
function openBecause({ draws, commitments, reveals }: Chain): string | undefined {
  if (reveals.length > 0) return commitments.length > 0 ? undefined : 'Add the receipt of the commitment.'
  if (commitments.length > 0 && draws.length === commitments[0]?.receipt.settings.draws_max) return undefined
  if (commitments[0]?.receipt.settings.beacon) return 'Add the receipt of the draw that was announced.'
  return 'Only the receipt of the reveal shows that there were no more: add it.'
}
