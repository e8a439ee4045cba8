// Every size limit of a request, tested on both sides through its route. The numbers are written by hand, as in the guides and the API
// document: `npm run trial -- limits` changes each constant and expects a test to fail.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Person, signUp } from './people.ts'
import { openService, type Service } from './service.ts'

let service: Service
let person: Person
beforeAll(async () => {
  service = await openService()
  person = await signUp(service.app)
})
afterAll(() => service.close())

type Request = readonly [path: string, body?: object, method?: 'PUT']
const letters = (length: number): string => 'x'.repeat(length)
const list = <T>(length: number, item: (at: number) => T): T[] => Array.from({ length }, (_, at) => item(at))
const names = (length: number): string[] => list(length, (at) => `n${at}`)

/** Options of a choice whose settings have this many bytes. */
function optionsOf(bytes: number): string[] {
  const options = list(80, (at) => `${at}-${letters(100)}`)
  const rest = bytes - JSON.stringify({ kind: 'choice', options: options.map(weighted), count: 1 }).length
  const each = Math.floor(rest / options.length)
  return options.map((name, at) => name + letters(at === 0 ? rest - each * (options.length - 1) : each))
}

const weighted = (name: string) => ({ name, weight: 1 })

async function statusOf([url, payload, given]: Request): Promise<number> {
  const method = given ?? (payload ? 'POST' : 'GET')
  const { statusCode } = await service.app.inject({ method, url, headers: person.headers, ...(payload && { payload }) })
  return statusCode
}

const NOBODYS = '00000000-0000-4000-8000-000000000000'
const messages = [{ role: 'user', content: 'Hello' }]
const chat = (more: object): Request => ['/v1/chat/completions', { messages, ...more }]
const said = (content: object) => ({ role: 'user', content })
const image = (url: string) => ({ type: 'image_url', image_url: { url } })
const PIXEL = 'data:image/png;base64,AAAA'
/** 4 characters for 3 bytes, and a whole number of both. */
const MIB_IN_BASE64 = 4 * Math.floor(1_048_576 / 3)
const tools = (count: number) => names(count).map((name) => ({ type: 'function', function: { name } }))
const arms = [{ name: 'a' }, { name: 'b' }]
const unblinding = (reason: string): Request => [`/allocations/${NOBODYS}/unblind`, { participant: 'P-1', reason }]
const allocation = (more: object): Request => ['/allocations', { arms, ...more }]
const prize = (more: object): Request => [
  '/draws/prize',
  {
    title: 't',
    organiser: 'o',
    closed_at: '2026-01-01T00:00:00Z',
    draw_at: new Date(Date.now() + 3_600_000).toISOString(),
    winners: 1,
    entries: ['Ada'],
    ...more,
  },
]
const instant = (more: object): Request => [
  '/draws/instant',
  {
    title: 't',
    organiser: 'o',
    sales_at: new Date(Date.now() + 3_600_000).toISOString(),
    ends_at: new Date(Date.now() + 7_200_000).toISOString(),
    tickets: 1_001,
    ...more,
  },
]
const pair = { topic: 't', prompt_a: 'a', prompt_b: 'b' }
const audit = (more: object): Request => ['/audits', more]
const dice = (text: string): Request => ['/draws', { kind: 'dice', dice: text }]
/** An address with this many characters. */
const emailOf = (length: number) =>
  `${letters(64)}@${letters(60)}.${letters(40)}.${letters(20)}.${letters(length - 192)}.org`
const account = (more: object): Request => ['/auth/register', { email: 'limits@example.org', password: 'p w', ...more }]

