import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openReceiver, type Receiver, withStatus } from '../../test/receiver.ts'
import { createPost, urlProblem } from './posting.ts'

const MESSAGE = { headers: { 'webhook-id': 'one' }, body: '{"type":"webhook.test"}' }
const METADATA = [{ address: '169.254.169.254', family: 4 }]

let receiver: Receiver
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(() => receiver.close())

const post = (url: string, options: Partial<Parameters<typeof createPost>[0]> = {}) =>
  createPost({ addresses: 'any', userAgent: 'tests', ...options })(url, MESSAGE)

describe('addresses', () => {
  test.each([
    'http://example.org/',
    'ftp://example.org/',
    'https://user:password@example.org/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1.nip.io/',
    'https://localhost/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'not a URL',
  ])('%s is rejected where only public ones are allowed', (url) => {
    expect(urlProblem(url, 'public')).toBeDefined()
  })

  test('a public https address is accepted, and any one where the operator says so', () => {
    expect(urlProblem('https://hooks.example.org:8443/a?b=c', 'public')).toBeUndefined()
    expect(urlProblem('http://10.0.0.1/', 'any')).toBeUndefined()
    expect(urlProblem('file:///etc/passwd', 'any')).toBeDefined()
  })

  test.each([
    ['one of several addresses is private', [{ address: '93.184.215.14', family: 4 }, ...METADATA]],
    ['the only address is private', METADATA],
    ['an IPv6 address embeds a private one', [{ address: '::ffff:10.0.0.1', family: 6 }]],
    ['there is none', []],
  ])('nothing is sent to a public name if %s', async (_what, found) => {
    const sent = post('https://receiver.example/', { addresses: 'public', resolve: async () => found })
    await expect(sent).rejects.toThrow(/not on the public internet|has no address/)
  })

  test('the name is looked up once, and the connection goes to the address that was checked', async () => {
    const answers = [[{ address: '127.0.0.1', family: 4 }], METADATA]
    let lookups = 0
    const resolve = async () => answers[lookups++] ?? []
    expect(await post(`http://receiver.example:${receiver.port}/`, { resolve })).toBe(204)
    expect(lookups).toBe(1)
    expect(receiver.received[0]?.headers.host).toBe(`receiver.example:${receiver.port}`)
    // The next request looks again, and is not sent over the first one's connection.
    await expect(post(`https://receiver.example:${receiver.port}/`, { resolve, addresses: 'public' })).rejects.toThrow(
      'receiver.example is not on the public internet',
    )
    expect(receiver.received).toHaveLength(1)
  })
})

describe('answers', () => {
  test('a redirect is not followed', async () => {
    receiver.answer = (response) => void response.writeHead(307, { location: receiver.url }).end()
    expect(await post(receiver.url)).toBe(307)
    expect(receiver.received).toHaveLength(1)
  })

  test('an answer that never ends counts by its status once enough of it was read', async () => {
    receiver.answer = (response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      }
      response.writeHead(200).on('drain', write)
      write()
    }
    expect(await post(receiver.url)).toBe(200)
  })

  test('one that starts and stalls is given up, as is one that never starts', async () => {
    receiver.answer = (response) => void response.writeHead(200).write('x')
    await expect(post(receiver.url, { timeoutMs: 60 })).rejects.toThrow('no complete answer within 0.06 seconds')
    receiver.answer = () => {}
    await expect(post(receiver.url, { timeoutMs: 60 })).rejects.toThrow('no complete answer')
  })

  test('a name server that does not answer is given up with it', async () => {
    const resolve = () => new Promise<never>(() => {})
    await expect(post('http://receiver.example/', { resolve, timeoutMs: 20 })).rejects.toThrow('no complete answer')
  })

  test.each([
    [
      'too many headers',
      (response: Parameters<Receiver['answer']>[0]) =>
        void response.writeHead(200, { 'x-long': 'y'.repeat(20_000) }).end(),
    ],
    ['a closed connection', (response: Parameters<Receiver['answer']>[0]) => void response.destroy()],
    [
      'another protocol',
      (response: Parameters<Receiver['answer']>[0]) =>
        void response.socket?.end(
          'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
        ),
    ],
  ])('%s is an error', async (_what, answer) => {
    receiver.answer = answer
    await expect(post(receiver.url)).rejects.toThrow()
  })

  test('a plain server at an https address is an error', async () => {
    receiver.answer = withStatus(204)
    await expect(post(receiver.url.replace('http:', 'https:'))).rejects.toThrow()
    expect(receiver.received).toEqual([])
  })
})
