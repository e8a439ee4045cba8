// Where this browser keeps what belongs to one account: people who share a browser do not see each other's conversations.

export interface ConversationOwner {
  /** Which of the conversations on the screen. */
  readonly room: string
  /** The id of the account. */
  readonly account: number
}

export function keyOf(what: 'conversation' | 'draft', { room, account }: ConversationOwner): string {
  return `${what}-${room}-${account}`
}