const MOST: Readonly<Record<string, readonly [most: number, request: (size: number) => Request]>> = {
  'characters of a text': [10_000, (size) => ['/ai/analyze', { text: letters(size) }]],
  'characters of a text without an account': [2_000, (size) => ['/try/analyze', { text: letters(size) }]],
  'words to accept in one request': [200, (size) => ['/try/analyze', { text: 'a', ignore: names(size) }]],
  'words to point out in one request': [
    200,
    (size) => ['/try/analyze', { text: 'a', flag: names(size).map((word) => ({ word })) }],
  ],
  'characters of a word to accept': [100, (size) => ['/try/analyze', { text: 'a', ignore: [letters(size)] }]],
  'characters of a suggestion': [
    200,
    (size) => ['/try/analyze', { text: 'a', flag: [{ word: 'b', suggestion: letters(size) }] }],
  ],
  'words to accept in an account': [1_000, (size) => ['/ai/words', { ignore: names(size), flag: [] }, 'PUT']],
  'texts in a batch': [100, (size) => ['/ai/analyze/batch', { texts: names(size) }]],
  'characters of all texts in a batch': [
    200_000,
    (size) => ['/ai/analyze/batch', { texts: [...list(19, () => letters(10_000)), letters(size - 190_000)] }],
  ],
  'texts in a moderation': [100, (size) => ['/v1/moderations', { input: names(size) }]],
  'characters of a text in a moderation': [10_000, (size) => ['/v1/moderations', { input: letters(size) }]],
  'characters of a text that Portkey sends': [
    200_000,
    (size) => ['/ai/guardrails/portkey', { request: { text: letters(size) } }],
  ],
  'characters of a prompt that agentgateway sends': [
    200_000,
    (size) => [
      '/ai/guardrails/agentgateway/request',
      { body: { messages: [{ role: 'user', content: letters(size) }] } },
    ],
  ],
  'characters of a prompt that Envoy asks about': [
    200_000,
    (size) => ['/ai/guardrails/envoy', { prompt: letters(size) }],
  ],
  'characters of the name of a model': [128, (size) => chat({ model: letters(size) })],
  'tools of a chat completion': [128, (size) => chat({ tools: tools(size) })],
  'choices of a chat completion': [8, (size) => chat({ n: size })],
  'stops of a chat completion': [4, (size) => chat({ stop: names(size) })],
  'tokens of a chat completion': [1_000_000, (size) => chat({ max_completion_tokens: size })],
  'characters of an identifier of an end user': [512, (size) => chat({ user: letters(size) })],
  'images of a conversation': [20, (size) => chat({ messages: [said(list(size, () => image(PIXEL)))] })],
  'characters of the address of an image': [
    4_096,
    (size) => chat({ messages: [said([image(`https://example.org/${letters(size - 20)}`)])] }),
  ],
  'MiB of an image': [
    5,
    (size) => chat({ messages: [said([image(`data:image/png;base64,${'A'.repeat(size * MIB_IN_BASE64)}`)])] }),
  ],
  'blocks of a message': [
    1_000,
    (size) => [
      '/v1/messages',
      { max_tokens: 1, model: 'm', messages: [said(names(size).map((text) => ({ type: 'text', text })))] },
    ],
  ],
  'parts of a message': [
    1_000,
    (size) => chat({ messages: [{ role: 'user', content: names(size).map((text) => ({ type: 'text', text })) }] }),
  ],
  'inputs of embeddings': [2_048, (size) => ['/v1/embeddings', { model: 'm', input: names(size) }]],
  'tokens of an embedding': [2_000, (size) => ['/v1/embeddings', { model: 'm', input: list(size, () => 1) }]],
  'samples of /compute': [50_000, (size) => ['/compute', { bias: 0.5, samples: size }]],
  'samples of /sweep': [50_000, (size) => [`/sweep?samples=${size}&steps=5&N=3`]],
  'steps of /sweep': [50, (size) => [`/sweep?samples=100&steps=${size}`]],
  'characters of a seed': [128, (size) => ['/compute', { bias: 0.5, samples: 100, seed: letters(size) }]],
  'numbers of a draw': [100_000, (size) => ['/draws', { kind: 'integers', min: 1, max: 6, count: size }]],
  'dice of a throw': [1_000, (size) => dice(`${size}d6`)],
  'bytes of the settings of a draw': [16_384, (size) => ['/draws', { kind: 'choice', options: optionsOf(size) }]],
  'bytes of the names of a draw': [
    4_194_304 / 128,
    (size) => ['/draws', { kind: 'choice', options: [letters(125), 'short'], count: size }],
  ],
  'characters of an option': [256, (size) => ['/draws', { kind: 'choice', options: [letters(size)] }]],
  'entries of a sample': [100_000, (size) => ['/draws', { kind: 'sample', entries: names(size), count: 1 }]],
  'places of a sample': [1_000_000, (size) => ['/draws', { kind: 'sample', size, count: 1 }]],
  'places of a shuffle': [100_000, (size) => ['/draws', { kind: 'shuffle', size }]],
  'characters of the name of a commitment': [100, (size) => ['/commitments', { name: letters(size) }]],
  'draws of a commitment': [1_000_000, (size) => ['/commitments', { draws_max: size }]],
  'characters of the name of an allocation': [100, (size) => allocation({ name: letters(size) })],
  'characters of the name of an arm': [
    100,
    (size) => allocation({ arms: [{ name: letters(size) }, { name: 'b' }], block_sizes: [2] }),
  ],
  'arms of an allocation': [50, (size) => allocation({ arms: names(size).map((name) => ({ name })) })],
  'weight of an arm': [
    1_000,
    (size) =>
      allocation({
        arms: [
          { name: 'a', weight: size },
          { name: 'b', weight: size },
        ],
        block_sizes: [2 * size],
      }),
  ],
  // Blocks of two arms have even sizes.
  'halves of a block': [5_000, (size) => allocation({ block_sizes: [2 * size] })],
  'strata of an allocation': [1_000, (size) => allocation({ strata: names(size) })],
  'block sizes of an allocation': [20, (size) => allocation({ block_sizes: list(size, (at) => 2 * (at + 1)) })],
  'characters of a participant': [256, (size) => [`/allocations/${NOBODYS}/assign`, { participant: letters(size) }]],
  'characters of a reason for unblinding': [500, (size) => unblinding(letters(size))],
  'characters of a client seed': [
    128,
    (size) => [
      '/draws',
      { kind: 'integers', min: 1, max: 6, commitment: NOBODYS, client_seed: letters(size), nonce: 0 },
    ],
  ],
  'participants of one page': [250, (size) => [`/allocations/${NOBODYS}/assignments?limit=${size}`]],
  'characters of the name of a key': [100, (size) => ['/api-keys', { name: letters(size) }]],
  'entries of a prize draw': [50_000, (size) => prize({ entries: names(size) })],
  'characters of an entry of a prize draw': [256, (size) => prize({ entries: [letters(size)] })],
  'winners of a prize draw': [1_000, (size) => prize({ winners: size, entries: names(1_001) })],
  'reserves of a prize draw': [1_000, (size) => prize({ reserves: size })],
  'paragraphs of the rules of a prize draw': [50, (size) => prize({ rules: names(size) })],
  'characters of a paragraph of rules': [500, (size) => prize({ rules: [letters(size)] })],
  'characters of the title of a prize draw': [100, (size) => prize({ title: letters(size) })],
  'characters of the organiser of a prize draw': [200, (size) => prize({ organiser: letters(size) })],
  'kinds of prizes of an instant-win list': [
    50,
    (size) => instant({ prizes: names(size).map((name) => ({ name, count: 1 })) }),
  ],
  'prizes of one kind of an instant-win list': [1_000, (size) => instant({ prizes: [{ name: 'a', count: size }] })],
  'characters of a reason for an exclusion': [
    300,
    (size) => [`/draws/prize/${NOBODYS}/exclusions`, { position: 1, reason: letters(size) }],
  ],
  'pairs of an audit': [500, (size) => audit({ pairs: list(size, () => pair) })],
  'pairs that an audit draws': [500, (size) => audit({ sample: size })],
  'characters of the name of an audit': [
    200,
    (size) => audit({ name: letters(size), pairs: [{ ...pair, answer_a: '', answer_b: '' }] }),
  ],
  'characters of a prompt of an audit': [4_000, (size) => audit({ pairs: [{ ...pair, prompt_a: letters(size) }] })],
  'characters of a recorded answer': [
    10_000,
    (size) => audit({ pairs: [{ ...pair, answer_a: letters(size), answer_b: '' }] }),
  ],
  'characters of a search among keys': [200, (size) => [`/api-keys?search=${letters(size)}`]],
  'keys of one page': [1_000, (size) => [`/api-keys?limit=${size}`]],
  'seconds that a rotated key keeps working': [2_592_000, (size) => ['/api-keys/999/rotate', { grace_seconds: size }]],
  'characters of a password': [128, (size) => account({ password: letters(size) })],
  'characters of an email address': [254, (size) => account({ password: PASSWORD, email: emailOf(size) })],
  'characters of the name of a person': [100, (size) => account({ password: PASSWORD, name: letters(size) })],
}

