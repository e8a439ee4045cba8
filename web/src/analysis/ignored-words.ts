// Words that a person does not want marked: stored in the account, or in this browser for a visitor.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useAccount, useClient } from '../api.ts'
import { allOf, withoutWord, withWord } from '../marked/ignored.ts'
import { toast } from '../shell/toast.tsx'
import { useStable } from '../shell/use-stable.ts'
import { errorText } from '../shell/words.ts'

const KEY = 'ignored-words'

type Edit = (words: readonly string[]) => string[]

interface Lists {
  readonly ignore: readonly string[]
  readonly flag: readonly { word: string; suggestion?: string | undefined }[]
}

export interface IgnoredWords {
  /** Undefined until the account's list is known. */
  readonly ignored: readonly string[] | undefined
  /** Words stored in this browser. The service does not know them, so they are sent with each text. */
  readonly here: readonly string[]
  readonly isOfAccount: boolean
  ignore(word: string): void
  restore(word: string): void
}

/** Signed-in people change the account's list; words stored in this browser before still count. */
export function useIgnoredWords(): IgnoredWords {
  const account = useAccount()
  const here = useSyncExternalStore(subscribe, read, read)
  const { lists, isKnown, edit } = useAccountWords(Boolean(account))
  const own = lists?.ignore
  const ignored = useMemo(() => allOf(own ?? [], here), [own, here])
  const commands = useStable({
    ignore: (word: string) => (account ? edit((words) => withWord(words, word)) : write(withWord(read(), word))),
    restore(word: string) {
      write(withoutWord(read(), word))
      if (account) edit((words) => withoutWord(words, word))
    },
  })
  const known = account === undefined || (account && !isKnown) ? undefined : ignored
  const isOfAccount = Boolean(account)
  return useMemo(() => ({ ignored: known, here, isOfAccount, ...commands }), [known, here, isOfAccount, commands])
}

function useAccountWords(isSignedIn: boolean) {
  const client = useClient()
  const cache = useQueryClient()
  const asked = useQuery({
    queryKey: ['words'],
    queryFn: ({ signal }): Promise<Lists> => client.ai.words({ signal }),
    enabled: isSignedIn,
  })
  const change = useMutation({
    // The request replaces both lists, so read the latest first: another tab may have changed them.
    async mutationFn(edit: Edit) {
      const { ignore, flag } = await client.ai.words()
      return client.ai.replaceWords({ ignore: edit(ignore), flag })
    },
    onSuccess: (lists) => cache.setQueryData<Lists>(['words'], lists),
    onError(error) {
      void cache.invalidateQueries({ queryKey: ['words'] })
      toast({ tone: 'error', title: 'Your word list could not be changed', message: errorText(error) })
    },
  })
  return {
    lists: asked.data,
    // If the list cannot be read, texts are scored without it.
    isKnown: asked.data !== undefined || asked.isError,
    /** Shown at once; reloaded if the service rejects the change. */
    edit(how: Edit) {
      cache.setQueryData<Lists>(['words'], (now) => now && { ...now, ignore: how(now.ignore) })
      change.mutate(how)
    },
  }
}

let words: readonly string[] | undefined
const listeners = new Set<() => void>()

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
    // Without storage the list lasts as long as the page.
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
