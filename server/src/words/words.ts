// The word lists of accounts, for scoring their texts. A change takes effect on this node at once, on others within two seconds.
import type { Sql } from '../db/db.ts'
import { keepYoungest } from '../ground/keep-youngest.ts'
import type { OwnWords } from './own-words.ts'
import { findWords, replaceWords } from './words-store.ts'

export type { OwnWords } from './own-words.ts'

export interface Words {
  read(accountId: number): Promise<OwnWords>
  replace(accountId: number, list: Pick<OwnWords, 'ignore' | 'flag'>): Promise<OwnWords>
}

const REMEMBERED_MS = 2_000
const REMEMBERED_MAX = 1_000
const NONE: OwnWords = { ignore: [], flag: [], updatedAt: null }

export function createWords({ sql, nowMs }: { readonly sql: Sql; readonly nowMs: () => number }): Words {
  const remembered = new Map<number, { readonly words: Promise<OwnWords>; readonly untilMs: number }>()
  const remember = (accountId: number, words: Promise<OwnWords>): Promise<OwnWords> => {
    const entry = { words, untilMs: nowMs() + REMEMBERED_MS }
    keepYoungest(remembered, accountId, entry, REMEMBERED_MAX)
    words.catch(() => {
      if (remembered.get(accountId) === entry) remembered.delete(accountId)
    })
    return words
  }
  return {
    read(accountId) {
      const known = remembered.get(accountId)
      if (known && known.untilMs > nowMs()) return known.words
      return remember(
        accountId,
        findWords(sql, accountId).then((found) => found ?? NONE),
      )
    },
    async replace(accountId, { ignore, flag }) {
      const list = { ignore, flag, updatedAt: new Date(nowMs()) }
      await replaceWords(sql, accountId, list)
      return remember(accountId, Promise.resolve(list))
    },
  }
}
