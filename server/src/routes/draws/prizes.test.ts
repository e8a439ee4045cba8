// Prize draws over HTTP: locked before a real round of drand, drawn from it, checked without the service. openssl is the time-stamp
// authority and checks what it signed.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  drandRoundMs,
  drandRoundTime,
  isDrandRound,
  type PrizeFile,
  prizeOutcome,
  prizeSeed,
  verifyEntrant,
  verifyPrize,
} from '@equipoise/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeKey, PASSWORD, signUp } from '../../../test/people.ts'
import { openService, type Service, TEST_SECRET } from '../../../test/service.ts'
import { createDraws } from '../../draws/draws.ts'
import { Secret } from '../../ground/secret.ts'

const ROUND = 1000
const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
const before = drandRoundMs(ROUND) - 60_000
const after = drandRoundMs(ROUND) + 1_000
const folder = mkdtempSync(join(tmpdir(), 'prizes-'))
const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })

let nowMs = before
let service: Service
let authority: Server
let stamping: Service
let answer: (request: Buffer) => Buffer
let key: Record<string, string>
beforeAll(async () => {
  makeAuthority()
  authority = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer(Buffer.concat(chunks)))
  })
  await new Promise<void>((done) => authority.listen(0, '127.0.0.1', done))
  service = await openService({ nowMs: () => nowMs })
  const { port } = authority.address() as AddressInfo
  stamping = await openService({
    beside: service,
    nowMs: () => nowMs,
    env: { TIMESTAMP_URL: `http://127.0.0.1:${port}` },
  })
})
afterAll(async () => {
  await stamping.close()
  await service.close()
  authority.close()
})
beforeEach(async () => {
  nowMs = before
  answer = stampOfOpenssl
  key = (await makeKey(service.app, await signUp(service.app), 'draws')).headers
})

function makeAuthority(): void {
  writeFileSync(join(folder, 'serial'), '01')
  writeFileSync(
    join(folder, 'tsa.cnf'),
    `[req]\ndistinguished_name=dn\nprompt=no\n[dn]\nCN=Test authority\n[ext]\nextendedKeyUsage=critical,timeStamping\n[tsa]\ndefault_tsa=one\n[one]\nserial=serial\nsigner_cert=tsa.pem\nsigner_key=tsa.key\nsigner_digest=sha256\ndefault_policy=1.2.3.4\ndigests=sha256\nordering=no\ntsa_name=no\n`,
  )
  openssl(
    ...'req -x509 -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.pem -days 2 -config tsa.cnf -extensions ext'.split(
      ' ',
    ),
  )
}

function stampOfOpenssl(request: Buffer): Buffer {
  writeFileSync(join(folder, 'ask.tsq'), request)
  openssl(...'ts -reply -config tsa.cnf -section one -queryfile ask.tsq -out answer.tsr'.split(' '))
  return readFileSync(join(folder, 'answer.tsr'))
}

const entries = Array.from({ length: 300 }, (_, i) => `person ${i + 1}@example.org`)
const wish = {
  title: 'Spring prize',
  organiser: 'Example Ltd',
  rules: ['Employees cannot win.'],
  closed_at: new Date(before - 1_000).toISOString(),
  winners: 2,
  reserves: 1,
  draw_at: drandRoundTime(ROUND),
  entries,
  free_entries: ['by post, Zoë', '<b>by post</b>'],
}
const post = (url: string, payload: object, { app } = service, headers = key) =>
  app.inject({ method: 'POST', url, payload, headers })
const get = (url: string, headers: Record<string, string> = key) => service.app.inject({ url, headers })
const lock = async (more: object = {}, at = service) => (await post('/draws/prize', { ...wish, ...more }, at)).json()
const draw = (id: string) => post(`/draws/prize/${id}/draw`, { signature: SIGNATURE })
const keys = async () =>
  (await get('/.well-known/equipoise-signing-key')).json().keys.map((one: { public_key: string }) => one.public_key)
