interface FlaggedWord {
  readonly word: string
  readonly suggestion?: string | undefined
}

export interface OwnWords {
  readonly ignore: readonly string[]
  readonly flag: readonly FlaggedWord[]
  /** Null if there is no list yet. */
  readonly updatedAt: Date | null
}
