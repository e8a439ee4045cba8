import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../ground/errors.ts'
import { compileValidator, FIELD_ERRORS_MAX, integer, intOneOf, queryInt, validatorFor } from './validation.ts'

function reject(schema: z.ZodType, data: unknown, httpPart = 'body') {
  const validate = compileValidator({ schema, httpPart, method: 'POST', url: '/' }) as (data: unknown) => {
    error?: unknown
  }
  const { error } = validate(data)
  return error instanceof ApiError ? error.fields : undefined
}

function checked(schema: z.ZodType, data: unknown) {
  const validate = compileValidator({ schema, httpPart: 'body', method: 'POST', url: '/' })
  return validate(data) as { value?: unknown; error?: ApiError }
}

const compute = z.object({
  bias: z.number().min(0).max(1),
  N: intOneOf([3, 9, 16]).default(9),
  samples: integer().min(100).max(50_000).default(1000),
})

describe("an invalid field is reported in Pydantic's format", () => {
  test.each([
    [{}, 'bias', 'missing', 'Field required'],
    [{ bias: null }, 'bias', 'float_type', 'Input should be a valid number'],
    [{ bias: '0.5' }, 'bias', 'float_type', 'Input should be a valid number'],
    [{ bias: Number.POSITIVE_INFINITY }, 'bias', 'float_type', 'Input should be a valid number'],
    [{ bias: -0.1 }, 'bias', 'greater_than_equal', 'Input should be greater than or equal to 0'],
    [{ bias: 1.1 }, 'bias', 'less_than_equal', 'Input should be less than or equal to 1'],
    [{ bias: 0.5, N: 10 }, 'N', 'literal_error', 'Input should be 3, 9 or 16'],
    [{ bias: 0.5, N: '9' }, 'N', 'int_type', 'Input should be a valid integer'],
    [{ bias: 0.5, N: 9.5 }, 'N', 'int_type', 'Input should be a valid integer'],
    [{ bias: 0.5, samples: 99 }, 'samples', 'greater_than_equal', 'Input should be greater than or equal to 100'],
  ])('%j → %s is %s', (body, field, type, msg) => {
    expect(reject(compute, body)).toEqual([{ loc: ['body', field], msg, type }])
  })

  test('a list in place of a string, or vice versa, is one error', () => {
    const schema = z.object({ text: z.string().min(3), list: z.array(z.string()).min(2).max(3) })
    expect(reject(schema, { text: [], list: 'x' })).toEqual([
      { loc: ['body', 'text'], msg: 'Input should be a valid string', type: 'string_type' },
      { loc: ['body', 'list'], msg: 'Input should be a valid list', type: 'list_type' },
    ])
  })

  test.each(['1000000000000000', '9999999999999999', '99999999999999999'])('%s in a query is one error', (samples) => {
    const schema = z.object({ samples: queryInt(integer().min(1).max(50_000), {}) })
    expect(reject(schema, { samples }, 'querystring')).toHaveLength(1)
  })

  test('a number beyond the exact integers is reported with our limit', () => {
    expect(reject(compute, { bias: 0.5, samples: 1e20 })).toEqual([
      { loc: ['body', 'samples'], msg: 'Input should be less than or equal to 50000', type: 'less_than_equal' },
    ])
  })

  test('strings, lists and objects have their own messages', () => {
    const schema = z.object({ text: z.string().min(2).max(3), list: z.array(z.string()), mode: z.literal(['a', 'b']) })
    expect(reject(schema, { text: 'x', list: 'no', mode: 'c' })).toEqual([
      { loc: ['body', 'text'], msg: 'String should have at least 2 characters', type: 'string_too_short' },
      { loc: ['body', 'list'], msg: 'Input should be a valid list', type: 'list_type' },
      { loc: ['body', 'mode'], msg: "Input should be 'a' or 'b'", type: 'literal_error' },
    ])
    expect(reject(schema, [])).toEqual([
      { loc: ['body'], msg: 'Input should be a valid object', type: 'model_attributes_type' },
    ])
  })

  test('one item is singular', () => {
    const schema = z.object({ text: z.string().min(1) })
    expect(reject(schema, { text: '' })?.[0]?.msg).toBe('String should have at least 1 character')
  })

  test('the index inside a list is part of the location', () => {
    const schema = z.object({ messages: z.array(z.object({ role: z.literal(['user']) })) })
    expect(reject(schema, { messages: [{ role: 'user' }, { role: 'king' }] })?.[0]?.loc).toEqual([
      'body',
      'messages',
      1,
      'role',
    ])
  })
})

