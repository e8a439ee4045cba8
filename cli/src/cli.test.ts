import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compute, outcomeDigest, receiptMessage } from '@equipoise/engine'
import { expect, test } from 'vitest'
import { runCommand } from './cli.ts'
import { GROUPS } from './commands.ts'

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
  readonly isTerminal?: boolean
  readonly isDown?: boolean
}

async function run(
  args: string[],
  { answer = {}, status = 200, input = '', env = {}, isTerminal = false, isDown = false }: Circumstances = {},
) {
  const asked: Asked[] = []
  const printed: string[] = []
  const complaints: string[] = []
  const code = await runCommand(args, {
    env: { EQUIPOISE_API_KEY: 'svc_x', ...env },
    cwd: process.cwd(),
    isTerminal,
    isInteractive: false,
    progress: () => undefined,
    readSecret: async () => input,
    watch: async function* () {},
    stdin: pieces(input),
    print: (line) => void printed.push(line),
    write: async (text) => void printed.push(text),
    complain: (line) => complaints.push(line),
    fetch: async (url, init) => {
      if (isDown) throw new Error('connect ECONNREFUSED')
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      asked.push({ url: String(url), body, headers: init?.headers as Record<string, string> })
      return new Response(JSON.stringify(answer), { status })
    },
  })
  return { code, asked, printed: printed.join('\n'), complaints: complaints.join('\n') }
}

test('compute, sweep and draw need no service, and give what a service gives', async () => {
  const printedBy = async (...args: string[]) => {
    const { code, asked, printed } = await run(args)
    expect([code, asked]).toEqual([0, []])
    return JSON.parse(printed)
  }
  const computed = await printedBy('compute', '--bias', '0.9', '--N', '16', '--seed', '42')
  expect(computed).toMatchObject({ ain: 1, N: 16, samples: 1_000, seed: 42 })
  expect(computed.digest).toBe(compute({ bias: 0.9, N: 16, samples: 1_000, seed: 42 }).digest)
  expect((await printedBy('sweep', '--steps', '5')).results).toHaveLength(5)
  const table = await run(['sweep', '--steps', '5', '--seed', '42', '--format', 'csv'])
  expect(table.printed.split('\n').slice(0, 2)).toEqual([
    'bias,ain,p_output,deviation_from_0_5,status,p_value,input_ain,raw_ain',
    expect.stringMatching(/^0,1,0\.5,0,STABLE,/),
  ])
  expect(await printedBy('draw', 'dice', '2d6+1', '--seed', 'my-seed')).toMatchObject({ values: [[2, 4]], totals: [7] })
  expect((await printedBy('draw', 'integers', '3', '3')).values).toEqual([3])
  expect((await printedBy('compute', '--bias', '1')).seed).toMatch(/^[0-9a-f]{32}$/)
  const winner = await run(['draw', 'winners', '-'], { input: 'Ada\n' })
  expect(JSON.parse(winner.printed)).toMatchObject({ outcome: [0], values: ['Ada'] })
  expect(winner.complaints).toContain('nobody has signed it')
  expect((await run(['draw', 'dice', '3x6'])).complaints).toBe('3x6 must be dice such as 3d6 or 1d20+4')
  expect((await run(['compute', '--bias', '2'])).code).toBe(2)
})

