// The requests whose cost the capacity page states.

import { ACCOUNTS, type Service } from './capacity-service.ts'
import { makeSentences, PARAGRAPH } from './neutrality-texts.ts'

export interface Case {
  readonly name: string
  readonly request: (service: Service) => () => string
  readonly isMetered: boolean
  /** Connections at a time; fewer for requests that would only wait in a queue. */
  readonly connections?: number
}

const SENTENCES = makeSentences(4_000).map((text) => text.replace(/[^\x20-\x7e]/g, ''))
let sent = 0
const long = SENTENCES.slice(0, 100).join(' ')
const textOf = (characters: number) => long.slice(0, characters)
const SMALL = { bias: 0.3, N: 9, samples: 1_000, seed: 'bench' }
const messages = [
  { role: 'system', content: 'Answer briefly.' },
  { role: 'user', content: 'What did the council discuss on Tuesday?' },
]
const FAST = { svc_options: { tier: 'fast' } }

/** Anonymous requests come from this many addresses, so that none reaches its rate limit. */
const ADDRESSES = 4_096

export const proxied = { provider: 'provider_c', user_api_key: 'bench', messages, ...FAST }
/** A few at a time keep the threads of three workers busy; more than 16 would overflow one thread's queue. */
const THREADED = 8

/** Each with the smallest sensible input. */
export const ENDPOINTS: readonly Case[] = [
  anonymous('GET /plans', 'GET', '/plans'),
  anonymous('POST /compute, anonymous', 'POST', '/compute', SMALL),
  keyed('POST /compute', 'POST', '/compute', SMALL),
  {
    ...keyed('GET /sweep (N = 9, 1,000 samples, 11 steps)', 'GET', '/sweep?N=9&samples=1000&steps=11&seed=1'),
    connections: THREADED,
  },
  keyed('POST /draws (two dice)', 'POST', '/draws', { kind: 'dice', dice: '2d6', seed: 'bench' }),
  keyed('POST /ai/analyze, fast', 'POST', '/ai/analyze', { text: PARAGRAPH, tier: 'fast' }),
  { ...keyed('POST /ai/analyze, default', 'POST', '/ai/analyze', { text: PARAGRAPH }), connections: THREADED },
  keyed('POST /ai/chat, fast', 'POST', '/ai/chat', { messages, ...FAST }),
  keyed('POST /ai/proxy, fast', 'POST', '/ai/proxy', proxied),
  { ...keyed('GET /usage/stats', 'GET', '/usage/stats'), isMetered: false },
  { ...signIn(), connections: 4 },
]

/** How the cost grows with the length of a text and with the number of bits. */
export const GROWTH: readonly Case[] = [
  ...[100, 1_000, 10_000].map((characters) =>
    keyed(`/ai/analyze, fast, ${inWords(characters)} characters`, 'POST', '/ai/analyze', {
      text: textOf(characters),
      tier: 'fast',
    }),
  ),
  ...[100, 1_000, 10_000].map((characters) => ({
    ...keyed(`/ai/analyze, default, ${inWords(characters)} characters`, 'POST', '/ai/analyze', {
      text: textOf(characters),
    }),
    connections: 2,
  })),
  ...[
    [9, 1_000],
    [9, 50_000],
    [64, 20_000],
    [64, 50_000],
  ].map(([N = 9, samples = 0]) => ({
    ...keyed(`/compute, ${N} × ${inWords(samples)} = ${inWords(N * samples)} bits`, 'POST', '/compute', {
      ...SMALL,
      N,
      samples,
    }),
    connections: THREADED,
  })),
]

/** The cases for several processes. The first three cost the service many times what they cost the load generator. */
export const WORK = {
  encoder: { ...differing('POST /ai/analyze, default, another sentence each time'), connections: THREADED },
  fast: {
    ...keyed('POST /ai/analyze, fast, 10,000 characters', 'POST', '/ai/analyze', {
      text: textOf(10_000),
      tier: 'fast',
    }),
    connections: THREADED,
  },
  compute: {
    ...keyed('POST /compute, 64 × 20,000', 'POST', '/compute', { ...SMALL, N: 64, samples: 20_000 }),
    connections: THREADED,
  },
  light: keyed('POST /compute, default call', 'POST', '/compute', SMALL),
} as const

function inWords(count: number): string {
  return count.toLocaleString('en')
}

function keyed(name: string, method: string, path: string, body?: object): Case {
  const request = ({ keys }: Service) => {
    const texts = keys.map((key) => wireText(method, path, { 'x-api-key': key }, body))
    let turn = 0
    return () => texts[turn++ % ACCOUNTS] ?? ''
  }
  return { name, isMetered: true, request }
}

/** Each text of a run is different, so that no cached score is used. */
function differing(name: string): Case {
  const request = ({ keys }: Service) => {
    return () => {
      const text = SENTENCES[sent++ % SENTENCES.length]
      return wireText('POST', '/ai/analyze', { 'x-api-key': keys[sent % ACCOUNTS] ?? '' }, { text })
    }
  }
  return { name, isMetered: true, request }
}

function anonymous(name: string, method: string, path: string, body?: object): Case {
  const texts = Array.from({ length: ADDRESSES }, (_, at) =>
    wireText(method, path, { 'x-forwarded-for': `10.1.${at >> 8}.${at & 255}` }, body),
  )
  let turn = 0
  return { name, isMetered: false, request: () => () => texts[turn++ % ADDRESSES] ?? '' }
}

function signIn(): Case {
  const request = ({ email, password }: Service) => {
    let turn = 0
    return () => {
      const address = turn++ % ADDRESSES
      const headers = { 'x-forwarded-for': `10.2.${address >> 8}.${address & 255}` }
      return wireText('POST', '/auth/login', headers, { email, password })
    }
  }
  return { name: 'POST /auth/login', isMetered: false, request }
}

function wireText(method: string, path: string, headers: Record<string, string>, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const about = text === '' ? {} : { 'content-type': 'application/json', 'content-length': String(text.length) }
  const lines = Object.entries({ host: 'bench', ...headers, ...about }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`
}