const codesOf = async (id: string) =>
  (await get(`/draws/prize/${id}/codes`)).body
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').at(-1) ?? '')

/** The files of a draw, unpacked by another program than ours. */
async function unpacked(id: string, names = false): Promise<{ file: (name: string) => Buffer; data: PrizeFile }> {
  const zip = await get(`/draws/${id}/file?names=${names}`)
  expect([zip.statusCode, zip.headers['content-type']]).toEqual([200, 'application/zip'])
  const at = mkdtempSync(join(folder, 'file-'))
  writeFileSync(join(at, 'file.zip'), zip.rawPayload)
  execFileSync('python3', ['-m', 'zipfile', '-t', 'file.zip'], { cwd: at, stdio: 'pipe' })
  execFileSync('python3', ['-m', 'zipfile', '-e', 'file.zip', '.'], { cwd: at })
  const file = (name: string) => readFileSync(join(at, name))
  const [lock, result, pool] = ['lock.json', 'result.json', 'pool.json'].map((name) =>
    existsSync(join(at, name)) ? JSON.parse(file(name).toString()) : undefined,
  )
  return { file, data: { lock, result, pool } }
}

describe('a prize draw', () => {
  test('is locked before its round, drawn from it once, filed, and checked without the service', async () => {
    const made = await lock()
    expect(made).toMatchObject({
      state: 'locked',
      number: 1,
      entries: 302,
      result: null,
      has_names: true,
      time_stamp: null,
    })
    expect(made.lock).toMatchObject({ pool: { size: 302, free: 2 }, drand: { round: ROUND }, winners: 2 })
    expect(JSON.stringify(made)).not.toContain('person 1')
    const early = await draw(made.id)
    expect([early.statusCode, early.json().detail]).toEqual([
      409,
      `Round 1000 becomes public at ${drandRoundTime(ROUND)}. Draw then.`,
    ])
    nowMs = after
    const drawn = (await draw(made.id)).json()
    expect(drawn).toMatchObject({ state: 'drawn', result: { winners: { length: 2 }, reserves: { length: 1 } } })
    expect((await draw(made.id)).json()).toEqual(drawn)
    expect((await service.app.inject(`/draws/prize/${made.id}`)).json()).toEqual(drawn)

    const bare = await unpacked(made.id)
    const { checks } = verifyPrize(bare.data, { keys: await keys() })
    expect(checks.flatMap(({ name, state }) => (state === 'passed' ? [] : [`${name} ${state}`]))).toEqual([
      'stamp skipped',
    ])
    expect(bare.file('pool.json').toString()).not.toContain('person')
    const named = await unpacked(made.id, true)
    expect(verifyPrize(named.data, { keys: await keys() }).checks.find(({ name }) => name === 'entries')?.state).toBe(
      'passed',
    )
    const report = named.file('report.html').toString()
    expect(report).toContain('302: 300 paid, 2 free. All have the same chance.')
    expect(report).toContain('None: this deployment has no time-stamp authority.')
    expect(report).not.toContain('<b>')
    expect((await get('/draws/prize')).json()).toMatchObject([{ id: made.id, state: 'drawn' }])
  })

  test('is stamped by an authority, whose stamp openssl verifies for this lock and for no other', async () => {
    // openssl stamps with its own clock.
    nowMs = Date.now()
    const made = await lock({ draw_at: new Date(nowMs + 3_600_000).toISOString() }, stamping)
    expect(made.stamped_at).toMatch(/^20/)
    const { file, data } = await unpacked(made.id)
    writeFileSync(join(folder, 'lock.json'), file('lock.json'))
    writeFileSync(join(folder, 'lock.tsr'), file('lock.tsr'))
    const verified = () => openssl(...'ts -verify -data lock.json -in lock.tsr -CAfile tsa.pem'.split(' ')).toString()
    expect(verified()).toContain('Verification: OK')
    const stamp = file('lock.tsr')
    const checked = (given: PrizeFile) => verifyPrize(given, {}).checks.find(({ name }) => name === 'stamp')
    expect(checked({ ...data, stamp })).toMatchObject({ state: 'passed' })
    nowMs = before
    expect(checked({ lock: (await lock()).lock, stamp })?.detail).toBe('The time stamp is of another document.')
    writeFileSync(join(folder, 'lock.json'), `${file('lock.json')} `)
    expect(verified).toThrow()
  })

  test('is not locked if the authority stamps something else, or a time at which the round is public', async () => {
    // openssl stamps with its own clock, which is after the round.
    const late = await post('/draws/prize', wish, stamping)
    expect([late.statusCode, late.json().detail]).toEqual([
      502,
      expect.stringMatching(
        /^The time-stamp authority says that it is 20.*, too late for this draw\. Nothing was stored/,
      ),
    ])
    expect((await get('/draws/prize')).json()).toEqual([])
    nowMs = Date.now()
    const ahead = { ...wish, draw_at: new Date(nowMs + 3_600_000).toISOString() }
    const { time_stamp: ofAnother } = (await post('/draws/prize', ahead, stamping)).json()
    for (const bytes of [Buffer.from('no'), Buffer.from(ofAnother, 'base64')]) {
      answer = () => bytes
      const refused = await post('/draws/prize', ahead, stamping)
      expect([refused.statusCode, refused.json().detail]).toEqual([
        502,
        'The time-stamp authority gave no valid answer. Nothing was stored: try again.',
      ])
    }
    expect((await get('/draws/prize')).json()).toHaveLength(1)
  })
})

