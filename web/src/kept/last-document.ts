// Which document was open last, and its unwritten text. Uses synchronous storage, the only kind that still works while a page closes.
import type { Owner, TextDocument } from './documents.ts'

const OWNER = 'documents-owner'

const keyOf = (what: 'current' | 'unwritten', owner: Owner) => `${what}-document${owner === null ? '' : `-${owner}`}`

/** This tab will open this document again; a new tab opens the one that was used last. */
export function remember(owner: Owner, id: string): void {
  const key = keyOf('current', owner)
  try {
    if (sessionStorage.getItem(key) !== id) sessionStorage.setItem(key, id)
  } catch {
    // Without storage the document is still in the list.
  }
  // Runs at every write, and reading is cheaper than writing.
  if (getItem(key) !== id) setItem(key, id)
}

export function currentId(owner: Owner): string | null {
  const key = keyOf('current', owner)
  return sessionItem(key) ?? getItem(key)
}

/** Called after the owner's documents were deleted or moved to another owner. */
export function forget(owner: Owner): void {
  setItem(keyOf('current', owner), undefined)
  setUnwritten(owner, undefined)
  try {
    sessionStorage.removeItem(keyOf('current', owner))
  } catch {
    // Without storage there is nothing to forget.
  }
}

/** Whose documents to show if the service cannot say who is signed in. */
export function rememberOwner(owner: Owner): void {
  setItem(OWNER, owner === null ? undefined : String(owner))
}

/** Whether there is a document that takes a moment to load: showing a sample meanwhile would look like a loss. */
export function hasLastDocument(): boolean {
  const owner = lastOwner()
  return currentId(owner) !== null || getItem(keyOf('unwritten', owner)) !== null
}

export function lastOwner(): Owner {
  const id = getItem(OWNER)
  return id === null ? null : Number(id)
}

/** Returns whether it could be stored. */
export function setUnwritten(owner: Owner, document: TextDocument | undefined): boolean {
  return setItem(keyOf('unwritten', owner), document && JSON.stringify(document))
}

export function readUnwritten(owner: Owner): TextDocument | undefined {
  const text = getItem(keyOf('unwritten', owner))
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

function setItem(key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
