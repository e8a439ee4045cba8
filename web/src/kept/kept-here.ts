// What this browser stores for a person besides their session: documents, conversations, drafts of questions, draws.
import { countDocuments, removeAll } from './documents.ts'
import { forget } from './last-document.ts'

/** Whether this browser stores anything: storage can be blocked or full. */
export function hasStorage(): boolean {
  if (typeof window === 'undefined') return true
  try {
    localStorage.setItem('storage-check', '1')
    localStorage.removeItem('storage-check')
    return true
  } catch {
    return false
  }
}

export async function hasKept(account: number): Promise<boolean> {
  if (keysOf(account).length > 0) return true
  return (await countDocuments(account).catch(() => 0)) > 0
}

export async function forgetPerson(account: number): Promise<void> {
  for (const [storage, key] of keysOf(account)) storage.removeItem(key)
  await removeAll(account).catch(() => {})
  forget(account)
}

/** Storage keys of conversations and drafts (see chat/place.ts), names and draws. */
function keysOf(account: number): [Storage, string][] {
  const isOwn = new RegExp(`^(conversation|draft|draws)-.+-${account}$`)
  try {
    return [localStorage, sessionStorage].flatMap((storage) =>
      Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
        .filter((key) => isOwn.test(key))
        .map((key): [Storage, string] => [storage, key]),
    )
  } catch {
    return []
  }
}
