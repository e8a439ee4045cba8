// What receipts prove once every check has passed, in words: no more than was checked. docs/verify.py reads them from verify_limits.json.
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
    'Computed correctly: every arm follows from the seed that was committed to. Nothing shows who the participants were.',
  assignment:
    'Computed correctly: the arm follows from the seed that was committed to. Nothing shows who the participant was.',
  unfollowed: 'A guarantee that names no player cannot be followed from draw to draw.',
  round_kept: 'Announced before it could be known, by the time that the service signed.',
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

/** What complete chains and single receipts prove together, each sentence once. */
export function provenTogether(receipts: readonly Receipt[], chains: readonly { draws: number; isRound: boolean }[]) {
  const alone = receipts.flatMap((receipt) => {
    const { subject } = receipt
    if (subject === 'allocation' || subject === 'assignment') return [provenBy(receipt)]
    if (subject !== 'draw') return []
    if (receipt.settings.commitment === undefined) return [provenBy(receipt)]
    return isUnfollowed(receipt) ? [PROOFS.unfollowed] : []
  })
  return [...new Set([...chains.map(chainLine), ...alone])].join(' ')
}

function chainLine({ draws, isRound }: { draws: number; isRound: boolean }): string {
  if (isRound) return PROOFS.round_kept
  if (draws <= 1) return draws === 1 ? PROOFS.chain_of_one : PROOFS.chain_of_none
  return PROOFS.chain.replace('{draws}', String(draws))
}

function isUnfollowed({ settings }: DrawReceipt): boolean {
  return settings.kind === 'loot' && settings.pity.length > 0 && settings.player === undefined
}
