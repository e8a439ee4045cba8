// The texts a person works on, kept in this browser and nowhere else. IndexedDB where the browser has it, memory otherwise.
// They belong to an account: people who share a browser do not read each other's texts.

/** The id of an account, or null for visitors. */
export type Owner = number | null

/** The longest text that is checked at all: a browser takes seconds to lay out a longer one. */
export const TEXT_CHARS_MAX = 200_000

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
  /** The score of exactly this text; absent once the text has changed. */
  readonly score?: number | undefined
  /** Absent: a visitor's. */
  readonly owner?: number
}

export interface ScorePoint {
  readonly atMs: number
  readonly score: number
}

interface DocumentStore {
  /** False if the browser keeps nothing: then documents live as long as the page. */
  readonly isLasting: boolean
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

export function newDocument(written: string, { nowMs = Date.now(), title = '' } = {}): TextDocument {
  // A text field has no other ends of lines, and places in the text count from its start.
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

/** What a document is called: its title, or its first words. */
export function titleOf({ title, text }: Pick<TextDocument, 'title' | 'text'>): string {
  if (title.trim() !== '') return title.trim()
  const words = text.trim().split(/\s+/, TITLE_WORDS).join(' ').slice(0, TITLE_CHARS_MAX)
  return words === '' ? 'Untitled' : words
}

/** With one more score, that of its present text; the same score again adds nothing to the history. */
export function withScore(document: TextDocument, point: ScorePoint): TextDocument {
  const { score } = point
  if (document.scores.at(-1)?.score !== score)
    return { ...document, score, scores: [...document.scores, point].slice(-SCORES_KEPT_MAX) }
  return document.score === score ? document : { ...document, score }
}

/** With what somebody wrote. A score is of one text, so another text has none yet. */
export function changed(document: TextDocument, part: Partial<TextDocument>): TextDocument {
  const isOther = part.text !== undefined && part.text !== document.text
  return { ...document, ...part, ...(isOther && { score: undefined }) }
}

/** The document with this text again, as it is kept now; undefined if it was deleted. */
export async function putText(owner: Owner, id: string, text: string): Promise<TextDocument | undefined> {
  const store = await openDocuments(owner)
  const known = await store.get(id)
  if (!known) return undefined
  const next = { ...changed(known, { text }), revision: known.revision + 1, updatedMs: Date.now() }
  return (await store.put(next)) ? next : undefined
}

let opened: Promise<DocumentStore> | undefined

/** The documents of one account, or those of visitors. */
export async function openDocuments(owner: Owner): Promise<DocumentStore> {
  opened ??= openDatabase().then(databaseStore, () => memoryStore())
  return ownedBy(await opened, owner)
}

/** What a visitor wrote goes along when they sign in or sign up. */
export async function takeOver(owner: number): Promise<void> {
  const [visitors, own] = [await openDocuments(null), await openDocuments(owner)]
  for (const document of await visitors.list()) await own.put({ ...document, revision: document.revision + 1 })
}

/** How many documents an account has in this browser. */
export async function countDocuments(owner: Owner): Promise<number> {
  return (await (await openDocuments(owner)).list()).length
}

export async function removeAll(owner: Owner): Promise<void> {
  const store = await openDocuments(owner)
  for (const { id } of await store.list()) await store.remove(id)
}

/** The part of a store that belongs to one owner. */
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
      // Reading and writing in one transaction: two tabs cannot pass each other.
      const store = table('readwrite')
      const known = await settled<TextDocument | undefined>(store.get(document.id))
      if (known && known.revision >= document.revision) return false
      const written = completed(store.transaction)
      await settled(store.put(document))
      // A browser without room may notice it only at the end of the transaction.
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

/** For browsers that keep nothing, such as some private windows. */
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
