// The first requests of what `npm run trial -- fuzz` sends by the hundred thousand.
import { expect, test } from 'vitest'
import { fuzz } from './fuzz-run.ts'
import { openFuzzed } from './fuzzed-service.ts'

test('valid, nearly valid and garbage requests to every operation get what openapi.json describes', async () => {
  const service = await openFuzzed()
  const { findings, statuses, neverSucceeded } = await fuzz(service, { seed: 2, requests: 500 })
  await service.close()
  expect(findings).toEqual([])
  expect(neverSucceeded).toEqual([])
  // It reaches beyond the checks at the door.
  for (const status of [200, 201, 400, 401, 403, 404, 422]) expect(statuses.get(status), `${status}`).toBeGreaterThan(0)
})
