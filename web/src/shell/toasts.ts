// The list of short messages at the edge of the screen, and how long each is shown.

interface ToastMessage {
  readonly title?: string
  readonly message: string
  readonly tone?: 'info' | 'error'
  /** One action, such as undo. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

interface ShownToast extends ToastMessage {
  readonly id: number
}

const SHOWN_MAX = 3
const SHOWN_MS = 6_000
/** Long enough to read the message, find the button and press it. */
const ACTION_SHOWN_MS = 15_000

let shown: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

export function toast(message: ToastMessage): void {
  const id = ++lastId
  setShown([...shown, { ...message, id }].slice(-SHOWN_MAX))
  setTimeout(() => dismiss(id), message.action ? ACTION_SHOWN_MS : SHOWN_MS)
}

export function dismiss(id: number): void {
  if (shown.some((one) => one.id === id)) setShown(shown.filter((one) => one.id !== id))
}

export function shownToasts(): readonly ShownToast[] {
  return shown
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setShown(next: readonly ShownToast[]): void {
  shown = next
  for (const listener of listeners) listener()
}
