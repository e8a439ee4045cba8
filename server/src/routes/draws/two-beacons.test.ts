// Prize draws that a round of drand and a pulse of NIST decide together. Both beacons, and the time-stamp authority, are simulated.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { drandRoundMs, drandRoundTime, isDrandRound, readPrizeZip, verifyPrize } from '@equipoise/engine'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PULSE_AT, pulseOf, ROUND, SIGNATURE, stampSaying } from '../../../../engine/test/prize-files.ts'
import { makeKey, signUp } from '../../../test/people.ts'
import { openService, type Service, TEST_SECRET } from '../../../test/service.ts'
import { createDraws } from '../../draws/draws.ts'
import { Secret } from '../../ground/secret.ts'

const roundMs = drandRoundMs(ROUND)
const pulseMs = Date.parse(PULSE_AT)
let nowMs = 0
let pulse: object | undefined
let stampedAt = ''
let service: Service
let hosts: Server
let url = ''
let key: Record<string, string>
const clocksOf = () =>
  createDraws({
    sql: service.sql,
    secrets: [new Secret(TEST_SECRET)],
    publicUrl: 'http://127.0.0.1:8080',
    nowMs: () => nowMs,
    report: () => {},
    beaconHosts: [url],
    nistBeacon: url,
    timestampUrl: `${url}/stamp`,
    isRound: async (round, signature) => isDrandRound(round, signature),
  }).prizes.clock
beforeAll(async () => {
  hosts = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const hash = Buffer.concat(chunks).toString('hex').split('0420')[1]?.slice(0, 64) ?? ''
    if (request.url === '/stamp') response.end(stampSaying(hash, stampedAt))
    else if (request.url === `/beacon/2.0/pulse/time/${pulseMs}`) {
      response.writeHead(pulse ? 200 : 404).end(JSON.stringify({ pulse }))
    } else response.end(JSON.stringify({ signature: SIGNATURE }))
  })
  await new Promise<void>((done) => hosts.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(hosts.address() as AddressInfo).port}`
  service = await openService({ nowMs: () => nowMs, env: { NIST_BEACON: url, TIMESTAMP_URL: `${url}/stamp` } })
})
afterAll(async () => {
  await service.close()
  hosts.close()
})
beforeEach(async () => {
  nowMs = pulseMs - 60_000
  pulse = undefined
  stampedAt = '20230823155300Z'
  key = (await makeKey(service.app, await signUp(service.app), 'draws')).headers
})

const wish = {
  title: 'Spring prize',
  organiser: 'Example Ltd',
  closed_at: new Date(pulseMs - 120_000).toISOString(),
  winners: 2,
  reserves: 1,
  draw_at: drandRoundTime(ROUND),
  entries: Array.from({ length: 20 }, (_, i) => `person ${i + 1}`),
  seed_from: ['drand', 'nist'],
}
const post = (path: string, payload: object, { app } = service) =>
  app.inject({ method: 'POST', url: path, payload, headers: key })
const lock = async () => (await post('/draws/prize', wish)).json()
const get = async (id: string) => (await service.app.inject(`/draws/prize/${id}`)).json()
const checksOf = async (id: string) => {
  const zip = await service.app.inject({ url: `/draws/${id}/file`, headers: key })
  const read = readPrizeZip(zip.rawPayload)
  if ('problem' in read) throw new Error(read.problem)
  return verifyPrize(read.file, { keys: [(read.file.lock as { public_key: string }).public_key] }).checks
}

test('the pulse is taken and stamped before the round, and both decide', async () => {
  const { id, lock: locked } = await lock()
  expect(locked.nist).toEqual({ at: PULSE_AT })
  const clock = clocksOf()
  nowMs = pulseMs + 1_000
  pulse = pulseOf(PULSE_AT).pulse
  stampedAt = '20230823155401Z'
  await clock.look()
  expect(await get(id)).toMatchObject({ state: 'locked', nist_pulse: pulseOf(PULSE_AT).packed })
  nowMs = roundMs
  await clock.look()
  expect(await get(id)).toMatchObject({ state: 'drawn' })
  const checks = await checksOf(id)
  expect(checks.filter(({ state }) => state !== 'passed')).toEqual([])
  expect(checks.find(({ detail }) => detail.includes("NIST's pulse"))?.detail).toContain('before the round')
})

test('a silent beacon: the draw waits for it, and a draw of one beacon does not', async () => {
  const { id } = await lock()
  const other = (await post('/draws/prize', { ...wish, seed_from: ['drand'] })).json()
  const clock = clocksOf()
  nowMs = roundMs
  await clock.look()
  expect([(await get(id)).state, (await get(other.id)).state]).toEqual(['locked', 'drawn'])
  const early = await post(`/draws/prize/${id}/draw`, { signature: SIGNATURE })
  expect([early.statusCode, early.json().detail]).toEqual([
    502,
    `NIST’s beacon returned no pulse of ${PULSE_AT}. The draw waits for it.`,
  ])
})

test('a late beacon: the draw is made with it, and the file says that the round was public already', async () => {
  const { id } = await lock()
  nowMs = roundMs + 60_000
  pulse = pulseOf(PULSE_AT).pulse
  stampedAt = '20230823160024Z'
  await post(`/draws/prize/${id}/draw`, { signature: SIGNATURE })
  const { detail, state } = (await checksOf(id)).find((one) => one.detail.includes('NIST')) ?? {}
  expect([state, detail]).toEqual(['skipped', expect.stringContaining('It was late')])
})

test('a host that answers with another minute, or with something else, gives no pulse', async () => {
  const { id } = await lock()
  nowMs = roundMs
  for (const answer of [pulseOf('2023-08-23T15:55:00.000Z').pulse, {}]) {
    pulse = answer
    expect((await post(`/draws/prize/${id}/draw`, { signature: SIGNATURE })).statusCode).toBe(502)
  }
})

test('a draw that would be too soon for the pulse is refused, and so are other lists of beacons', async () => {
  const refused = async (more: object) => (await post('/draws/prize', { ...wish, ...more })).json().detail[0].loc.at(-1)
  expect(await refused({ seed_from: ['nist'] })).toBe('seed_from')
  expect(await refused({ seed_from: ['drand', 'drand'] })).toBe('seed_from')
  nowMs = pulseMs
  expect(await refused({})).toBe('draw_at')
  const bare = await openService({ beside: service, nowMs: () => nowMs })
  expect((await post('/draws/prize', wish, bare)).statusCode).toBe(503)
  await bare.close()
})
