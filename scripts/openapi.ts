// `npm run openapi`: writes openapi.json and parts of the guides from the routes, and what receipts can say into verify.py. Tests fail
// if a file is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { createApp } from '../server/src/app.ts'
import { configFrom } from '../server/src/config.ts'
import { connect } from '../server/src/db/db.ts'
import { Secret } from '../server/src/ground/secret.ts'
import { guidePartsOf, prettyJson, withPart } from './guide-parts.ts'

// The routes are only described, so this database is never contacted.
const sql = connect({ url: 'postgres://127.0.0.1/none', poolMax: 1, statementTimeoutMs: 0 })
const nothing = async () => {}
const database = { sql, url: '', ping: nothing, listen: () => ({ close: nothing }), close: sql.end }
const config = configFrom({ LOG_LEVEL: 'silent' }, () => '')
const jwtSecret = new Secret('x'.repeat(32))
const analyze = () => {
  throw new Error('no request is answered here')
}
const app = await createApp({ config, database, jwtSecret, version: '0', webRoot: 'none', analyze })
await app.ready()
writeFileSync(new URL('../openapi.json', import.meta.url), `${prettyJson(app.swagger(), '')}\n`)
for (const part of guidePartsOf(app)) {
  const page = new URL(`../${part.file}`, import.meta.url)
  writeFileSync(page, withPart(readFileSync(page, 'utf8'), part))
}
await app.close()
await database.close()