test('all invalid fields are reported at once', () => {
  expect(reject(compute, { bias: 2, N: 4, samples: 1 })?.map(({ loc }) => loc[1])).toEqual(['bias', 'N', 'samples'])
})

test('a response names at most a hundred invalid fields', () => {
  const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, 0]))
  expect(reject(z.strictObject({ bias: z.number() }), unknown)).toHaveLength(FIELD_ERRORS_MAX)
  const many = Array.from({ length: 500 }, () => 'x')
  expect(reject(z.array(z.number()), many)?.at(-1)?.loc).toEqual(['body', FIELD_ERRORS_MAX - 1])
})

test('9.0 is an integer, and unknown fields are ignored', () => {
  expect(reject(compute, JSON.parse('{"bias": 1.0, "N": 9.0, "color": "red"}'))).toBeUndefined()
})

describe('an integer in a query', () => {
  const schema = z.object({
    N: queryInt(intOneOf([3, 9]), {}).default(9),
    steps: queryInt(integer().min(5), {}).optional(),
  })

  test('is parsed from its digits', () => {
    expect(reject(schema, { N: '3', steps: '5' }, 'querystring')).toBeUndefined()
    expect(reject(schema, { N: '9.0' }, 'querystring')).toBeUndefined()
  })

  test.each([
    { N: 'abc' },
    { N: '' },
    { N: '9.5' },
    { N: '9.' },
    { N: '0x9' },
    { N: '1e1' },
    { N: ' 9' },
    { N: ['3', '9'] },
  ])('%j is rejected as int_parsing', ({ N }) => {
    expect(reject(schema, { N }, 'querystring')).toMatchObject([{ loc: ['query', 'N'], type: 'int_parsing' }])
  })

  test('has its limits enforced', () => {
    expect(reject(schema, { N: '4' }, 'querystring')).toMatchObject([{ loc: ['query', 'N'], type: 'literal_error' }])
    expect(reject(schema, { steps: '4' }, 'querystring')).toMatchObject([
      { loc: ['query', 'steps'], type: 'greater_than_equal' },
    ])
  })
})

describe('a body before it is validated', () => {
  const part = z.union([
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('other') }),
  ])
  const schema = z.object({
    name: z.string().optional(),
    count: z.int().default(3),
    note: z.string().nullable().optional(),
    parts: z.array(z.union([z.string(), z.array(part)])).optional(),
    stop: z.array(z.string()).max(4).nullish(),
    inner: z.object({ text: z.string().optional() }).optional(),
    list: z
      .array(z.object({ text: z.string().optional() }))
      .min(1)
      .max(3)
      .optional(),
    labels: z.record(z.string(), z.string()).optional(),
    anything: z.unknown().optional(),
  })

  test('null means absent for every optional field, at any depth, unless it has a meaning', () => {
    const given = { name: null, count: null, note: null, inner: { text: null }, list: [{ text: null }], anything: null }
    expect(checked(schema, given).value).toEqual({ count: 3, note: null, inner: {}, list: [{}], anything: null })
    expect(checked(schema, { inner: null, list: null, labels: null }).value).toEqual({ count: 3 })
    expect(given.inner).toEqual({ text: null })
  })

  test('null for a required field is still of the wrong type', () => {
    const { error } = checked(z.object({ text: z.string() }), { text: null })
    expect(error?.fields).toEqual([
      { loc: ['body', 'text'], msg: 'Input should be a valid string', type: 'string_type' },
    ])
  })

  test.each([
    ['in one list', { stop: Array(3_000).fill(0) }, ['body', 'stop'], 'List should have at most 4 items'],
    ['in lists of lists', { parts: Array(30).fill(Array(100).fill({})) }, ['body', 'parts', 24], 'at most 2500 items'],
    ['as names', { labels: Object.fromEntries(Array(3_000).entries()) }, ['body', 'labels'], 'at most 2500 items'],
  ])('too many items %s are counted, not validated', (_where, body, loc, words) => {
    expect(checked(schema, body).error?.fields).toEqual([
      { loc, msg: expect.stringContaining(words), type: 'too_long' },
    ])
  })

  test('parts that no schema validates do not count', () => {
    const anything = Array(5_000).fill(0)
    expect(checked(schema, { anything }).value).toEqual({ count: 3, anything })
  })

  test('lists that are too short or too long get the messages of Pydantic', () => {
    const words = (list: unknown[]) => checked(schema, { list }).error?.fields?.map(({ msg, type }) => [msg, type])
    expect(words([])).toEqual([['List should have at least 1 item', 'too_short']])
    expect(words([{}, {}, {}, {}])).toEqual([['List should have at most 3 items', 'too_long']])
  })
})