describe("the operator's dishonest moves are caught", () => {
  test('a late entry: nothing adds to a locked pool, and an altered pool does not have its hash', async () => {
    const { id } = await lock()
    const { data } = await unpackedDrawn(id)
    const late = [...(data.pool as unknown[]), ['paid', '00'.repeat(32)]]
    expect(verifyPrize({ ...data, pool: late }).checks.at(-1)?.detail).toMatch(/303 entries, and 302 were locked/)
    const put = { method: 'PUT', url: `/draws/prize/${id}`, headers: key, payload: wish } as const
    expect((await service.app.inject(put)).statusCode).toBe(405)
  })

  test('grinding the order of the pool: the round is not public when the order is fixed', async () => {
    for (const at of [before - 3_600_000, nowMs]) {
      const answer = await post('/draws/prize', { ...wish, draw_at: new Date(at).toISOString() })
      expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', 'draw_at']])
    }
    const [one, other] = [await lock(), await lock()]
    expect(one.lock.pool.root).not.toBe(other.lock.pool.root)
  })

  test('withholding the round: anybody who has the lock and the round computes the winners', async () => {
    const { lock: locked, id } = await lock()
    const computed = prizeOutcome(locked, prizeSeed(locked, SIGNATURE), [])
    nowMs = after
    expect((await draw(id)).json().result).toMatchObject(computed)
  })

  test('withholding the result: with a beacon host, the service draws what is due with nobody there', async () => {
    const host = createServer((_request, response) => response.end(JSON.stringify({ signature: SIGNATURE })))
    await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
    const failures: unknown[] = []
    const { clock } = createDraws({
      sql: service.sql,
      secrets: [new Secret(TEST_SECRET)],
      publicUrl: 'http://127.0.0.1:8080',
      nowMs: () => nowMs,
      report: (error) => void failures.push(error),
      beaconHosts: [`http://127.0.0.1:${(host.address() as AddressInfo).port}`],
      isRound: async (round, signature) => isDrandRound(round, signature),
    }).prizes
    const [due, later] = [await lock(), await lock({ draw_at: drandRoundTime(ROUND + 1) })]
    const statesOf = async () =>
      Promise.all([due, later].map(async ({ id }) => (await get(`/draws/prize/${id}`)).json().state))
    nowMs = drandRoundMs(ROUND) - 1
    await clock.look()
    expect(await statesOf()).toEqual(['locked', 'locked'])
    nowMs = drandRoundMs(ROUND)
    // Those of the other tests are due, too.
    await clock.look()
    await clock.look()
    expect(await statesOf()).toEqual(['drawn', 'locked'])
    expect(failures).toEqual([])
    host.close()
  })

  test('deleting the account: the address of the draw says that there was one, and when it went', async () => {
    const person = await signUp(service.app)
    key = (await makeKey(service.app, person, 'draws')).headers
    const { id } = await lock()
    const { statusCode } = await service.app.inject({
      method: 'DELETE',
      url: '/auth/me',
      headers: person.headers,
      payload: { password: PASSWORD },
    })
    expect(statusCode).toBe(200)
    const gone = await service.app.inject(`/draws/prize/${id}`)
    expect([gone.statusCode, gone.json().detail]).toEqual([
      410,
      'This result was withdrawn with the account of its organiser on 23 August 2023.',
    ])
    expect(await service.sql`select 1 from prize_pages where draw_id = ${id}`).toEqual([])
  })

  test('a false signature of the round is refused, and checking it is paid', async () => {
    const { id } = await lock()
    const used = async () => Number((await service.sql`select sum(units) as units from usage_days`)[0]?.units)
    const [soon, lockedFor] = [await draw(id), await used()]
    nowMs = after
    const refused = await post(`/draws/prize/${id}/draw`, { signature: `${SIGNATURE.slice(0, -2)}00` })
    expect([refused.statusCode, refused.json().detail[0].loc]).toEqual([422, ['body', 'signature']])
    expect([soon.statusCode, await used()]).toEqual([409, lockedFor + 1])
  })

  test('a second draw that was not announced: each lock is numbered, and the page and the file count them', async () => {
    const first = await lock()
    const second = await lock()
    const third = await lock({ replaces: { id: first.id, reason: 'Fifty entries were missing' } })
    expect([first, second, third].map(({ lock: { number } }) => number)).toEqual([1, 2, 3])
    expect((await get(`/draws/prize/${first.id}`)).json()).toMatchObject({ draws_locked: 3, replaced_by: third.id })
    const { file } = await unpackedDrawn(third.id)
    expect(file('report.html').toString()).toContain('Reason: Fifty entries were missing')
    expect(file('report.html').toString()).toContain('It is number 3 of the prize draws')
  })

  test('an exclusion in sight of the result is listed with its time, and takes the next reserve', async () => {
    const { id } = await lock()
    nowMs = after
    const { result } = (await draw(id)).json()
    const [winner, second] = result.winners
    const excluded = (
      await post(`/draws/prize/${id}/exclusions`, {
        position: winner,
        kind: 'unclaimed',
        reason: 'No answer in 28 days',
      })
    ).json()
    expect(excluded.result.winners).toEqual([second, result.reserves[0]])
    const { data, file } = await unpacked(id)
    expect(verifyPrize(data).checks.at(-1)?.detail).toContain('Excluded when the result could already be known: 1.')
    expect(file('report.html').toString()).toContain('No answer in 28 days')
    const again = (await post(`/draws/prize/${id}/exclusions`, { position: winner, reason: 'Another reason' })).json()
    expect(again).toEqual(excluded)
  })

  const unpackedDrawn = async (id: string) => {
    nowMs = after
    await draw(id)
    return unpacked(id)
  }
})

