// What stands in a receipt.
import type { BlockKind } from '../outcomes/outcomes.ts'
import type { Seed } from '../setting.ts'

export const RECEIPT_TYPE = 'equipoise-receipt/1'

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

/** Where the randomness came from: a seed, or a commitment with the client's part. */
export interface Origin {
  readonly seed?: Seed | undefined
  readonly commitment?: { readonly id: string; readonly sha256: string } | undefined
  readonly client_seed?: string | undefined
  readonly nonce?: number | undefined
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

export interface AllocationSettings {
  readonly arms: readonly { readonly name: string; readonly weight: number }[]
  readonly block: BlockKind
  readonly block_sizes: readonly number[]
  /** SHA-256 of the seed's text. */
  readonly sha256: string
}

export type DrawReceipt = Signed<'draw', DrawnSettings & Origin>
export type CommitmentReceipt = Signed<'commitment', { readonly sha256: string }>
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
  }
>
export type AllocationReceipt = Signed<
  'allocation',
  AllocationSettings & {
    readonly seed: Seed
    readonly strata: readonly { readonly stratum: string; readonly assigned: number }[]
  }
>
export type Receipt = DrawReceipt | CommitmentReceipt | AssignmentReceipt | AllocationReceipt

const SUBJECTS = ['draw', 'commitment', 'assignment', 'allocation']
const TEXTS = ['id', 'issued_at', 'issuer', 'version', 'digest', 'public_key', 'signature']

/** Enough to check the signature; what stands in the settings is checked when the outcome is computed. */
export function isReceipt(given: unknown): given is Receipt {
  if (typeof given !== 'object' || given === null) return false
  const fields = given as Record<string, unknown>
  return (
    fields.type === RECEIPT_TYPE &&
    SUBJECTS.includes(String(fields.subject)) &&
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    typeof fields.settings === 'object' &&
    fields.settings !== null
  )
}
