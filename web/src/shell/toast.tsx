// Short messages at the edge of the screen: what was done, with a way to undo it, or what did not work.
import { useSyncExternalStore } from 'react'
import classes from './toast.module.css'

export interface ToastMessage {
  readonly title?: string
  readonly message: string
  readonly tone?: 'info' | 'error'
  /** One thing to do about it, such as undoing. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

interface Shown extends ToastMessage {
  readonly id: number
}

const SHOWN_MAX = 3
const SHOWN_MS = 6_000
/** Long enough to read it, find the button and press it. */
const ACTION_SHOWN_MS = 15_000

let shown: readonly Shown[] = []
let lastId = 0
const listeners = new Set<() => void>()

export function toast(message: ToastMessage): void {
  const id = ++lastId
  setShown([...shown, { ...message, id }].slice(-SHOWN_MAX))
  setTimeout(() => dismiss(id), message.action ? ACTION_SHOWN_MS : SHOWN_MS)
}

function dismiss(id: number): void {
  if (shown.some((one) => one.id === id)) setShown(shown.filter((one) => one.id !== id))
}

function setShown(next: readonly Shown[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const messages = useSyncExternalStore(subscribe, () => shown)
  return (
    <section className={`${classes.toasts} no-print`} aria-label="Messages" aria-live="polite">
      {messages.map(({ id, title, message, tone = 'info', action }) => (
        <div key={id} className={classes.toast} data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
          <div className={classes.words}>
            {title && <strong>{title}</strong>}
            <span>{message}</span>
          </div>
          {action && (
            <button
              type="button"
              className={classes.action}
              onClick={() => {
                dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" className={classes.close} aria-label="Close this message" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </section>
  )
}
