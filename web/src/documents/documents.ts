// The texts a person works on, kept in this browser and nowhere else. IndexedDB where the browser has it, memory otherwise.

export interface TextDocument {
  readonly id: string
  /** Empty: named after its first words. */
  readonly title: string
  readonly text: string
  /** As it was first checked, to compare with. */
  readonly original: string
  readonly createdMs: number
  readonly updatedMs: number
  /** Counts the writes, so that two tabs notice each other. */
  readonly revision: number
  /** The scores it has had, oldest first. */
  readonly scores: readonly ScorePoint[]
}

export interface ScorePoint {
  readonly atMs: number
  readonly score: number
}

export interface DocumentStore {
  /** The one changed last comes first. */
  list(): Promise<TextDocument[]>
  get(id: string): Promise<TextDocument | undefined>
  /** False, and nothing written, where another tab has written a later revision. */
  put(document: TextDocument): Promise<boolean>
  remove(id: string): Promise<void>
}

const SCORES_KEPT_MAX = 60
const TITLE_WORDS = 6
const TITLE_CHARS_MAX = 48
const DATABASE = 'equipoise'
const TABLE = 'documents'

export function newDocument(text: string, { nowMs = Date.now(), title = '' } = {}): TextDocument {
  return {
    id: crypto.randomUUID(),
    title,
    text,
    original: text,
    createdMs: nowMs,
    updatedMs: nowMs,
    revision: 0,
    scores: [],
  }
}

/** What a document is called: its title, or its first words. */
export function titleOf({ title, text }: Pick<TextDocument, 'title' | 'text'>): string {
  if (title.trim() !== '') return title.trim()
  const words = text.trim().split(/\s+/, TITLE_WORDS).join(' ').slice(0, TITLE_CHARS_MAX)
  return words === '' ? 'Untitled' : words
}

/** With one more score; the same score again adds nothing. */
export function withScore(document: TextDocument, point: ScorePoint): TextDocument {
  if (document.scores.at(-1)?.score === point.score) return document
  return { ...document, scores: [...document.scores, point].slice(-SCORES_KEPT_MAX) }
}

/** The document with this text again, as it is kept now; undefined if it was deleted. */
export async function putText(id: string, text: string): Promise<TextDocument | undefined> {
  const store = await openDocuments()
  const known = await store.get(id)
  if (!known) return undefined
  const next = { ...known, text, revision: known.revision + 1, updatedMs: Date.now() }
  return (await store.put(next)) ? next : undefined
}

let opened: Promise<DocumentStore> | undefined

export function openDocuments(): Promise<DocumentStore> {
  opened ??= openDatabase().then(databaseStore, () => memoryStore())
  return opened
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('another tab holds an older database open'))
  })
}

function databaseStore(database: IDBDatabase): DocumentStore {
  const table = (mode: IDBTransactionMode) => database.transaction(TABLE, mode).objectStore(TABLE)
  return {
    async list() {
      const all = await settled<TextDocument[]>(table('readonly').getAll())
      return all.sort((a, b) => b.updatedMs - a.updatedMs)
    },
    get: (id) => settled<TextDocument | undefined>(table('readonly').get(id)),
    async put(document) {
      // Reading and writing in one transaction: two tabs cannot pass each other.
      const store = table('readwrite')
      const known = await settled<TextDocument | undefined>(store.get(document.id))
      if (known && known.revision >= document.revision) return false
      await settled(store.put(document))
      return true
    },
    async remove(id) {
      await settled(table('readwrite').delete(id))
    },
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** For browsers that keep nothing, such as some private windows. */
export function memoryStore(): DocumentStore {
  const documents = new Map<string, TextDocument>()
  return {
    list: async () => [...documents.values()].sort((a, b) => b.updatedMs - a.updatedMs),
    get: async (id) => documents.get(id),
    async put(document) {
      const known = documents.get(document.id)
      if (known && known.revision >= document.revision) return false
      documents.set(document.id, document)
      return true
    },
    async remove(id) {
      documents.delete(id)
    },
  }
}
