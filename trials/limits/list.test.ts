import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LIMITS } from './list.ts'
import { findNumber, valueIn } from './mutation.ts'
import { STATEMENTS } from './stated.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Limits that callers never reach by themselves: another limit applies first, or the route's own test checks them. */
const OTHERS = new Set([
  'server/src/accounts/sign-in/sign-in-attempts.ts WAITING_MAX',
  'server/src/routes/audits/audits.ts DOWNLOADS_MAX',
  'server/src/routes/draws/allocation-shapes.ts EMAIL_LENGTH_MAX',
  'server/src/routes/draws/allocation-shapes.ts PEOPLE_MAX',
  'server/src/routes/draws/allocation-shapes.ts POSITION_MAX',
  'server/src/routes/draws/allocation-shapes.ts REASON_LENGTH_MAX',
  'server/src/routes/draws/allocation-shapes.ts REASON_LENGTH_MIN',
  'server/src/routes/draws/commitments.ts LISTED_MAX',
  'server/src/routes/editors/v2.ts BODY_BYTES_MAX',
  'server/src/routes/editors/v2.ts IDS_LENGTH_MAX',
  'server/src/routes/models/conversation.ts CONVERSATION_VALUES_MAX',
  'server/src/routes/models/conversation.ts COUNTED_AT_ONCE_MAX',
  'server/src/routes/models/conversation.ts FAILING_PARTS_MAX',
  'server/src/routes/models/conversation.ts MEDIA_BYTES_MAX',
  'server/src/routes/models/media.ts MEDIA_BYTES_MAX',
  'server/src/routes/texts/guardrails.ts WORDS_MAX',
])

/** The constants of a file that are a number, or an object of numbers on one line. */
function numbersIn(file: string): string[] {
  const source = read(file)
  const constants = [...source.matchAll(/^(?:export )?const ([A-Z][A-Z0-9_]*)\b[^=\n]* = (.*)$/gm)]
  return constants.flatMap(([, name = '', given = '']) => {
    if (valueIn(source, { text: given, start: 0 }) !== undefined) return [name]
    const fields = /^\{ (.*) \}(?: as const)?$/.exec(given)?.[1]?.split(', ') ?? []
    return fields
      .filter(
        (field) => /\d/.test(field) && valueIn(source, { text: field.split(': ')[1] ?? '', start: 0 }) !== undefined,
      )
      .map((field) => `${name}.${field.split(': ')[0]}`)
  })
}

/** In these files every number is a published limit; other files also have internal ones. */
function isHome(file: string): boolean {
  return /^(score\/src\/certificate|audit\/src\/rules|engine\/src\/(setting|outcomes\/)|server\/src\/(routes\/|attempts\/|accounts\/sign-in\/sign-in-attempts))/.test(
    file,
  )
}

describe('the list of published limits', () => {
  test('contains only numbers that exist in the files it names', () => {
    const missing = LIMITS.filter(({ file, name }) => findNumber(read(file), name) === undefined)
    expect(missing.map(({ file, name }) => `${file} ${name}`)).toEqual([])
  })

  test('contains every limit of the files it names', () => {
    const files = [...new Set(LIMITS.map(({ file }) => file))].filter((file) => isHome(file))
    const listed = new Set(LIMITS.map(({ file, name }) => `${file} ${name}`))
    const found = files
      .flatMap((file) => numbersIn(file).map((name) => `${file} ${name}`))
      .filter((one) => /_(MAX|MIN)(\.\w+)?$|\.(tries|windowMs|min|max)$/.test(one))
    expect(found.length).toBeGreaterThan(60)
    expect(found.filter((one) => !listed.has(one) && !OTHERS.has(one))).toEqual([])
  })
})

describe('documents and screens state', () => {
  test.each(STATEMENTS)('$name of $file', ({ file, name, unit = 1, places }) => {
    const source = read(file)
    const found = findNumber(source, name)
    const value = found && valueIn(source, found)
    for (const [document, pattern] of places) {
      // With line breaks removed, because documents are wrapped.
      const stated = pattern.exec(read(document).replace(/\s+/g, ' '))?.[1]
      expect([document, Number(stated?.replace(/[,_]/g, '')) * unit]).toEqual([document, value])
    }
  })
})
