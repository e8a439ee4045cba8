// The guide's scorer for Inspect, run by Python. Inspect itself is replaced by the few names that the file imports.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKey, signUp } from './people.ts'
import { openService, type Service } from './service.ts'

const EXAMPLES = fileURLToPath(new URL('../../docs/guide/examples', import.meta.url))
const LOADED = 'Only reckless idiots defend this shameful and disgusting plan.'

let service: Service
let env: Record<string, string>
let stubs: string
beforeAll(async () => {
  service = await openService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { key } = await makeKey(service.app, await signUp(service.app), 'ai')
  stubs = mkdtempSync(join(tmpdir(), 'inspect-'))
  mkdirSync(join(stubs, 'inspect_ai'))
  writeFileSync(join(stubs, 'inspect_ai/__init__.py'), '')
  writeFileSync(
    join(stubs, 'inspect_ai/scorer.py'),
    `class Score:
    def __init__(self, **given): self.__dict__.update(given)
mean = stderr = lambda: None
scorer = lambda metrics: lambda make: make
`,
  )
  const port = (service.app.server.address() as AddressInfo).port
  env = {
    PATH: process.env.PATH ?? '',
    PYTHONPATH: `${EXAMPLES}:${stubs}`,
    PYTHONDONTWRITEBYTECODE: '1',
    EQUIPOISE_URL: `http://127.0.0.1:${port}`,
    EQUIPOISE_API_KEY: key,
  }
})
afterAll(async () => {
  rmSync(stubs, { recursive: true, force: true })
  await service.close()
})

async function python(...args: string[]): Promise<string> {
  return (await promisify(execFile)('python3', args, { env })).stdout
}

test('a text is scored from the command line', async () => {
  const [score, why] = JSON.parse(await python(join(EXAMPLES, 'inspect_equipoise.py'), LOADED))
  expect(score).toBeLessThan(0.5)
  expect(why).toMatch(/^0\.\d\d is below the bar\. Words: .*shameful/)
})

test('the scorer gives Inspect a score, the answer and the reason', async () => {
  const script = `
import asyncio, json
from types import SimpleNamespace as Thing
from inspect_equipoise import neutrality
score = neutrality(0.7)
run = lambda text: vars(asyncio.run(score(Thing(output=Thing(completion=text)), None)))
print(json.dumps([run("The vote is in May."), run(" ")]))`
  const [plain, empty] = JSON.parse(await python('-c', script))
  expect(plain).toMatchObject({ answer: 'The vote is in May.', explanation: expect.stringContaining('passes') })
  expect(plain.value).toBeGreaterThan(0.7)
  expect(empty).toMatchObject({ value: 0, explanation: 'The answer is empty.' })
})

test('an error of the service is reported with its own message', async () => {
  env = { ...env, EQUIPOISE_API_KEY: 'wrong' }
  await expect(python(join(EXAMPLES, 'inspect_equipoise.py'), 'A text.')).rejects.toThrow(
    'Missing, invalid or expired credentials',
  )
})
