import { expect, test } from 'vitest'
import { runCommand } from './cli.ts'

interface Asked {
  readonly url: string
  readonly body: unknown
  readonly headers: Record<string, string>
}

async function* pieces(text: string) {
  yield new TextEncoder().encode(text)
}

interface Circumstances {
  readonly answer?: unknown
  readonly status?: number
  readonly input?: string
  readonly env?: Record<string, string | undefined>
}

async function run(args: string[], { answer = {}, status = 200, input = '', env = {} }: Circumstances = {}) {
  const asked: Asked[] = []
  const printed: string[] = []
  const complaints: string[] = []
  const code = await runCommand(args, {
    env: { EQUIPOISE_API_KEY: 'svc_x', ...env },
    stdin: pieces(input),
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
    fetch: async (url, init) => {
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      asked.push({ url: String(url), body, headers: init?.headers as Record<string, string> })
      return new Response(JSON.stringify(answer), { status })
    },
  })
  return { code, asked, printed: printed.join('\n'), complaints: complaints.join('\n') }
}

test('compute asks with numbers and prints JSON', async () => {
  const { code, asked, printed } = await run(['compute', '--bias', '0.9', '--N', '16', '--seed', '42'], {
    answer: { ain: 1 },
  })
  expect(code).toBe(0)
  expect(asked[0]).toMatchObject({
    url: 'http://127.0.0.1:8080/compute',
    body: { bias: 0.9, N: 16, seed: 42 },
    headers: { 'x-api-key': 'svc_x' },
  })
  expect(JSON.parse(printed)).toEqual({ ain: 1 })
})

test('analyze reads the standard input', async () => {
  const { asked } = await run(['analyze', '-'], { input: 'A plain text.' })
  expect(asked[0]?.body).toEqual({ text: 'A plain text.' })
})

test('chat prints the answer alone; its score goes where a pipe does not take it', async () => {
  const answer = { response: 'Both views exist.', ain_score: 0.8, svc_filter: { attempts: [{}, {}] } }
  const { asked, printed, complaints } = await run(['chat', 'Is', 'it?', '--mode', 'strict'], { answer })
  expect(asked[0]?.body).toMatchObject({ svc_options: { filter_mode: 'strict' } })
  expect([printed, complaints]).toEqual(['Both views exist.', 'AIN 0.8, asked 2 times'])
})

test('keys go with a token', async () => {
  const env = { EQUIPOISE_API_KEY: undefined, EQUIPOISE_TOKEN: 'abc' }
  const { asked } = await run(['keys', 'revoke', '7'], { env })
  expect(asked[0]).toMatchObject({ url: 'http://127.0.0.1:8080/api-keys/7', headers: { authorization: 'Bearer abc' } })
})

test('a refusal is one line and status 1, a mistake is status 2', async () => {
  const refused = await run(['usage'], { status: 401, answer: { detail: 'No such key' } })
  expect([refused.code, refused.complaints]).toEqual([1, 'No such key'])
  expect((await run(['compute'])).complaints).toBe('--bias must be a number')
  expect((await run(['compute', '--bias', '1', '--nonsense'])).code).toBe(2)
  expect((await run(['dance'])).code).toBe(2)
})

test.each([['help'], ['--help'], ['-h']])('%s prints every command, so that it can be piped', async (...args) => {
  const { code, asked, printed, complaints } = await run(args)
  expect([code, asked, complaints]).toEqual([0, [], ''])
  expect(printed).toContain('  compute --bias')
  expect(printed).toContain('  keys list | create')
})

test.each([
  [['compute', '--help']],
  [['compute', '-h']],
  [['compute', '--bias', '0.5', '--help']],
  [['help', 'compute']],
])('%j prints the help of that command and does nothing else', async (args) => {
  const { code, asked, printed, complaints } = await run(args)
  expect([code, asked, complaints]).toEqual([0, [], ''])
  expect(printed).toContain('equipoise compute --bias')
  expect(printed).not.toContain('sweep')
})

test('without a command the help is a complaint and status 2', async () => {
  const { code, printed, complaints } = await run([])
  expect([code, printed]).toEqual([2, ''])
  expect(complaints).toContain('equipoise <command>')
})

test.each(['dance', 'constructor', 'toString', '__proto__'])('%s is an unknown command', async (name) => {
  for (const args of [[name], [name, '--help'], ['help', name]]) {
    const { code, printed, complaints } = await run(args)
    expect([code, printed]).toEqual([2, ''])
    expect(complaints).toBe(`unknown command: ${name} (equipoise help lists all)`)
  }
})

test.each([['delete', '5'], ['crate', '--name', 'x'], ['constructor']])(
  'keys %s is not understood and asks for nothing',
  async (...args) => {
    const { code, asked, complaints } = await run(['keys', ...args])
    expect([code, asked]).toEqual([2, []])
    expect(complaints).toBe(`unknown key action: ${args[0]} (use list, create or revoke)`)
  },
)

test.each([[[]], [['list']]])('keys %j lists the keys', async (args) => {
  const { code, asked } = await run(['keys', ...args])
  expect([code, asked[0]?.url]).toEqual([0, 'http://127.0.0.1:8080/api-keys'])
})

test.each([
  [['analyze', 'a.md', 'b.md'], 'b.md'],
  [['compute', '--bias', '.5', 'extra', 'more'], 'extra more'],
  [['sweep', '9'], '9'],
  [['usage', 'now'], 'now'],
  [['plans', 'now'], 'now'],
  [['health', 'now'], 'now'],
  [['keys', 'list', '5'], '5'],
  [['keys', 'create', 'laptop'], 'laptop'],
  [['keys', 'revoke', '5', '6'], '6'],
])('%j has a word too many, which is told and asks for nothing', async (args, surplus) => {
  const { code, asked, complaints } = await run(args)
  expect([code, asked, complaints]).toEqual([2, [], `too many arguments: ${surplus}`])
})

test('an empty setting counts as absent', async () => {
  const { asked } = await run(['health'], { env: { EQUIPOISE_URL: '', EQUIPOISE_BRAND: '' } })
  expect(asked[0]?.url).toBe('http://127.0.0.1:8080/health')
})
