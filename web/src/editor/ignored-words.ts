// Words that a person does not want to be told about. They are kept in this browser; the account's own list will take their
// place here, and nothing else has to change.
import { useSyncExternalStore } from 'react'

const KEY = 'ignored-words'
const WORDS_MAX = 200

let words: readonly string[] | undefined
const listeners = new Set<() => void>()

export function useIgnoredWords() {
  const ignored = useSyncExternalStore(subscribe, read)
  return {
    ignored,
    ignore: (word: string) => write([...new Set([...read(), normal(word)])].slice(-WORDS_MAX)),
    restore: (word: string) => write(read().filter((one) => one !== normal(word))),
  }
}

export function isIgnored(ignored: readonly string[], word: string): boolean {
  return ignored.includes(normal(word))
}

function normal(word: string): string {
  return word.trim().toLowerCase()
}

function read(): readonly string[] {
  if (words) return words
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    words = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    words = []
  }
  return words
}

function write(next: readonly string[]): void {
  words = next
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Without storage the list lives as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY) return
    words = undefined
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
