// `npm run trial -- fuzz --requests 100000 --seed 1`: fuzzes the whole service with its own PostgreSQL and simulated providers.
import { parseArgs } from 'node:util'
import { startPostgres } from '../server/test/database.ts'
import { fuzz } from './fuzz-run.ts'
import { openFuzzed } from './fuzzed-service.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
})
const [requests, seed] = [Number(values.requests), Number(values.seed)]
const postgres = await startPostgres()
const service = await openFuzzed(postgres.url)
const startedMs = performance.now()
const onProgress = (sent: number) => process.stderr.write(`\r${sent} of ${requests} requests`)
const { findings, statuses, neverSucceeded } = await fuzz(service, { seed, requests, onProgress })
await service.close().catch((error: Error) => console.log(error.message))
await postgres.close()

const seconds = Math.round((performance.now() - startedMs) / 1_000)
const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
console.log(`\n${requests} requests from seed ${seed} in ${seconds} s. ${counts.join(', ')}`)
if (neverSucceeded.length > 0) console.log(`Never answered with success: ${neverSucceeded.join(', ')}`)
for (const { what, at, request, body } of findings) {
  console.log(`\nFINDING at ${at}: ${what}\n  ${JSON.stringify(request).slice(0, 1_500)}\n  ${body}`)
}
console.log(`${findings.length} findings`)
process.exit(findings.length > 0 ? 1 : 0)
