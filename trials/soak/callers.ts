// Mixed load from many callers, each on its own connection: requests are random from a seed, and every response is recorded.
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { computeUnits } from '@equipoise/engine'
import type { Sql } from '../../server/src/db/db.ts'
import { call } from '../../server/test/load.ts'
import { type Chance, chanceFrom, pick } from '../fuzz-values.ts'
import type { SeenResponse } from './judge.ts'

export interface Payer {
  readonly name: string
  readonly id: number
  readonly plan: string
  readonly email: string
  readonly key: Record<string, string>
  readonly token: Record<string, string>
}

/** The first is for requests whose caller hangs up, so that the units of all others are certain. */
const PLANS = ['enterprise_xl', 'enterprise_xl', 'enterprise_xl', 'enterprise_xl', 'enterprise_xl', 'basic', 'free']
/** Of 62 requests, each large account makes this many and the small ones make one, so that they stay below their rate limits. */
const LARGE_SHARE = 15
const PASSWORD = 'a long enough one'
const PAUSE_MAX_MS = 60
const RESPONSE_MAX_MS = 30_000

export async function openPayers(port: number, sql: Sql): Promise<Payer[]> {
  const payers: Payer[] = []
  for (const [at, plan] of PLANS.entries()) {
    const email = `soak-${at}@example.org`
    const { body } = await call(port, { path: '/auth/register', payload: { email, password: PASSWORD } })
    const token = { authorization: `Bearer ${JSON.parse(body).access_token}` }
    const [row] = await sql<{ id: number }[]>`update accounts set plan = ${plan} where email = ${email} returning id`
    const made = await call(port, { path: '/api-keys', headers: token, payload: {} })
    const key = { 'x-api-key': JSON.parse(made.body).key }
    payers.push({ name: `account ${at + 1} (${plan})`, id: Number(row?.id), plan, email, key, token })
  }
  return payers
}

interface Ask {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** The path in openapi.json, if it differs. */
  readonly template?: string
  readonly headers?: Record<string, string>
  readonly payload?: object
  readonly cost?: SeenResponse['cost']
  /** Hangs up after this many ms, or at the first piece of the response. */
  readonly hangUp?: number | 'first piece'
}

interface Heard {
  readonly status: number
  readonly body: string
  readonly begun?: true
}

/** What one caller needs for its requests. */
interface Scene {
  readonly payer: Payer
  readonly quitter: Payer
  readonly chance: Chance
  readonly messages: readonly object[]
  readonly ask: (ask: Ask) => Promise<Heard>
}

const TEXTS = [
  'The new plan is a dreadful disgrace, and its authors should be ashamed.',
  'The committee met on Monday. It approved two of the three proposals and postponed the third.',
  'She said that the figures would be published in June. Critics doubt it.',
]
const QUESTION = { role: 'user', content: 'What did the council discuss on Tuesday?' }
const STEP_CHARS = 10_000
const SMALL = { bias: 0.3, N: 9, samples: 1_000 }
/** Large enough to run in a thread, if the plan allows it. */
const largeFor = ({ plan }: Payer) => ({ bias: 0.3, N: plan === 'enterprise_xl' ? 64 : 9, samples: 50_000 })
const SWEPT = { N: 9, samples: 2_000, steps: 10 }

const quitting = (scene: Scene): Scene => ({ ...scene, payer: scene.quitter })
const costs = ({ name }: Payer, meter: string, units = 1) => ({ account: name, meter, units })
const seedFrom = (chance: Chance) => `s${Math.floor(chance() * 1e9)}`
const anywhere = (chance: Chance) => ({
  'x-forwarded-for': [10, 0, 0, 0].map((first) => first || Math.floor(chance() * 256)).join('.'),
})

function compute({ payer, chance, ask }: Scene, extent: typeof SMALL, more: Partial<Ask> = {}): Promise<Heard> {
  const payload = { ...extent, seed: seedFrom(chance) }
  return ask({
    method: 'POST',
    path: '/compute',
    headers: payer.key,
    payload,
    cost: costs(payer, 'compute', computeUnits(extent)),
    ...more,
  })
}

type Talk = { readonly stream?: boolean } & Pick<Ask, 'hangUp'>

function talk({ payer, chance, messages, ask }: Scene, path: '/ai/chat' | '/ai/proxy', more: Talk): Promise<Heard> {
  const { hangUp, ...fields } = more
  const own = { provider: pick(chance, ['provider_a', 'provider_b']), user_api_key: 'sk-of-this-caller' }
  const payload = { messages, svc_options: { tier: 'fast' }, ...(path === '/ai/proxy' ? own : {}), ...fields }
  const cost = costs(payer, path.slice(1))
  return ask({ method: 'POST', path, headers: payer.key, payload, cost, ...(hangUp === undefined ? {} : { hangUp }) })
}