test('the export of an account has its prize draws, with every entry', async () => {
  const person = await signUp(service.app)
  key = (await makeKey(service.app, person, 'draws')).headers
  const { id, lock: locked } = await lock()
  const other = await lock()
  await service.app.inject({ method: 'DELETE', url: `/draws/prize/${other.id}/names`, headers: key })
  const { draws } = (await service.app.inject({ url: '/auth/me/export', headers: person.headers })).json()
  expect(draws.prize_draws).toEqual([
    { id, lock: locked, result: null },
    { id: other.id, lock: other.lock, result: null },
  ])
  expect(draws.prize_entries).toEqual(
    [...entries, ...wish.free_entries].map((entry, i) => ({ draw: id, position: i + 1, entry })),
  )
})

describe('an entrant', () => {
  test('looks the own entry up by its code, and the proof leads to the published pool', async () => {
    const { id } = await lock()
    nowMs = after
    const { lock: locked, result } = (await draw(id)).json()
    const codes = await codesOf(id)
    expect(codes).toHaveLength(302)
    const found = async (code = '') => (await post(`/draws/prize/${id}/entrant`, { code }, service, {})).json()
    const winner = await found(codes[result.winners[0] - 1])
    expect(verifyEntrant({ lock: locked, result }, winner, { keys: await keys() }).standing).toBe('won')
    expect(await found(codes[301])).toMatchObject({ position: 302, route: 'free', entry: '<b>by post</b>' })
    expect(await found(codes[249])).toMatchObject({ position: 250, entry: entries[249] })
  })

  test('is found by nothing else, and not after the names were deleted', async () => {
    const [{ id }, other] = [await lock(), await lock()]
    const codes = await codesOf(id)
    const statusOf = async (code: string, draw = id) =>
      (await post(`/draws/prize/${draw}/entrant`, { code }, service, {})).statusCode
    const [first = ''] = codes
    const changed = `${first.slice(0, -1)}${first.endsWith('0') ? '1' : '0'}`
    const wrong = ['1', `1-${'0'.repeat(32)}`, first.replace('1-', '2-'), `999${first.slice(1)}`, `${first}0`, changed]
    expect(await Promise.all(wrong.map((code) => statusOf(code)))).toEqual(wrong.map(() => 404))
    expect([await statusOf(first), await statusOf(first, other.id)]).toEqual([200, 404])
    expect(
      (await service.app.inject({ method: 'DELETE', url: `/draws/prize/${id}/names`, headers: key })).statusCode,
    ).toBe(200)
    expect([await statusOf(first), (await get(`/draws/prize/${id}/codes`)).statusCode]).toEqual([404, 409])
    expect((await get(`/draws/prize/${id}`)).json().has_names).toBe(false)
    expect(await service.sql`select 1 from prize_pages where draw_id = ${id}`).toEqual([])
  })
})

