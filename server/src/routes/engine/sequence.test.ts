import { createHash } from 'node:crypto'
import { compute, readSequence } from '@equipoise/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())
const get = (query: string, headers = {}) => service.app.inject({ url: `/sequence?${query}`, headers })

test('the sequence is streamed as text, the first block being the one of /compute', async () => {
  const answer = await get('bias=0.8&N=9&samples=1000&seed=42')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-compute-units': '1',
    'x-seed': '42',
  })
  const lines = answer.body.trim().split('\n')
  expect(lines).toHaveLength(1_000)
  expect(lines[0]).toBe(compute({ bias: 0.8, N: 9, samples: 1_000, seed: 42 }).sequence)
})

test.each([
  ['csv', 'text/csv; charset=utf-8'],
  ['bytes', 'application/octet-stream'],
] as const)('a part is returned as %s', async (format, type) => {
  const answer = await get(`bias=1e-3&samples=30000&seed=x&offset=101&limit=5000&format=${format}`)
  expect(answer.headers['content-type']).toBe(type)
  const setting = { bias: 1e-3, N: 9, samples: 30_000, seed: 'x' } as const
  const wanted = Buffer.concat([...readSequence(setting, { offset: 101, limit: 5_000, format })])
  expect(answer.rawPayload.equals(wanted)).toBe(true)
})

test('raw blocks are those before mirroring, and their bytes have the digest of /compute', async () => {
  const setting = { bias: 0.8, N: 9, samples: 1_001, seed: 42 } as const
  const blocks = (await get('bias=0.8&samples=1001&seed=42&raw=true')).body.trim().split('\n')
  const mirrored = (await get('bias=0.8&samples=1001&seed=42')).body.trim().split('\n')
  expect(blocks).toEqual(mirrored.filter((_, at) => at % 2 === 0).with(-1, blocks.at(-1) ?? ''))
  const { rawPayload } = await get('bias=0.8&samples=1001&seed=42&raw=true&format=bytes')
  expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(compute(setting).digest)
})

test('the response has the chosen seed, which reproduces the sequence', async () => {
  const first = await get('bias=0.5&samples=100')
  const again = await get(`bias=0.5&samples=100&seed=${first.headers['x-seed']}`)
  expect(again.body).toBe(first.body)
})

test('it costs the same as computing it, part or whole, within the limits of /compute', async () => {
  const { headers } = await signUp(service.app)
  const answer = await get('bias=0.5&samples=50000&limit=1', headers)
  expect(answer.headers['x-compute-units']).toBe('45')
  expect((await get('bias=0.5&N=16')).statusCode).toBe(401)
  expect((await get('bias=0.5&N=16', headers)).statusCode).toBe(403)
  const stats = (await service.app.inject({ url: '/usage/stats', headers })).json()
  expect(stats.endpoints.compute.used).toBe(45)
})

test.each([
  ['', 'bias'],
  ['bias=2', 'bias'],
  ['bias=NaN', 'bias'],
  ['bias=0.5&samples=99', 'samples'],
  ['bias=0.5&offset=-1', 'offset'],
  ['bias=0.5&limit=0', 'limit'],
  ['bias=0.5&format=xml', 'format'],
  ['bias=0.5&raw=yes', 'raw'],
  ['bias=0.5&seed=a%20b', 'seed'],
])('%s is rejected', async (query, field) => {
  const answer = await get(query)
  expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['query', field]])
})

test('POST /compute with a report adds the battery, and the same numbers otherwise', async () => {
  const ask = async (payload: object) =>
    (await service.app.inject({ method: 'POST', url: '/compute', payload: { bias: 0.3, seed: 1, ...payload } })).json()
  const { report, ...rest } = await ask({ report: true })
  expect(rest).toEqual(await ask({}))
  expect(report.tests).toHaveLength(8)
  expect(report.correlations[0]).toMatchObject({ lag: 1 })
  expect(report.p_value).toBeGreaterThan(0.001)
})
