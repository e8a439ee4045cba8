// Short messages at the edge of the screen: what was done, with an undo button, or what failed.
import { useSyncExternalStore } from 'react'
import classes from './toast.module.css'
import { dismiss, shownToasts, subscribeToasts } from './toasts.ts'

export { toast } from './toasts.ts'

export function Toasts() {
  const messages = useSyncExternalStore(subscribeToasts, shownToasts, shownToasts)
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