const analyze = ({ payer, chance, ask }: Scene, tier: string) =>
  ask({
    method: 'POST',
    path: '/ai/analyze',
    headers: payer.key,
    payload: { text: pick(chance, TEXTS), tier },
    cost: costs(payer, 'ai/analyze'),
  })

const DEEDS: readonly {
  readonly weight: number
  readonly what: string
  readonly run: (scene: Scene) => Promise<unknown>
}[] = [
  {
    weight: 12,
    what: '/compute, anonymous',
    run: ({ chance, ask }) =>
      ask({
        method: 'POST',
        path: '/compute',
        headers: anywhere(chance),
        payload: { ...SMALL, seed: seedFrom(chance) },
      }),
  },
  { weight: 22, what: '/compute with a key', run: (scene) => compute(scene, SMALL) },
  { weight: 3, what: 'large /compute', run: (scene) => compute(scene, largeFor(scene.payer)) },
  { weight: 4, what: '/sweep', run: sweep },
  { weight: 14, what: '/ai/analyze, fast', run: (scene) => analyze(scene, 'fast') },
  { weight: 3, what: '/ai/analyze, default', run: (scene) => analyze(scene, 'default') },
  { weight: 7, what: '/ai/chat', run: (scene) => talk(scene, '/ai/chat', {}) },
  { weight: 5, what: '/ai/chat, streamed', run: (scene) => talk(scene, '/ai/chat', { stream: true }) },
  { weight: 8, what: '/ai/proxy', run: (scene) => talk(scene, '/ai/proxy', {}) },
  { weight: 6, what: '/ai/proxy, streamed', run: (scene) => talk(scene, '/ai/proxy', { stream: true }) },
  {
    weight: 2,
    what: 'a stream whose caller hangs up',
    run: (scene) => talk(quitting(scene), '/ai/proxy', { stream: true, hangUp: 'first piece' }),
  },
  {
    weight: 2,
    what: 'a computation whose caller hangs up',
    run: (scene) => compute(quitting(scene), largeFor(scene.quitter), { hangUp: 2 }),
  },
  {
    weight: 5,
    what: '/usage/stats',
    run: ({ payer, ask }) => ask({ method: 'GET', path: '/usage/stats', headers: payer.key }),
  },
  {
    weight: 3,
    what: '/health',
    run: ({ chance, ask }) => ask({ method: 'GET', path: '/health', headers: anywhere(chance) }),
  },
  { weight: 2, what: 'keys: create, list, revoke', run: tendKeys },
  { weight: 1, what: 'sign in and out', run: signInAndOut },
  {
    weight: 1,
    what: 'sign up',
    run: ({ chance, ask }) =>
      ask({
        method: 'POST',
        path: '/auth/register',
        headers: anywhere(chance),
        payload: { email: `${seedFrom(chance)}@example.org`, password: PASSWORD },
      }),
  },
]

function sweep({ payer, chance, ask }: Scene): Promise<Heard> {
  const query = new URLSearchParams({ ...mapped(SWEPT), seed: seedFrom(chance) })
  const cost = costs(payer, 'compute', computeUnits(SWEPT))
  return ask({ method: 'GET', path: `/sweep?${query}`, template: '/sweep', headers: payer.key, cost })
}

function mapped(numbers: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]))
}

async function tendKeys({ payer, ask }: Scene): Promise<void> {
  const { status, body } = await ask({
    method: 'POST',
    path: '/api-keys',
    headers: payer.token,
    payload: { name: 'soak' },
  })
  await ask({ method: 'GET', path: '/api-keys', headers: payer.token })
  if (status !== 201) return
  const { id } = JSON.parse(body)
  await ask({ method: 'DELETE', path: `/api-keys/${id}`, template: '/api-keys/{key_id}', headers: payer.token })
}

async function signInAndOut({ payer, chance, ask }: Scene): Promise<void> {
  const payload = { email: payer.email, password: PASSWORD }
  const { status, body } = await ask({ method: 'POST', path: '/auth/login', headers: anywhere(chance), payload })
  if (status !== 200) return
  const headers = { authorization: `Bearer ${JSON.parse(body).access_token}` }
  await ask({ method: 'POST', path: '/auth/logout', headers })
}

export interface Load {
  readonly answers: SeenResponse[]
  /** Makes thirty callers hang up at once. */
  hangUp(): Promise<void>
  stop(): Promise<void>
}

interface LoadOptions {
  readonly port: number
  readonly payers: readonly Payer[]
  readonly seed: number
  readonly callers: number
  /** The size of the conversations sent to models; 0 means one question. */
  readonly megabytes: number
  /** Milliseconds since the soak started. */
  readonly nowMs: () => number
}