test('what is not allowed is refused, and nothing of another account is shown', async () => {
  const { id } = await lock()
  const refused = async (more: object) => {
    const answer = await post('/draws/prize', { ...wish, ...more })
    return [answer.statusCode, answer.json().detail[0]?.loc?.at(-1)]
  }
  expect(await refused({ winners: 303 })).toEqual([422, 'winners'])
  expect(await refused({ entries: [], free_entries: undefined })).toEqual([422, 'entries'])
  expect(await refused({ entries: Array(49_999).fill('a') })).toEqual([422, 'entries'])
  expect(await refused({ closed_at: new Date(after).toISOString() })).toEqual([422, 'closed_at'])
  // Receipts and locks have years from 1000 on.
  expect(await refused({ closed_at: '0001-01-01T00:00:00+23:59' })).toEqual([422, 'closed_at'])
  key = (await makeKey(service.app, await signUp(service.app), 'draws')).headers
  expect(await refused({ replaces: { id, reason: 'Not mine' } })).toEqual([422, 'id'])
  const others = [
    await get(`/draws/${id}/file`),
    await get(`/draws/prize/${id}/codes`),
    await draw(id),
    await post(`/draws/prize/${id}/exclusions`, { position: 1, reason: 'Not mine' }),
    await service.app.inject({ method: 'DELETE', url: `/draws/prize/${id}/names`, headers: key }),
  ]
  expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
})
