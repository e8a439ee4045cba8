// Which document was open last, and what of it was not yet written. Storage that answers at once is the only kind that still
// works while a page closes.
import type { TextDocument } from './documents.ts'

const CURRENT = 'current-document'
const UNWRITTEN = 'unwritten-document'

/** This tab comes back to it; a new tab opens the one that was used last. */
export function remember(id: string): void {
  try {
    if (sessionStorage.getItem(CURRENT) !== id) sessionStorage.setItem(CURRENT, id)
  } catch {
    // Without storage the document is found in the list.
  }
  // Asked for at every keystroke: reading costs less than writing.
  if (getItem(CURRENT) !== id) setItem(CURRENT, id)
}

export function currentId(): string | null {
  return sessionItem(CURRENT) ?? getItem(CURRENT)
}

export function setUnwritten(document: TextDocument | undefined): void {
  setItem(UNWRITTEN, document && JSON.stringify(document))
}

export function readUnwritten(): TextDocument | undefined {
  const text = getItem(UNWRITTEN)
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function sessionItem(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function getItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function setItem(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Without storage the document lives as long as the page.
  }
}
