// The storage keys of one account's conversations: people who share a browser do not see each other's.

export interface ConversationOwner {
  /** Which conversation on the screen. */
  readonly room: string
  readonly account: number
}

export function keyOf(what: 'conversation' | 'draft', { room, account }: ConversationOwner): string {
  return `${what}-${room}-${account}`
}
