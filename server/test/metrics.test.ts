// What /metrics shows for requests within the process, as the sandbox sends them to our webhook.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKey, type Person, signUp } from './people.ts'
import { openService, type Service } from './service.ts'

let service: Service
let person: Person
beforeAll(async () => {
  service = await openService()
  person = await signUp(service.app)
})
afterAll(() => service.close())

const metrics = async () => (await service.app.inject({ url: '/metrics' })).body

test('an answered request counts with its own status, not as one whose caller hung up', async () => {
  await service.app.inject({ url: '/plans' })
  const shown = await metrics()
  expect(shown).toContain('http_request_duration_seconds_count{method="GET",route="/plans",status="200"} 1')
  expect(shown).not.toContain('status="499"')
})

test('charges, refunds, scoring, queues and connections are counted, with labels from fixed lists', async () => {
  const { headers } = await makeKey(service.app, person)
  const analyse = () =>
    service.app.inject({
      method: 'POST',
      url: '/ai/analyze',
      headers,
      payload: { text: 'The council met on Tuesday.' },
    })
  expect((await analyse()).statusCode).toBe(200)
  await service.sql`update usage_months set from_allowance = 500 where account_id = ${person.id}`
  expect((await analyse()).statusCode).toBe(402)
  const shown = await metrics()
  expect(shown).toContain('usage_charges_total{meter="ai/analyze",result="granted"} 1')
  expect(shown).toContain('usage_charges_total{meter="ai/analyze",result="rejected"} 1')
  expect(shown).toContain('usage_charged_units_total{meter="ai/analyze"} 1')
  expect(shown).toContain('scoring_duration_seconds_count{tier="default",result="ok"} 1')
  expect(shown).toMatch(/queue_waiting\{queue="emails"\} \d+/)
  expect(shown).toMatch(/database_connections\{state="open"\} [1-9]/)
  expect(shown).toContain('# TYPE usage_refunds_total counter')
  expect(shown).not.toContain(person.email)
})