const MIB = 1_048_576
const BYTES: Readonly<Record<string, readonly [most: number, path: string, body: object]>> = {
  'bytes of a draw': [4 * MIB, '/draws', { kind: 'shuffle', size: 2 }],
  'bytes of an audit': [8 * MIB, '/audits', { sample: 10 }],
  'bytes of a batch': [4 * MIB, '/ai/analyze/batch', { texts: ['a'] }],
  'bytes of a conversation': [4 * 4_000_000 + MIB, '/ai/chat', { messages }],
  'bytes of a conversation with images': [4 * 4_000_000 + MIB, '/v1/chat/completions', { messages }],
}

const LEAST: Readonly<Record<string, readonly [least: number, request: (size: number) => Request]>> = {
  'samples of /compute': [100, (size) => ['/compute', { bias: 0.5, samples: size }]],
  'samples of /sweep': [1, (size) => [`/sweep?samples=${size}&steps=5&N=3`]],
  'steps of /sweep': [5, (size) => [`/sweep?samples=100&steps=${size}`]],
  'arms of an allocation': [2, (size) => allocation({ arms: names(size).map((name) => ({ name })) })],
  'characters of a reason for unblinding': [10, (size) => unblinding(letters(size))],
  'characters of a password': [8, (size) => account({ password: letters(size) })],
}

describe('at most', () => {
  test.each(Object.entries(MOST))('%s', async (_what, [most, request]) => {
    expect(await statusOf(request(most))).not.toBe(422)
    expect(await statusOf(request(most + 1))).toBe(422)
  })
})

describe('at most, whatever a body says,', () => {
  test.each(Object.entries(BYTES))('%s', async (_what, [most, url, body]) => {
    const headers = { ...person.headers, 'content-type': 'application/json' }
    const send = async (length: number) =>
      (await service.app.inject({ method: 'POST', url, headers, payload: JSON.stringify(body).padEnd(length) }))
        .statusCode
    expect(await send(most)).not.toBe(413)
    expect(await send(most + 1)).toBe(413)
  })
})

describe('at least', () => {
  test.each(Object.entries(LEAST))('%s', async (_what, [least, request]) => {
    expect(await statusOf(request(least))).not.toBe(422)
    expect(await statusOf(request(least - 1))).toBe(422)
  })
})
