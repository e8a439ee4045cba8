// A real LanguageTool client, as people install it, over HTTP.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openService, type Service } from '../../../test/service.ts'

const CLIENTS = new URL('../../../test/data/languagetool-clients/', import.meta.url)

let service: Service
let url: string

beforeAll(async () => {
  service = await openService({ env: { EDITOR_KEYS: 'optional' } })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  // It is written for browsers.
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('document', anything())
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await service.close()
})

/** Can be called, read and written like any part of a page. */
function anything(): unknown {
  const get = (_target: unknown, name: string | symbol) => (name === Symbol.toPrimitive ? () => '' : anything())
  return new Proxy(() => {}, { get, set: () => true, apply: anything })
}

interface Match {
  readonly offset: number
  readonly length: number
  readonly rule: { readonly id: string }
  readonly replacements: readonly { readonly value: string }[]
}

const wordsIn = (text: string, matches: readonly Match[]) =>
  matches.map(({ offset, length }) => text.slice(offset, offset + length))

test('gramma finds loaded words in plain text and in Markdown, and inserts our suggestions', async () => {
  interface Gramma {
    check(text: string, options: object): Promise<{ matches: (Match & { word: string })[] }>
    replaceAll(text: string, transformations: { offset: number; length: number; change: string }[]): string
  }
  const { default: gramma } = (await import(new URL('gramma-1.6.0.mjs', CLIENTS).href)) as { default: Gramma }
  const options = { api_url: `${url}/v2/check`, language: 'en-GB' }
  const plain = 'The disastrous reform was a shameful betrayal, an absolutely new one.'
  const { matches } = await gramma.check(plain, options)
  expect(matches.map(({ word }) => word)).toEqual(wordsIn(plain, matches))
  expect(matches.map(({ word }) => word)).toEqual(expect.arrayContaining(['disastrous', 'shameful', 'absolutely']))
  const suggested = matches.filter(({ replacements }) => replacements.length > 0)
  const changes = suggested.map(({ offset, length, replacements }) => ({
    offset,
    length,
    change: replacements[0]?.value ?? '',
  }))
  expect(changes.length).toBeGreaterThan(0)
  expect(gramma.replaceAll(plain, changes)).not.toContain('absolutely')

  const marked = 'The **disastrous** reform was `absolutely` a [shameful](x) betrayal of ordinary people.'
  const inMarkdown = await gramma.check(marked, { ...options, markdown: true })
  expect(wordsIn(marked, inMarkdown.matches)).toEqual(expect.arrayContaining(['disastrous', 'shameful']))
  expect(wordsIn(marked, inMarkdown.matches)).not.toContain('absolutely')
})
