import { expect, test } from 'vitest'
import { LANGUAGES, snippetOf } from './snippets.ts'

const site = { origin: 'https://e.example', apiKey: 'svc_live_abc' }

test.each(LANGUAGES)('the first request in %s contains this service’s address and this key', (language) => {
  const code = snippetOf(language, site)
  expect(code).toContain('https://e.example')
  expect(code).toContain('svc_live_abc')
})

test('the body of the curl request is JSON that the service accepts', () => {
  const [, body = ''] = /-d '(.*)'$/.exec(snippetOf('curl', site)) ?? []
  expect(JSON.parse(body)).toEqual({ text: expect.stringMatching(/\w/) })
})

test('all three send the same text', () => {
  const texts = LANGUAGES.map((language) => /The reckless[^"']*\./.exec(snippetOf(language, site))?.[0])
  expect(new Set(texts).size).toBe(1)
})
