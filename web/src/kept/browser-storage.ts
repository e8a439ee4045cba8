// Texts in this browser's storage, which can be blocked or full: then they last as long as the screen.

/** Of one text: a browser stores about five million characters per site. */
export const CHARS_KEPT_MAX = 500_000
const CHANGED = 'kept-text'

export function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** An empty text is removed. */
export function store(key: string, text: string): void {
  try {
    // Removed first: if the new text is too long to store, the old one must not stay.
    localStorage.removeItem(key)
    if (text !== '') localStorage.setItem(key, text)
  } catch {
    // Without storage, it lasts as long as the screen.
  }
  if (typeof window !== 'undefined') window.dispatchEvent(new Event(CHANGED))
}

export function watch(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed)
  window.addEventListener('storage', changed)
  return () => {
    window.removeEventListener(CHANGED, changed)
    window.removeEventListener('storage', changed)
  }
}
