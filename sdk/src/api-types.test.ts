import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typesOf } from '../../scripts/sdk-types.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('api-types.ts is what openapi.json says (npm run openapi writes it anew)', () => {
  expect(read('./api-types.ts')).toBe(typesOf(JSON.parse(read('../../openapi.json'))))
})

test('what has a default may be left out of a request and is always in an answer', () => {
  const schema = {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: { type: 'integer', default: 9 }, b: { anyOf: [{ type: 'string' }, { type: 'null' }] }, c: {} },
  }
  const content = { content: { 'application/json': { schema } } }
  const text = typesOf({ paths: { '/x/{id}': { post: { requestBody: content, responses: { '201': content } } } } })
  expect(text).toContain(
    'type PostXIdBody = {\n  a?: number | undefined\n  b: string | null\n  c?: unknown | undefined\n}',
  )
  expect(text).toContain('type PostXIdAnswer = {\n  a: number\n  b: string | null\n')
})
