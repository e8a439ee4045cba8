// The word lists of an account: words to accept in its texts, and words to point out.
import { z } from 'zod'
import { type App, callerOf, named, compilePlainWriter as serializerCompiler, timestamp } from '../../http/http.ts'
import type { OwnWords, Words } from '../../words/words.ts'
import { checkWords, longWordLists } from './word-lists.ts'
import { readWordLists, replaceWordLists } from './words-reference.ts'

const ENTRIES_MAX = 1_000

export function wordRoutes(app: App, { words }: { readonly words: Words }): void {
  const config = { access: { credentials: 'required', kinds: ['jwt', 'key'], area: 'ai' } } as const
  const response = { 200: lists }
  app.get('/ai/words', { config, schema: { ...readWordLists, response }, serializerCompiler }, async (request) =>
    shownWords(await words.read(callerOf(request).accountId)),
  )
  const body = named('WordListsRequest', 'The new lists. A list that you leave out is empty.', z.object(given))
  app.put(
    '/ai/words',
    { config, schema: { ...replaceWordLists, body, response }, serializerCompiler },
    async (request) => {
      await checkWords(request.body)
      const { ignore, flag } = request.body
      const list = { ignore: ignore ?? [], flag: flag ?? [] }
      return shownWords(await words.replace(callerOf(request).accountId, list))
    },
  )
}

const given = longWordLists(ENTRIES_MAX)
const lists = named(
  'WordLists',
  'The word lists of your account.',
  z.object({
    ignore: given.ignore.unwrap().unwrap().describe('Words and phrases to accept in your texts.'),
    flag: given.flag.unwrap().unwrap().describe('Words and phrases to point out in your texts.'),
    updated_at: timestamp('When the lists were last replaced. Null if there are none yet.').nullable(),
  }),
)

export function shownWords({ ignore, flag, updatedAt }: OwnWords): z.input<typeof lists> {
  return { ignore: [...ignore], flag: [...flag], updated_at: updatedAt?.toISOString() ?? null }
}