const HANG_UPS = 30

export function startCallers({ port, payers, seed, callers, megabytes, nowMs }: LoadOptions): Load {
  const messages = conversationOf(megabytes)
  const answers: SeenResponse[] = []
  let isOver = false
  const [quitter, ...others] = payers as [Payer, ...Payer[]]
  const byShare = others.flatMap((payer) => Array.from({ length: shareOf(payer) }, () => payer))
  const sceneOf = (chance: Chance, agent: Agent): Scene => ({
    payer: pick(chance, byShare),
    quitter,
    chance,
    messages,
    ask: async (one) => {
      const startMs = nowMs()
      const heard = await send(port, one, agent)
      const operation = `${one.method} ${one.template ?? one.path}`
      const hungUp = one.hangUp !== undefined && heard.status === 0
      const { cost } = one
      answers.push({
        operation,
        status: heard.status,
        startMs,
        endMs: nowMs(),
        ...(cost && { cost }),
        ...(hungUp && { hungUp }),
        ...(heard.begun && { begun: heard.begun }),
      })
      return heard
    },
  })
  const caller = async (chance: Chance): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) {
      await pick(chance, BY_WEIGHT).run(sceneOf(chance, agent))
      await delay(chance() * PAUSE_MAX_MS)
    }
    agent.destroy()
  }
  const running = Array.from({ length: callers }, (_, at) => caller(chanceFrom(seed * 1_000 + at)))
  const chanceToHangUp = chanceFrom(seed * 1_000 + callers)
  return {
    answers,
    async hangUp() {
      const agent = new Agent({ keepAlive: false })
      const calls = Array.from({ length: HANG_UPS }, (_, at) => {
        const scene = quitting(sceneOf(chanceToHangUp, agent))
        if (at % 3 === 0) return compute(scene, largeFor(scene.payer), { hangUp: at })
        return talk(scene, at % 3 === 1 ? '/ai/chat' : '/ai/proxy', {
          stream: true,
          hangUp: at % 2 ? at : 'first piece',
        })
      })
      await Promise.all(calls)
    },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

/** As a coding agent sends it: many steps, with the question at the end. */
function conversationOf(megabytes: number): readonly object[] {
  const steps = Math.floor((megabytes * 1e6) / STEP_CHARS) - 1
  const step = (at: number) => ({ role: 'user', content: `Step ${at}. `.padEnd(STEP_CHARS - 50, 'word ') })
  return [...Array.from({ length: Math.max(0, steps) }, (_, at) => step(at)), QUESTION]
}

function shareOf({ plan }: Payer): number {
  return plan === 'enterprise_xl' ? LARGE_SHARE : 1
}

const BY_WEIGHT = DEEDS.flatMap((deed) => Array.from({ length: deed.weight }, () => deed))

/** A stream that ends with an error has the status of that error; one that ends without a result was cut off. */
function send(port: number, { method, path, headers = {}, payload, hangUp }: Ask, agent: Agent): Promise<Heard> {
  return new Promise((resolve) => {
    const type = payload ? { 'content-type': 'application/json' } : {}
    const asking = httpRequest({ host: '127.0.0.1', port, path, method, headers: { ...type, ...headers }, agent })
    const lost = () => resolve({ status: 0, body: '' })
    const giveUp = () => {
      lost()
      asking.destroy()
    }
    const soon = typeof hangUp === 'number' ? setTimeout(giveUp, hangUp) : undefined
    asking.setTimeout(RESPONSE_MAX_MS, giveUp)
    asking.on('error', lost)
    asking.on('response', (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (piece) => {
        body += piece
        if (hangUp === 'first piece') giveUp()
      })
      answer.on('error', lost)
      answer.on('end', () => clearTimeout(soon))
      answer.on('close', () =>
        resolve(answer.complete ? { status: statusOf(answer, body), body, ...begunIn(body) } : { status: 0, body: '' }),
      )
    })
    asking.end(payload && JSON.stringify(payload))
  })
}

function begunIn(body: string): { begun?: true } {
  return body.includes('event: delta\n') ? { begun: true } : {}
}

function statusOf({ statusCode = 0, headers }: IncomingMessage, body: string): number {
  if (!headers['content-type']?.startsWith('text/event-stream')) return statusCode
  const failed = /event: error\ndata: .*?"status":(\d+)/.exec(body)?.[1]
  if (failed) return Number(failed)
  return body.includes('event: result\n') ? statusCode : 0
}

export const MIX = DEEDS.map(({ weight, what }) => ({ what, share: weight / BY_WEIGHT.length }))
