// `npm run openapi`: writes openapi.json from the routes. A test fails when the file is stale.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../server/src/app.ts'
import { configFrom } from '../server/src/config.ts'
import { openDatabase } from '../server/src/db/db.ts'
import { Secret } from '../server/src/secret.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'openapi-'))
const database = await openDatabase({ dataDir, log: () => {} })
const config = configFrom({ LOG_LEVEL: 'silent' }, () => '')
const jwtSecret = new Secret('x'.repeat(32))
const analyze = () => {
  throw new Error('no request is answered here')
}
const app = await createApp({ config, database, jwtSecret, version: '0', webRoot: 'none', analyze })
await app.ready()
writeFileSync(new URL('../openapi.json', import.meta.url), `${JSON.stringify(app.swagger(), null, 2)}\n`)
await app.close()
await database.close()
rmSync(dataDir, { recursive: true, force: true })
