// A short run of what `npm run trial -- fuzz` does with a hundred thousand requests.
import { expect, test } from 'vitest'
import { fuzz } from './fuzz-run.ts'
import { openFuzzed } from './fuzzed-service.ts'

test('valid, nearly valid and garbage requests to every operation get responses that openapi.json describes', async () => {
  const service = await openFuzzed()
  const { findings, statuses, neverSucceeded } = await fuzz(service, { seed: 2, requests: 500 })
  await service.close()
  expect(findings).toEqual([])
  expect(neverSucceeded).toEqual([])
  // The requests get past the first checks.
  for (const status of [200, 201, 400, 401, 403, 404, 422]) expect(statuses.get(status), `${status}`).toBeGreaterThan(0)
})