test('with --server, compute sends numbers and prints JSON', async () => {
  const { code, asked, printed } = await run(['compute', '--bias', '0.9', '--N', '16', '--seed', '42', '--server'], {
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

test('analyze prints no score for a text in another language', async () => {
  const answer = { band: 'unscored', ain_score: 0.61, sentences: [{ ain_score: 0.61 }], language: 'de' }
  const { printed } = await run(['analyze', '-'], { input: 'Das Wetter ist schön.', answer })
  expect(JSON.parse(printed)).toEqual({ band: 'unscored', ain_score: null, sentences: [], language: 'de' })
})

test('chat prints only the answer; its score goes to stderr', async () => {
  const answer = { response: 'Both views exist.', ain_score: 0.8, svc_filter: { attempts: [{}, {}] } }
  const { asked, printed, complaints } = await run(['chat', 'Is', 'it?', '--mode', 'strict'], { answer })
  expect(asked[0]?.body).toMatchObject({ svc_options: { filter_mode: 'strict' } })
  expect([printed, complaints]).toEqual(['Both views exist.', 'AIN 0.8, asked 2 times'])
})

test('chat shows no score for an answer in another language', async () => {
  const filter = { attempts: [{}], reason: 'unsupported_language' }
  const answer = { response: 'Beides gibt es.', ain_score: 0.61, svc_filter: filter }
  const { complaints } = await run(['chat', 'Stimmt', 'es?'], { answer })
  expect(complaints).toBe('not scored: not in English, asked once')
})

test('keys are managed with a token', async () => {
  const env = { EQUIPOISE_API_KEY: undefined, EQUIPOISE_TOKEN: 'abc' }
  const { asked } = await run(['keys', 'revoke', '7'], { env })
  expect(asked[0]).toMatchObject({ url: 'http://127.0.0.1:8080/api-keys/7', headers: { authorization: 'Bearer abc' } })
})

test('an error is one line and status 1, misuse is status 2', async () => {
  const rejected = await run(['usage'], { status: 401, answer: { detail: 'No such key' } })
  expect([rejected.code, rejected.complaints]).toEqual([1, 'No such key'])
  expect((await run(['compute'])).complaints).toBe('--bias is missing (see --help)')
  expect((await run(['compute', '--bias', 'high'])).complaints).toBe('--bias must be a number')
  expect((await run(['compute', '--bias', '1', '--nonsense'])).code).toBe(2)
  expect((await run(['dance'])).code).toBe(2)
})

test('what went wrong is a sentence that says what to do', async () => {
  const complaint = async (args: string[], circumstances?: Circumstances) => (await run(args, circumstances)).complaints
  expect(await complaint(['verify', 'nothing.json', '--key', 'A'])).toBe('nothing.json does not exist')
  expect(await complaint(['fix', '.'])).toMatch(/is a folder, not a file$/)
  expect(await complaint(['fix', '-'], { input: ' \n' })).toBe('standard input has no text to fix')
  expect(await complaint(['draw', 'winners'], { input: '\n' })).toContain('standard input has no names')
  const unheard = 'The service could not be reached: connect ECONNREFUSED. '
  const isDown = true
  expect(await complaint(['compute', '--bias', '1', '--server'], { isDown })).toBe(
    `${unheard}Is a service running? Start one with npm start, or set EQUIPOISE_URL.`,
  )
  const env = { EQUIPOISE_URL: 'https://api.example.com' }
  expect(await complaint(['compute', '--bias', '1', '--server'], { isDown, env })).toBe(
    `${unheard}Is EQUIPOISE_URL right?`,
  )
})

test.each([['help'], ['--help'], ['-h']])('%s prints every command, so that it can be piped', async (...args) => {
  const { code, asked, printed, complaints } = await run(args)
  expect([code, asked, complaints]).toEqual([0, [], ''])
  expect(printed).toMatch(/^ {2}compute {2,}makes one balanced sequence/m)
  expect(printed).toMatch(/^The service and your account:\n(?:.*\n)+ {2}keys {2,}lists, creates/m)
})

test.each([
  [['compute', '--help']],
  [['compute', '-h']],
  [['compute', '--bias', '0.5', '--help']],
  [['help', 'compute']],
])('%j prints the help of that command and does nothing else', async (args) => {
  const { code, asked, printed, complaints } = await run(args)
  expect([code, asked, complaints]).toEqual([0, [], ''])
  expect(printed).toMatch(/^Usage: equipoise compute \[options\]/)
  expect(printed).toMatch(/^ {2}--bias <number> {2,}the probability of a 1/m)
  expect(printed).toMatch(/^Examples:\n {2}equipoise compute --bias 0\.9$/m)
  expect(printed).not.toContain('loaded')
})

test('without a command the help goes to stderr, with status 2', async () => {
  const { code, printed, complaints } = await run([])
  expect([code, printed]).toEqual([2, ''])
  expect(complaints).toContain('Usage: equipoise <command>')
})

test.each(['dance', 'constructor', 'toString', '__proto__'])('%s is an unknown command', async (name) => {
  for (const args of [[name], [name, '--help'], ['help', name]]) {
    const { code, printed, complaints } = await run(args)
    expect([code, printed]).toEqual([2, ''])
    expect(complaints).toBe(`unknown command '${name}' (--help lists all)`)
  }
})

test.each([['delete', '5'], ['crate', '--name', 'x'], ['constructor']])(
  'keys %s is misuse and sends no request',
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
  [['analyze', 'a.md', 'b.md']],
  [['compute', '--bias', '.5', 'extra', 'more']],
  [['sweep', '9']],
  [['usage', 'now']],
  [['plans', 'now']],
  [['health', 'now']],
  [['keys', 'list', '5']],
  [['keys', 'create', 'laptop']],
  [['keys', 'revoke', '5', '6']],
])('%j has an extra argument, which is reported without a request', async (args) => {
  const { code, asked, complaints } = await run(args)
  expect([code, asked, complaints]).toEqual([2, [], expect.stringContaining('too many arguments')])
})

test('results are tables for people, JSON in a pipe, and CSV if asked for', async () => {
  const answer = [{ id: 1, name: '=A1', uses: { ai: 2 } }]
  const keys = async (...args: string[]) => run(['keys', ...args], { answer, isTerminal: true })
  expect((await keys()).printed).toMatch(/^id {2}name/)
  expect(JSON.parse((await keys('--json')).printed)).toEqual(answer)
  expect((await keys('--format', 'csv')).printed).toBe("id,name,uses.ai\n1,'=A1,2")
  expect(await keys('--format', 'xml')).toMatchObject({
    code: 2,
    complaints: 'unknown format: xml (use table, json, csv)',
  })
})

test('the nearest command and option are suggested', async () => {
  expect((await run(['chek'])).complaints).toBe("unknown command 'chek' (Did you mean check?)")
  expect((await run(['keys', '--nam', 'x'])).complaints).toBe("unknown option '--nam' (Did you mean --name?)")
})

const entries = Object.values(GROUPS).flatMap((group) => Object.entries(group))

test.each(entries)('%s explains every option, and its examples run', async (name, { options = {}, examples }) => {
  for (const words of Object.values(options)) expect(words).toMatch(/\w/)
  expect(examples.length).toBeGreaterThan(Object.keys(options).length > 0 && name !== 'lsp' ? 1 : 0)
  const { printed } = await run([name, '--help'])
  for (const example of examples) {
    expect(printed).toContain(example)
    const given =
      (example.split('| equipoise ')[1]?.slice(name.length) ?? example.split(' >')[0] ?? '').match(/\S+/g) ?? []
    // Before it shows the help, Commander checks what stands in front of it.
    const { code, complaints } = await run([name, ...given, '--help'])
    expect([code, complaints]).toEqual([0, ''])
    const flags = given.filter((word) => word.startsWith('--'))
    expect(flags.filter((flag) => !printed.includes(`  ${flag} `))).toEqual([])
  }
})

test('shells complete commands, options and values', async () => {
  const completed = async (...words: string[]) => (await run(['complete', ...words])).printed.split('\n')
  expect(await completed('')).toEqual(entries.map(([name]) => name))
  expect(await completed('usage', '--')).toEqual(['--format', '--json', '--help'])
  expect(await completed('chat', '--mode', 's')).toEqual(['analyze', 'rebalance', 'strict'])
  expect(await completed('keys', '')).toEqual(['list', 'create', 'revoke'])
  expect(await completed('check', '--config', '')).toEqual([''])
  expect(await completed('dance', '')).toEqual([''])
})

test('bash asks for the words so far, and takes those that fit', async () => {
  const script = (await run(['completion', 'bash'])).printed
  const code = `equipoise() { echo "$*" >&2; printf 'analyze\\nstrict\\n'; }
${script}
COMP_WORDS=(equipoise chat --mode s) COMP_CWORD=3
_equipoise
echo "$COMPREPLY"`
  const { stdout, stderr } = spawnSync('bash', ['-c', code], { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['strict\n', 'complete chat --mode s\n'])
})

test('the manual has every command and option', async () => {
  const { printed } = await run(['man'])
  expect(printed).toMatch(/^\.TH EQUIPOISE 1/)
  for (const [name, { options = {} }] of entries) {
    expect(printed).toMatch(new RegExp(`^\\.SS ${name}`, 'm'))
    for (const flags of Object.keys(options)) expect(printed).toContain(flags.replaceAll('-', '\\-'))
  }
})

test('an empty setting counts as absent', async () => {
  const { asked } = await run(['health'], { env: { EQUIPOISE_URL: '', EQUIPOISE_BRAND: '' } })
  expect(asked[0]?.url).toBe('http://127.0.0.1:8080/health')
})

test('verify checks a receipt with files only, and its exit status is the result', async () => {
  const receipt = signedReceipt()
  const input = JSON.stringify({ kind: 'dice', receipt })
  const untrusted = await run(['verify', '-'], { input })
  expect([untrusted.code, untrusted.asked]).toEqual([2, []])
  expect(untrusted.printed).toContain('passed   signature')
  expect(untrusted.printed).toMatch(/not verified: pass the key you trust$/)
  expect(untrusted.printed).not.toContain('outcome')
  const trusted = await run(['verify', '-', '--key', receipt.public_key], { input })
  expect(trusted.code).toBe(0)
  expect(trusted.printed).toContain('outcome:     3 1 1 = 5, 5 3 2 = 10, 3 5 2 = 10, 6 6 4 = 16')
  expect(trusted.printed).toContain(`key:         ${receipt.public_key}`)
  expect(trusted.printed).toMatch(/\nComputed correctly\. Nothing shows that this was the only draw\.$/)
  const asJson = await run(['verify', '-', '--key', receipt.public_key, '--json'], { input })
  expect([asJson.code, JSON.parse(asJson.printed).state]).toEqual([0, 'verified'])
  const forged = { input: JSON.stringify({ ...receipt, digest: 'f'.repeat(64) }) }
  const failed = await run(['verify', '-', '--key', receipt.public_key], forged)
  expect(failed.code).toBe(1)
  expect(failed.printed).toContain('failed   signature')
  expect(failed.printed).toMatch(/\nFAILED: The receipt was changed after it was signed, or was never signed\.$/)
  expect((await run(['verify', '-', '--key', 'another'], { input })).code).toBe(1)
  const twice = input.replace('"digest":', `"digest":"${'f'.repeat(64)}","digest":`)
  const doubled = await run(['verify', '-', '--key', receipt.public_key], { input: twice })
  expect([doubled.code, doubled.printed]).toEqual([1, expect.stringMatching(/FAILED: .*digest.* twice/)])
  expect((await run(['verify', '-'], { input: 'no JSON' })).complaints).toBe('- is not JSON')
  expect((await run(['verify'])).code).toBe(2)
})

test.skipIf(process.platform === 'win32')('no command waits for somebody to write into a named pipe', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const commands = [
    ['verify', pipe],
    ['verify', '-', '--entries', pipe],
    ['fix', pipe],
    ['audit', 'verify', pipe],
  ]
  const outcomes = await Promise.all(commands.map((command) => run(command, { input: '{}' })))
  rmSync(folder, { recursive: true })
  for (const { code, complaints } of outcomes) expect([code > 0, complaints]).toEqual([true, `${pipe} is not a file`])
})

test('verify compares the announced draw with the actual one', async () => {
  const receipt = signedReceipt()
  const args = ['verify', '-', '--key', receipt.public_key]
  const input = JSON.stringify(receipt)
  expect((await run([...args, '--expect', '3 1 1 = 5', '--expect', '6 6 4 = 16'], { input })).code).toBe(0)
  const wrong = await run([...args, '--expect', '3 1 1 = 5', '--expect', 'Ticket 17'], { input })
  expect([wrong.code, wrong.printed.split('\n').at(-1)]).toEqual([
    1,
    'FAILED: "Ticket 17" was announced, but not drawn.',
  ])
})

test('a value can start with a dash, as some public keys and all negative numbers do', async () => {
  const input = JSON.stringify(signedReceipt())
  for (const key of [`-${'a'.repeat(42)}`, `--${'a'.repeat(41)}`]) {
    const { code, printed } = await run(['verify', '-', '--key', key], { input })
    expect([code, printed]).toEqual([1, expect.stringContaining('failed   key')])
  }
  expect((await run(['draw', 'dice', '3d6', '--seed', '-7', '--server'])).asked[0]?.body).toMatchObject({ seed: '-7' })
  expect((await run(['verify', '-', '--key', '--seed'], { input })).complaints).toBe('--key needs a value')
})

/** Signed as the service does. */
function signedReceipt() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const settings = { kind: 'dice', dice: 3, sides: 6, modifier: 0, count: 4, seed: 'demo' }
  const unsigned = {
    type: 'equipoise-receipt/2',
    subject: 'draw',
    id: 'x',
    issued_at: '2026-03-01T09:31:00.000Z',
    issuer: 'https://equipoise.example',
    version: 'outcomes/1',
    settings,
    digest: outcomeDigest([3, 1, 1, 5, 3, 2, 3, 5, 2, 6, 6, 4]),
    public_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url'),
  } as const
  const signature = sign(null, receiptMessage(unsigned as never), privateKey).toString('base64url')
  return { ...unsigned, signature }
}

test('with --server, draw requests dice, integers, and the lines of a file', async () => {
  const { asked } = await run(['draw', 'dice', '3d6', '--count', '2', '--seed', '7', '--server'])
  expect(asked[0]).toMatchObject({
    url: 'http://127.0.0.1:8080/draws',
    body: { kind: 'dice', dice: '3d6', count: 2, seed: 7 },
  })
  const winners = await run(['draw', 'winners', '-', '--server'], { input: 'Ada\r\nGrace\n\n' })
  expect(winners.asked[0]?.body).toMatchObject({ kind: 'winners', entries: ['Ada', 'Grace'] })
  expect((await run(['draw', 'integers', '1', '6', '--server'])).asked[0]?.body).toMatchObject({ min: 1, max: 6 })
  expect((await run(['draw', 'tarot'])).code).toBe(2)
})
