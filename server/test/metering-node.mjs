// One node of a deployment, for tests with several processes: the whole app with one metered route that costs one unit. Uses the build,
// which starts faster than the sources. Usage: node metering-node.mjs <database url> [settings as JSON]; prints its port on stdout.
import { argon2Hasher } from '../dist/accounts/accounts.js'
import { createApp } from '../dist/app.js'
import { configFrom } from '../dist/config.js'
import { openDatabase } from '../dist/db/db.js'
import { Secret } from '../dist/ground/secret.js'

const url = process.argv[2] ?? ''
const secret = 'a secret that only these processes share, 32+'
const more = JSON.parse(process.argv[3] ?? '{}')
const config = configFrom({ DATABASE_URL: url, JWT_SECRET: secret, LOG_LEVEL: 'silent', ...more }, () => '')
const database = await openDatabase({ url, dataDir: '', log: () => {} })
const hasher = argon2Hasher({ memoryCost: 8, timeCost: 1, parallelism: 1 })
const analyze = () => {
  throw new Error('nothing is analysed here')
}
// Shared rate limits would reject requests before the tested quota is used up.
const isAlone = true
const parts = {
  config,
  database,
  jwtSecret: new Secret(secret),
  version: '0',
  webRoot: 'none',
  hasher,
  analyze,
  isAlone,
}
const app = await createApp(parts)
const access = {
  credentials: 'required',
  kinds: ['jwt', 'key'],
  area: 'compute',
  meter: { name: 'compute', units: () => 1 },
}
app.post('/work', { config: { access } }, async () => ({ done: true }))
await app.listen({ port: 0, host: '127.0.0.1' })
process.on('SIGTERM', async () => {
  await app.close()
  await database.close()
  process.exit(0)
})
console.log(app.server.address().port)
