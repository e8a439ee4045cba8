// `npm run openapi`: writes openapi.json from the routes. A test fails when the file is stale.
import { writeFileSync } from 'node:fs'
import { createApp } from '../server/src/app.ts'
import { configFrom } from '../server/src/config.ts'
import { connect } from '../server/src/db/connect.ts'
import { Secret } from '../server/src/secret.ts'

// The routes are described, not called: nothing is asked of this database, so nothing is dialled.
const sql = connect({ url: 'postgres://127.0.0.1/none', poolMax: 1, statementTimeoutMs: 0 })
const nothing = async () => {}
const database = { sql, ping: nothing, listen: () => ({ close: nothing }), close: sql.end }
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
