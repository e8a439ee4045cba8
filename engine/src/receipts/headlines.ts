// What receipts prove once every check has passed, in words: no more than was checked. `npm run openapi` writes them into docs/verify.py.
import { type DrawReceipt, originOf, type Receipt } from './receipt-shape.ts'

/** What a receipt proves by itself, by the origin of a draw's randomness or by its subject; then what chains prove. */
export const PROOFS = {
  seed: 'Computed correctly. Nothing shows that this was the only draw.',
  round: 'Computed correctly from a public round. Nothing shows that it was announced, or that this was the only draw.',
  announced: 'Computed correctly from a public round. Only the receipt of the announcement shows that it came before.',
  commitment:
    'Computed correctly from the seed that was committed to. Only the other receipts of the commitment show whether a draw is missing.',
  promise: 'A commitment to a server seed. Only the receipts of its draws and of the reveal show what came of it.',
  announcement:
    'Announced before it could be known, by the time that the service signed. Only the receipt of the draw shows what came of it.',
  reveal: 'The seed that was committed to. Only the other receipts of the commitment show whether a draw is missing.',
  allocation:
    'Computed correctly: every arm follows from the seed that was committed to. Nothing shows that this was the only allocation, or who the participants were.',
  assignment:
    'Computed correctly: the arm follows from the seed that was committed to. Nothing shows that this was the only allocation, or who the participant was.',
  mixed: 'These receipts do not prove the same. The weakest of them:',
  unfollowed: 'A guarantee that names no player cannot be followed from draw to draw.',
  round_kept:
    'Announced before it could be known, by the time that the service signed. Make sure that the announcement was published before.',
  chain: 'One of {draws} draws of this commitment, none missing. Make sure that the commitment was published before.',
  chain_of_one: 'The one draw of this commitment, none missing. Make sure that the commitment was published before.',
  chain_of_none: 'Nothing was drawn from this commitment. Make sure that the commitment was published before.',
} as const

export function provenBy(receipt: Receipt): string {
  if (receipt.subject === 'draw') {
    return [PROOFS[originOf(receipt.settings)], ...(isUnfollowed(receipt) ? [PROOFS.unfollowed] : [])].join(' ')
  }
  if (receipt.subject !== 'commitment') return PROOFS[receipt.subject]
  return PROOFS[receipt.settings.beacon ? 'announcement' : 'promise']
}

/** The chain that a receipt belongs to. */
export interface ProvenChain {
  readonly draws: number
  readonly isRound: boolean
}

type Proof = keyof typeof PROOFS
/** From the weakest on. That nothing was drawn says nothing about other draws, so it is the headline only if it is all there is. */
const WEAKEST_FIRST: readonly Proof[] = [
  'seed',
  'round',
  'assignment',
  'allocation',
  'chain',
  'chain_of_one',
  'round_kept',
  'chain_of_none',
]

/** What a receipt proves beside the others of its complete chain, if it has one. Undefined if the chain's draws say it. */
export function provenBeside(receipt: Receipt, chain?: ProvenChain): string | undefined {
  const proof = proofBeside(receipt, chain)
  if (proof === undefined) return undefined
  const words = PROOFS[proof].replace('{draws}', String(chain?.draws))
  return hasUnfollowed(receipt) ? `${words} ${PROOFS.unfollowed}` : words
}

/** The headline of several receipts: what the weakest of them proves. */
export function provenTogether(all: readonly { receipt: Receipt; chain: ProvenChain | undefined }[]): string {
  const proofs = all.flatMap(({ receipt, chain }) => {
    const words = provenBeside(receipt, chain)
    const rank = WEAKEST_FIRST.indexOf(proofBeside(receipt, chain) as Proof)
    return words === undefined ? [] : [{ words, order: [rank, hasUnfollowed(receipt) ? 0 : 1, -(chain?.draws ?? 0)] }]
  })
  const [weakest] = proofs.toSorted((a, b) => firstDifference(a.order, b.order))
  const isMixed = new Set(proofs.map(({ words }) => words)).size > 1
  return isMixed ? `${PROOFS.mixed} ${weakest?.words}` : (weakest?.words ?? '')
}

function proofBeside({ subject, settings }: Receipt, chain: ProvenChain | undefined): Proof | undefined {
  if (subject === 'allocation' || subject === 'assignment') return subject
  if (subject === 'commitment') return chain?.draws === 0 ? 'chain_of_none' : undefined
  if (subject === 'reveal') return undefined
  if (!chain) return originOf(settings)
  if (chain.isRound) return 'round_kept'
  return chain.draws === 1 ? 'chain_of_one' : 'chain'
}

function firstDifference(a: readonly number[], b: readonly number[]): number {
  return a.map((value, i) => value - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0
}

function hasUnfollowed(receipt: Receipt): boolean {
  return receipt.subject === 'draw' && isUnfollowed(receipt)
}

function isUnfollowed({ settings }: DrawReceipt): boolean {
  return settings.kind === 'loot' && settings.pity.length > 0 && settings.player === undefined
}
