import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

let nowMs = Date.UTC(2026, 10, 16, 12)
let service: Service
beforeAll(async () => {
  service = await openService({ env: { TRUSTED_PROXIES: '127.0.0.1' }, nowMs: () => nowMs })
})
afterAll(() => service.close())

const score = (text: string, address = '203.0.113.1') =>
  service.app.inject({
    method: 'POST',
    url: '/try/analyze',
    headers: { 'x-forwarded-for': address },
    payload: { text },
  })

test('a visitor gets the same analysis as an account', async () => {
  const { headers } = await signUp(service.app)
  const text = 'The reckless council rammed the plan through. The vote was seven to four.'
  const member = await service.app.inject({ method: 'POST', url: '/ai/analyze', headers, payload: { text } })
  const visitor = await score(text)
  expect([visitor.statusCode, visitor.json()]).toEqual([200, member.json()])
})

test('2,000 characters are scored, and one more is an error that does not count', async () => {
  const address = '203.0.113.2'
  const longest = await score('é'.repeat(2_000), address)
  expect([longest.statusCode, longest.headers['ratelimit-remaining']]).toEqual([200, '29'])
  const tooLong = await score('é'.repeat(2_001), address)
  expect([tooLong.statusCode, tooLong.json().detail[0]]).toMatchObject([
    422,
    { loc: ['body', 'text'], type: 'string_too_long' },
  ])
  expect((await score('', address)).statusCode).toBe(422)
  expect((await score('A plain sentence.', address)).headers['ratelimit-remaining']).toBe('28')
})

test('an address has 30 analyses an hour, and one more every two minutes', async () => {
  const address = '203.0.113.3'
  for (let i = 0; i < 30; i++) expect((await score(`Meeting ${i} starts at nine.`, address)).statusCode).toBe(200)
  const rejected = await score('One more.', address)
  expect([rejected.statusCode, rejected.headers['retry-after'], rejected.headers['ratelimit-limit']]).toEqual([
    429,
    '120',
    '30',
  ])
  expect(rejected.json().detail).toBe(
    'Without an account you can score 30 texts an hour. Try again in 2 minutes, or sign up for free.',
  )
  expect((await score('Somebody else.', '203.0.113.4')).statusCode).toBe(200)
  nowMs += 120_000
  expect((await score('Two minutes later.', address)).statusCode).toBe(200)
})

test('a customer with many IPv6 networks has four times as many', async () => {
  const from = async (network: number, site = 1) =>
    (await score('A plain sentence.', `2001:db8:${site}:${network}::1`)).statusCode
  for (let network = 0; network < 120; network++) expect(await from(network)).toBe(200)
  expect([await from(999), await from(999, 2)]).toEqual([429, 200])
})
