// Integrators use their own generators. Clients that two of them make from openapi.json compile under strict TypeScript and call the real
// service: with a result, with a typed error, and with their own way of sending credentials.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AiService, openAiService } from '../../server/test/ai-service.ts'
import { say } from '../../server/test/upstream.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TSX = fileURLToPath(import.meta.resolve('tsx'))
const run = promisify(execFile)

/** The generators are development tools of `scripts/`, which has the TypeScript version they need. */
const { resolve } = createRequire(join(ROOT, 'scripts/package.json'))
const GENERATORS = {
  oazapfts: [join(dirname(resolve('oazapfts')), 'cli.js'), 'openapi.json'],
  heyApi: [join(dirname(resolve('@hey-api/openapi-ts/package.json')), 'bin/run.js'), '-i', 'openapi.json', '-o'],
}

const OAZAPFTS_PROGRAM = `
import { analyzeText, createChat, defaults, type Analysis } from './oazapfts.ts'

defaults.baseUrl = process.env.URL ?? ''
const unknown = await analyzeText({ text: 'The clinic opens at nine.' })
defaults.headers = { 'X-Api-Key': process.env.KEY ?? '' }
const scored = await analyzeText({ text: 'The clinic opens at nine.' })
if (scored.status !== 200) throw new Error('not scored')
const analysis: Analysis = scored.data
const chat = await createChat({ messages: [{ role: 'user', content: 'Hello' }] })
const answer: string | undefined = chat.status === 200 && 'response' in chat.data ? chat.data.response : undefined
console.log(JSON.stringify({ rejected: unknown.status, words: analysis.word_count, certified: analysis.svc_certified, answer }))
`

const HEY_API_PROGRAM = `
import { analyzeText, createChat, type Analysis } from './hey-api/index.ts'
import { client } from './hey-api/client.gen.ts'

client.setConfig({ baseUrl: process.env.URL ?? '' })
const unknown = await analyzeText({ body: { text: 'The clinic opens at nine.' } })
const detail: string | undefined = unknown.error && 'detail' in unknown.error ? String(unknown.error.detail) : undefined
client.setConfig({ auth: ({ type }) => (type === 'apiKey' ? process.env.KEY : undefined) })
const scored = await analyzeText({ body: { text: 'The clinic opens at nine.' } })
if (!scored.data) throw new Error('not scored')
const analysis: Analysis = scored.data
const chat = await createChat({ body: { messages: [{ role: 'user', content: 'Hello' }] } })
const answer: string | undefined = chat.data && 'response' in chat.data ? chat.data.response : undefined
console.log(JSON.stringify({ rejected: unknown.response?.status, detail, words: analysis.word_count, certified: analysis.svc_certified, answer }))
`

let service: AiService
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'generated-clients-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const generate = (args: string[], to: string) => run(process.execPath, [...args, join(folder, to)], { cwd: ROOT })
  const [opened] = await Promise.all([
    openAiService(),
    generate(GENERATORS.oazapfts, 'oazapfts.ts'),
    generate(GENERATORS.heyApi, 'hey-api'),
  ])
  service = opened
  writeFileSync(join(folder, 'call-oazapfts.ts'), OAZAPFTS_PROGRAM)
  writeFileSync(join(folder, 'call-hey-api.ts'), HEY_API_PROGRAM)
})
afterAll(async () => {
  await service?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('compile under strict TypeScript, together with a program that uses them', async () => {
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, allowImportingTsExtensions: true },
    ...{ target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'] },
    ...{ module: 'esnext', moduleResolution: 'bundler' },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
  const tsc = run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder])
  expect(await tsc.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
})

test.each(['call-oazapfts.ts', 'call-hey-api.ts'])('call the service: %s', async (program) => {
  const { key } = await service.account('pro')
  service.upstream.plan(say('Hello to you.'))
  const env = { PATH: process.env.PATH, URL: service.url, KEY: key }
  const { stdout } = await run(process.execPath, ['--import', TSX, join(folder, program)], { env })
  expect(JSON.parse(stdout)).toMatchObject({ rejected: 401, words: 3, certified: true, answer: 'Hello to you.' })
})
