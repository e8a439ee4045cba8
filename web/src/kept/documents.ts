// The texts that a person works on, stored only in this browser: in IndexedDB, or in memory if there is none. They belong to an account:
// people who share a browser do not read each other's texts.

/** The id of an account, or null for visitors. */
export type Owner = number | null

/** Longer texts are not checked: a browser takes seconds to lay them out. */
export const TEXT_CHARS_MAX = 200_000

export interface TextDocument {
  readonly id: string
  /** If empty, the document is named by its first words. */
  readonly title: string
  readonly text: string
  /** The text when it was first checked, for comparison. */
  readonly original: string
  readonly createdMs: number
  readonly updatedMs: number
  /** Counts the writes, so that two tabs notice each other's changes. */
  readonly revision: number
  /** The scores it has had, oldest first. */
  readonly scores: readonly ScorePoint[]
  /** The score of exactly this text; absent once the text has changed. */
  readonly score?: number | undefined
  /** Absent for a visitor's document. */
  readonly owner?: number
}

export interface ScorePoint {
  readonly atMs: number
  readonly score: number
}

interface DocumentStore {
  /** False if the browser stores nothing: then documents last as long as the page. */
  readonly isLasting: boolean
  /** Sorted by last change, newest first. */
  list(): Promise<TextDocument[]>
  get(id: string): Promise<TextDocument | undefined>
  /** Returns false and writes nothing if another tab has written a later revision. */
  put(document: TextDocument): Promise<boolean>
  remove(id: string): Promise<void>
}

const SCORES_KEPT_MAX = 60
const TITLE_WORDS = 6
const TITLE_CHARS_MAX = 48
const DATABASE = 'equipoise'
const TABLE = 'documents'

export function newDocument(written: string, { nowMs = Date.now(), title = '' } = {}): TextDocument {
  // Text fields use only \n, and offsets must match the field.
  const text = written.replaceAll(/\r\n?/g, '\n')
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

export function titleOf({ title, text }: Pick<TextDocument, 'title' | 'text'>): string {
  if (title.trim() !== '') return title.trim()
  const words = text.trim().split(/\s+/, TITLE_WORDS).join(' ').slice(0, TITLE_CHARS_MAX)
  return words === '' ? 'Untitled' : words
}

/** Adds the score of the present text; the history does not repeat an equal score. */
export function withScore(document: TextDocument, point: ScorePoint): TextDocument {
  const { score } = point
  if (document.scores.at(-1)?.score !== score)
    return { ...document, score, scores: [...document.scores, point].slice(-SCORES_KEPT_MAX) }
  return document.score === score ? document : { ...document, score }
}

/** The document with a change. Another text has no score yet. */
export function changed(document: TextDocument, part: Partial<TextDocument>): TextDocument {
  const isOther = part.text !== undefined && part.text !== document.text
  return { ...document, ...part, ...(isOther && { score: undefined }) }
}

/** Restores this text in the stored document; undefined if it was deleted. */
export async function putText(owner: Owner, id: string, text: string): Promise<TextDocument | undefined> {
  const store = await openDocuments(owner)
  const known = await store.get(id)
  if (!known) return undefined
  const next = { ...changed(known, { text }), revision: known.revision + 1, updatedMs: Date.now() }
  return (await store.put(next)) ? next : undefined
}

let opened: Promise<DocumentStore> | undefined

export async function openDocuments(owner: Owner): Promise<DocumentStore> {
  opened ??= openDatabase().then(databaseStore, () => memoryStore())
  return ownedBy(await opened, owner)
}

/** Moves a visitor's documents to the account after signing in or up. */
export async function takeOver(owner: number): Promise<void> {
  const [visitors, own] = [await openDocuments(null), await openDocuments(owner)]
  for (const document of await visitors.list()) await own.put({ ...document, revision: document.revision + 1 })
}

export async function countDocuments(owner: Owner): Promise<number> {
  return (await (await openDocuments(owner)).list()).length
}

export async function removeAll(owner: Owner): Promise<void> {
  const store = await openDocuments(owner)
  for (const { id } of await store.list()) await store.remove(id)
}

export function ownedBy(store: DocumentStore, owner: Owner): DocumentStore {
  const isOwn = (document: TextDocument) => (document.owner ?? null) === owner
  return {
    isLasting: store.isLasting,
    list: async () => (await store.list()).filter(isOwn),
    async get(id) {
      const document = await store.get(id)
      return document && isOwn(document) ? document : undefined
    },
    put: ({ owner: _owner, ...document }) => store.put(owner === null ? document : { ...document, owner }),
    remove: (id) => store.remove(id),
  }
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
    isLasting: true,
    async list() {
      const all = await settled<TextDocument[]>(table('readonly').getAll())
      return all.sort((a, b) => b.updatedMs - a.updatedMs)
    },
    get: (id) => settled<TextDocument | undefined>(table('readonly').get(id)),
    async put(document) {
      // One transaction for reading and writing, so that two tabs cannot overwrite each other.
      const store = table('readwrite')
      const known = await settled<TextDocument | undefined>(store.get(document.id))
      if (known && known.revision >= document.revision) return false
      const written = completed(store.transaction)
      await settled(store.put(document))
      // Some browsers notice only at the end of the transaction that storage is full.
      await written
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

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

/** For browsers that store nothing, such as some private windows. */
export function memoryStore(): DocumentStore {
  const documents = new Map<string, TextDocument>()
  return {
    isLasting: false,
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
