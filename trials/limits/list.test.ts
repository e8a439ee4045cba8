import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LIMITS } from './list.ts'
import { findNumber, valueIn } from './mutation.ts'
import { STATEMENTS } from './stated.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The files whose numbers are published. */
const HOMES = [
  'score/src/certificate.ts',
  'engine/src/setting.ts',
  ...['allocation', 'outcome', 'fair'].map((name) => `engine/src/outcomes/${name}.ts`),
  'server/src/accounts/sign-in/sign-in-attempts.ts',
  ...['billing/state', 'newsletter/newsletter', 'attempts/attempts'].map((name) => `server/src/${name}.ts`),
  ...readdirSync(new URL('server/src/routes', root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `server/src/routes/${name}`),
]
const EXAMPLES = /(-reference|-examples|\.test)\.ts$/
/** Numbers in those files that no caller meets at a border: units, pages that show the newest, what another limit decides first. */
const OTHERS = new Set([
  'engine/src/outcomes/allocation.ts DEFAULT_LENGTH',
  'engine/src/outcomes/outcome.ts BITS_PER_WORD',
  'engine/src/outcomes/outcome.ts SPARSE_SHARE',
  'engine/src/outcomes/fair.ts SERVER_SEED_BYTES',
  'server/src/accounts/sign-in/sign-in-attempts.ts MINUTE_MS',
  'server/src/accounts/sign-in/sign-in-attempts.ts WAITING_MAX',
  'server/src/billing/state.ts HOUR_MS',
  'server/src/newsletter/newsletter.ts TOKEN_BYTES',
  'server/src/newsletter/newsletter.ts HOUR_MS',
  'server/src/routes/account/email-input.ts EMAIL_LENGTH.min',
  'server/src/routes/account/email-input.ts EMAIL_LENGTH.max',
  'server/src/routes/account/oidc.ts NEXT_LENGTH_MAX',
  'server/src/routes/admin/accounts.ts UNITS_MAX',
  'server/src/routes/admin/deployment.ts LOG_ROWS',
  'server/src/routes/admin/deployment.ts INVITATION_MS',
  'server/src/routes/admin/views.ts PAGE_MAX',
  'server/src/routes/admin/views.ts PAGE_DEFAULT',
  'server/src/routes/admin/views.ts LOG_ROWS',
  'server/src/routes/admin/views.ts KEY_CHARACTERS_SHOWN',
  'server/src/routes/admin/views.ts AUDIT_ROWS',
  'server/src/routes/draws/allocation-shapes.ts POSITION_MAX',
  'server/src/routes/draws/allocations.ts PAGE_ROWS',
  'server/src/routes/draws/commitments.ts LISTED_MAX',
  'server/src/routes/editors/mcp.ts VALUES_MAX',
  'server/src/routes/editors/mcp.ts OK',
  'server/src/routes/editors/v2.ts BODY_BYTES_MAX',
  'server/src/routes/engine/compute.ts SIZE_DEFAULT',
  'server/src/routes/engine/seed-input.ts DIFFERENT_LEAST',
  'server/src/routes/models/media.ts MEDIA_BYTES_MAX',
  'server/src/routes/models/responses-request.ts ITEMS_MAX',
  'server/src/routes/service/health.ts SILENCE_MS',
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
      .filter((field) => valueIn(source, { text: field.split(': ')[1] ?? '', start: 0 }) !== undefined)
      .map((field) => `${name}.${field.split(': ')[0]}`)
  })
}

describe('the list of published limits', () => {
  test('has only numbers that are in the files it names', () => {
    const missing = LIMITS.filter(({ file, name }) => findNumber(read(file), name) === undefined)
    expect(missing.map(({ file, name }) => `${file} ${name}`)).toEqual([])
  })

  test('has every number of the files whose numbers are published', () => {
    const files = HOMES.filter((file) => !EXAMPLES.test(file))
    const listed = new Set(LIMITS.map(({ file, name }) => `${file} ${name}`))
    const found = files.flatMap((file) => numbersIn(file).map((name) => `${file} ${name}`))
    expect(found.length).toBeGreaterThan(70)
    expect(found.filter((one) => !listed.has(one) && !OTHERS.has(one))).toEqual([])
  })
})

describe('documents and screens state', () => {
  test.each(STATEMENTS)('$name of $file', ({ file, name, unit = 1, places }) => {
    const source = read(file)
    const found = findNumber(source, name)
    const value = found && valueIn(source, found)
    for (const [document, pattern] of places) {
      // However its lines are wrapped.
      const stated = pattern.exec(read(document).replace(/\s+/g, ' '))?.[1]
      expect([document, Number(stated?.replace(/[,_]/g, '')) * unit]).toEqual([document, value])
    }
  })
})
