import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typesOf } from '../../scripts/sdk-types.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('api-types.ts is what openapi.json says (npm run openapi writes it anew)', async () => {
  expect(read('./api-types.ts')).toBe(await typesOf(JSON.parse(read('../../openapi.json'))))
})

test('an editor shows what each field means, and what has a default can be left out', () => {
  const types = read('./api-types.ts')
  expect(types).toContain('/** @description Probability of a 1 in the source, from 0 to 1. */\n      bias: number;')
  expect(types).toContain('N?: (3 | 9 | 16 | 25 | 32 | 64) | undefined;')
})
