// Editors show the comment before a field, so every field needs one.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typesOf } from '../../scripts/sdk-types.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const types = await typesOf(JSON.parse(read('../../openapi.json')))

/** Lines with a field that has no comment directly before it. */
function undocumented(code: string, field: RegExp): string[] {
  const lines = code.split('\n')
  return lines.filter((line, at) => field.test(line) && !lines[at - 1]?.endsWith('*/')).map((line) => line.trim())
}

test('every field of every shape of the API has a description', () => {
  // Only containers have no description: the schemas themselves, and the query of an operation as a whole.
  const found = undocumented(types, /^ {3,}(readonly )?["\w]+\??: /)
  expect(found.filter((line) => !/^(schemas|\w+Query): \{$|: never;$/.test(line))).toEqual([])
})

test('an editor shows what each field means, and fields with a default are optional', () => {
  expect(types).toContain('/** @description Probability of a 1 in the source, from 0 to 1. */\n      bias: number;')
  expect(types).toContain('N?: (3 | 9 | 16 | 25 | 32 | 64) | undefined;')
})

const FILES = ['client', 'auth', 'admin', 'v1', 'ai', 'keys', 'billing', 'audits', 'allocations', 'draws']

test.each(FILES)('every call and option in %s.ts says what it does', (name) => {
  const field = /^ {2}readonly \w+\??: |^ {2}(async \*)?(?!super|if)\w+\(.*\{$|^ {4}(async )?\w+(: (\(|simple)|\(.*\{$)/
  // Not exported: how the client is connected.
  const code = read(`./${name}.ts`).replace(/^function connect[\s\S]*?\n\}\n/m, '')
  expect(code.match(new RegExp(field, 'gm'))?.length).toBeGreaterThan(0)
  const inside = code.replaceAll(/^ {4}(if|for|while|switch) ?\(.*$/gm, '')
  expect(undocumented(inside, field)).toEqual([])
})

test('every field of an error and of the options of a call says what it is', () => {
  const exported = (code: string, name: string) =>
    code.slice(code.indexOf(`export interface ${name}`)).split('\n}')[0] ?? ''
  const errors = read('./errors.ts')
  const classes = errors.split(/\n(?:export |(?=interface ))/).filter((part) => part.startsWith('class'))
  const parts = [exported(errors, 'InvalidField'), exported(read('./transport.ts'), 'CallOptions'), ...classes]
  parts.push(exported(read('./calls.ts'), 'PageOptions'))
  expect(parts.flatMap((part) => undocumented(part, /^ {2}readonly \w+\??: /))).toEqual([])
})
