// Responses over a WebSocket: the same answers, charges and limits as POST, and what hostile connections get.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { WebSocket } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { breakAfter, reject, say, stall } from '../../../test/upstream.ts'

let service: AiService
let account: Account

beforeAll(async () => {
  service = await openAiService()
  account = await service.account('pro')
})
afterAll(() => service.close())

type Event = { type: string; status?: number; [name: string]: unknown }

/** A connection whose messages are read one after the other. */
async function open(headers: Record<string, string> = { authorization: `Bearer ${account.key}` }) {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/v1/responses`, { headers } as never)
  const events: Event[] = []
  let told = () => {}
  socket.addEventListener('message', ({ data }) => {
    events.push(JSON.parse(String(data)))
    told()
  })
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  await new Promise<void>((resolve, fail) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => fail(new Error('the connection was refused')))
  })
  return {
    socket,
    closed,
    send: (body: object | string) => socket.send(typeof body === 'string' ? body : JSON.stringify(body)),
    /** All events up to the one that ends an answer. */
    async answer(): Promise<Event[]> {
      for (;;) {
        const at = events.findIndex(({ type }) => /^(response\.(completed|incomplete)|error)$/.test(type))
        if (at >= 0) return events.splice(0, at + 1)
        await new Promise<void>((resolve) => {
          told = resolve
        })
      }
    },
  }
}

const request = { type: 'response.create', model: 'm', input: 'Why?', store: false }

describe('an answer', () => {
  test('has the events of a streamed POST, is filtered and costs one call', async () => {
    service.upstream.plan(say('Bad, scores 0.1'), say('Fine, scores 0.9'))
    const used = await account.used('ai/chat')
    const { socket, send, answer } = await open()
    send({ ...request, svc_options: { filter_mode: 'strict' }, client_metadata: { a: 1 }, stream: false })
    const events = await answer()
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    const { response } = events.at(-1) as unknown as { response: { svc_filter: object } }
    expect(response.svc_filter).toMatchObject({ passed: true, attempts: [{ ain_score: 0.1 }, { ain_score: 0.9 }] })
    expect(JSON.stringify(events)).not.toContain('Bad')
    expect(await account.used('ai/chat')).toBe(used + 1)
    socket.close()
  })

  test('can be followed by others on the same connection, one after the other', async () => {
    service.upstream.plan(say('Fine, scores 0.9'))
    const { socket, send, answer } = await open()
    for (const input of ['One?', 'Two? Ünïcödé 😀'.repeat(10_000)]) {
      send({ ...request, input })
      expect((await answer()).at(-1)?.type).toBe('response.completed')
      expect(service.upstream.calls.at(-1)?.body.messages[0]?.content).toBe(input)
    }
    socket.close()
  })

  test('to `generate: false` asks nothing and costs nothing', async () => {
    service.upstream.plan(say('x'))
    const used = await account.used('ai/chat')
    const { socket, send, answer } = await open()
    send({ ...request, generate: false })
    expect((await answer()).map(({ type }) => type)).toEqual(['response.created', 'response.completed'])
    expect([service.upstream.calls.length, await account.used('ai/chat')]).toEqual([0, used])
    socket.close()
  })

  test('is stopped at the provider when the caller closes the connection, and stays charged', async () => {
    service.upstream.plan(breakAfter(['The '], 'stall'))
    const used = await account.used('ai/chat')
    const [hungUp, asked] = [service.upstream.nextHangUp(), service.upstream.nextCall()]
    const { socket, send } = await open()
    send(request)
    await asked
    socket.close()
    await hungUp
    expect(await account.used('ai/chat')).toBe(used + 1)
  })
})

describe('an error', () => {
  test.each([
    ['of a field', { ...request, temperature: 'x' }, 422, 'invalid'],
    ['of the kind of message', { ...request, type: 'session.update' }, 422, 'invalid'],
    ['of an option', { ...request, svc_options: { mode: 'strict' } }, 422, 'invalid'],
    ['about an earlier answer', { ...request, previous_response_id: 'resp_1' }, 422, 'previous_response_not_found'],
    ['in the notation', '{"input": }', 400, 'malformed'],
    ['of a message that is no object', '[]', 400, undefined],
  ])('%s is an event with its status, costs nothing, and leaves the connection open', async (_what, body, ...told) => {
    service.upstream.plan(say('Fine, scores 0.9'))
    const used = await account.used('ai/chat')
    const { socket, send, answer } = await open()
    send(body)
    const [{ type, status, error }] = (await answer()) as [Event & { error: { code?: string } }]
    expect([type, status, error.code]).toEqual(['error', ...told])
    expect(await account.used('ai/chat')).toBe(used)
    send(request)
    expect((await answer()).at(-1)?.type).toBe('response.completed')
    socket.close()
  })

  test('of the provider is an event, and is refunded', async () => {
    service.upstream.plan(reject(500))
    const used = await account.used('ai/chat')
    const { socket, send, answer } = await open()
    send(request)
    expect((await answer())[0]).toMatchObject({ type: 'error', status: 502 })
    expect(await account.used('ai/chat')).toBe(used)
    socket.close()
  })

  test('of a key that was revoked meanwhile closes the connection', async () => {
    const other = await service.account('pro')
    const { send, answer, closed } = await open({ 'x-api-key': other.key })
    const headers = { authorization: `Bearer ${other.token}` }
    const [{ id }] = (await service.app.inject({ url: '/api-keys', headers })).json()
    await service.app.inject({ method: 'DELETE', url: `/api-keys/${id}`, headers })
    send(request)
    expect((await answer())[0]).toMatchObject({ type: 'error', status: 401 })
    expect(await closed).toBe(1008)
  })

  test('meets a second request while one runs, and a caller who goes on so is disconnected', async () => {
    service.upstream.plan(stall())
    const asked = service.upstream.nextCall()
    const { send, answer, closed } = await open()
    send(request)
    await asked
    send(request)
    const detail = expect.stringContaining('wait for its last event')
    expect((await answer())[0]).toMatchObject({ type: 'error', status: 409, detail })
    for (let more = 0; more < 16; more++) send(request)
    expect(await closed).toBe(1008)
    expect(service.upstream.calls.length).toBe(1)
  })
})

describe('a connection', () => {
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const key = { 'sec-websocket-key': Buffer.alloc(16).toString('base64') }

  /** A connection whose bytes the test writes itself. */
  async function dial(headers: Record<string, string>, { url } = service): Promise<{ socket: Socket; head: string }> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET /v1/responses HTTP/1.1\r\n${lines.join('')}\r\n`)
    const [head] = (await once(socket, 'data')) as [Buffer]
    return { socket, head: head.toString() }
  }

  const known = () => ({ ...upgrade, ...key, authorization: `Bearer ${account.key}` })

  test('needs credentials before anything else', async () => {
    const { head } = await dial({ ...upgrade, ...key })
    expect(head).toContain('HTTP/1.1 401')
  })

  test.each([
    ['no upgrade', { connection: 'keep-alive', upgrade: 'x' }],
    ['another version', { 'sec-websocket-version': '8' }],
    ['no key', { 'sec-websocket-key': 'short' }],
  ])('with %s is 426, which says what to use', async (_what, wrong) => {
    const { head } = await dial({ ...known(), ...wrong })
    expect(head).toMatch(/^HTTP\/1\.1 426 /)
    for (const line of ['upgrade: websocket\r\n', 'connection: close\r\n']) expect(head.toLowerCase()).toContain(line)
  })

  test('is 426 where the deployment has switched WebSockets off', async () => {
    const off = await openAiService({ env: { CHAT_WEBSOCKETS: 'off' } })
    const { head } = await dial({ ...upgrade, ...key, 'x-api-key': (await off.account('pro')).key }, off)
    expect(head).toMatch(/^HTTP\/1\.1 426 /)
    for (const line of ['upgrade: websocket\r\n', 'connection: close\r\n']) expect(head.toLowerCase()).toContain(line)
    await off.close()
  })

  test('that offers HTTP/2 beside a POST is answered as HTTP/1.1', async () => {
    service.upstream.plan(say('Fine, scores 0.9'))
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    const body = JSON.stringify({ model: 'm', input: 'Why?' })
    const offers = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAA\r\n'
    const about = `authorization: Bearer ${account.key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
    socket.write(`POST /v1/responses HTTP/1.1\r\nhost: x\r\n${offers}${about}\r\n\r\n${body}`)
    const [head] = (await once(socket, 'data')) as [Buffer]
    expect(head.toString()).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
  })

  const frame = (first: number, payload: Buffer, masked = true) => {
    const head = [first, (masked ? 0x80 : 0) | payload.length]
    return Buffer.concat([Buffer.from(head), Buffer.alloc(masked ? 4 : 0), payload])
  }
  const large = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0])

  test.each([
    ['a frame without a mask', frame(0x81, Buffer.from('{}'), false), 1002],
    ['a reserved bit', frame(0xc1, Buffer.from('{}')), 1002],
    ['an unknown kind of frame', frame(0x83, Buffer.from('{}')), 1002],
    ['a continuation of nothing', frame(0x80, Buffer.from('{}')), 1002],
    [
      'a second start within a message',
      Buffer.concat([frame(0x01, Buffer.from('{')), frame(0x81, Buffer.from('}'))]),
      1002,
    ],
    ['a ping in pieces', frame(0x09, Buffer.from('x')), 1002],
    ['bytes instead of text', frame(0x82, Buffer.from('{}')), 1003],
    ['text that is not UTF-8', frame(0x81, Buffer.from([0xff, 0xfe])), 1007],
    ['2 GiB announced', large, 1009],
    [
      'a message in 3,000 pieces of a byte',
      Buffer.concat([frame(0x01, Buffer.from('{')), ...Array(3_000).fill(frame(0, Buffer.from(' ')))]),
      1008,
    ],
    [
      'a message in 3,000 empty pieces',
      Buffer.concat([frame(0x01, Buffer.from('{')), ...Array(3_000).fill(frame(0, Buffer.alloc(0)))]),
      1008,
    ],
    ['1,001 pings', Buffer.concat(Array(1_001).fill(frame(0x89, Buffer.alloc(0)))), 1008],
    ['1,001 pongs', Buffer.concat(Array(1_001).fill(frame(0x8a, Buffer.alloc(0)))), 1008],
  ])('with %s is closed with the code for it', async (_what, bytes, code) => {
    const { socket } = await dial(known())
    const received: Buffer[] = []
    socket.on('data', (piece) => received.push(piece))
    socket.write(bytes)
    await once(socket, 'close')
    const end = Buffer.concat(received).subarray(-4)
    expect([end[0], end[1], end.readUInt16BE(2)]).toEqual([0x88, 2, code])
  })

  test('answers pings, and reads a message however it is cut', async () => {
    service.upstream.plan(say('Fine, scores 0.9'))
    const { socket } = await dial(known())
    const text = Buffer.from(JSON.stringify(request))
    const cut = [frame(0x01, text.subarray(0, 9)), frame(0x89, Buffer.from('hi')), frame(0x80, text.subarray(9))]
    const received: Buffer[] = []
    const isDone = new Promise<void>((resolve) => {
      socket.on('data', (piece) => {
        received.push(piece)
        if (Buffer.concat(received).includes('response.completed')) resolve()
      })
    })
    for (const byte of Buffer.concat(cut)) socket.write(Buffer.from([byte]))
    await isDone
    expect(Buffer.concat(received).subarray(0, 4)).toEqual(Buffer.from([0x8a, 2, 0x68, 0x69]))
    socket.destroy()
  })

  test('of an account that has many is refused beyond the limit, and others get in', async () => {
    const [hoarder, other] = [await service.account('pro'), await service.account('pro')]
    const sockets = await Promise.all(Array.from({ length: 64 }, () => open({ 'x-api-key': hoarder.key })))
    const { head } = await dial({ ...upgrade, ...key, 'x-api-key': hoarder.key })
    expect(head).toMatch(/^HTTP\/1\.1 429 /)
    const { socket } = await open({ 'x-api-key': other.key })
    for (const one of [...sockets, { socket }]) one.socket.close()
    await Promise.all(sockets.map(({ closed }) => closed))
    const again = await open({ 'x-api-key': hoarder.key })
    again.socket.close()
  })
})

test('a stop ends connections without a request', async () => {
  const on = await openAiService()
  const person = await on.account('free')
  const socket = new WebSocket(`${on.url.replace('http', 'ws')}/v1/responses`, {
    headers: { 'x-api-key': person.key },
  } as never)
  await once(socket as never, 'open')
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  await on.close()
  expect(await closed).toBe(1001)
})