describe('an unknown field that is meant for the options', () => {
  const options = z.object({ mode: z.string() }).optional()
  const own = z.object({ text: z.string(), stream_options: z.object({}).optional(), acme_options: options })
  const errorsOf = (schema: z.ZodType, data: unknown) => {
    const validate = validatorFor('acme_options')({ schema, httpPart: 'body', method: 'POST', url: '/' })
    return (validate(data) as { error?: ApiError }).error?.fields
  }

  test('is rejected with the right name, beside all other invalid fields', () => {
    expect(errorsOf(own, { svc_options: { mode: 'strict' } })).toEqual([
      { loc: ['body', 'svc_options'], msg: 'Unknown field: use acme_options', type: 'extra_forbidden' },
      { loc: ['body', 'text'], msg: 'Field required', type: 'missing' },
    ])
  })

  test.each([
    [{ acme_options: { modus: 'strict' } }, ['acme_options', 'modus'], 'mode'],
    [{ acmeOptions: {} }, ['acmeOptions'], 'acme_options'],
    [{ filterMode: 'strict' }, ['filterMode'], 'acme_options.filter_mode'],
    [{ 'filter-mode': 'strict' }, ['filter-mode'], 'acme_options.filter_mode'],
    [{ mode: 'strict' }, ['mode'], 'acme_options.filter_mode'],
    [{ options: {} }, ['options'], 'acme_options'],
    [{ other_options: { mode: 'x' } }, ['other_options'], 'acme_options'],
    [{ acme_option: {} }, ['acme_option'], 'acme_options'],
    [{ acme: {} }, ['acme'], 'acme_options'],
    [{ filter: 'strict' }, ['filter'], 'acme_options.filter_mode'],
    [{ acme_filter: 'strict' }, ['acme_filter'], 'acme_options.filter_mode'],
    [{ extra_body: { acme_options: {} } }, ['extra_body', 'acme_options'], 'acme_options at the top'],
    [{ metadata: { filter_mode: 'strict' } }, ['metadata', 'filter_mode'], 'acme_options.filter_mode'],
    [{ 'acme_options.filter_mode': 'strict' }, ['acme_options.filter_mode'], 'acme_options.filter_mode'],
    [{ stream_options: { acme_options: {} } }, ['stream_options', 'acme_options'], 'acme_options at the top'],
  ])('is rejected in other spellings, and inside the options: %j', (given, loc, right) => {
    expect(errorsOf(own, { text: 'a', acme_options: { mode: 'x' }, ...given })).toContainEqual({
      loc: ['body', ...loc],
      msg: `Unknown field: use ${right}`,
      type: 'extra_forbidden',
    })
    expect(errorsOf(own, { text: 'a', filters: 1, acme_options: { mode: 'x' } })).toBeUndefined()
  })

  test('is rejected once, also where no unknown field is allowed', () => {
    expect(errorsOf(own.strict(), { text: 'a', svc_options: {}, other: 1 })).toEqual([
      { loc: ['body', 'svc_options'], msg: 'Unknown field: use acme_options', type: 'extra_forbidden' },
      { loc: ['body', 'other'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
    ])
  })

  test.each([
    ['known ones', own, { text: 'a', stream_options: {}, acme_options: { mode: 'strict' } }],
    ['unknown fields with other names', own, { text: 'a', svc_option: {}, modes: {} }],
    ['options for something else', own, { text: 'a', cache_options: { ttl: 1 } }],
    ['routes that take no options', z.object({ text: z.string() }), { text: 'a', svc_options: {} }],
  ])('leaves alone: %s', (_what, schema, data) => {
    expect(errorsOf(schema, data)).toBeUndefined()
  })
})
