// Inside the container: creates an account with one API key, and makes that key the given one. Only for a box that is thrown away.
import { hashOf } from '/app/server/dist/accounts/keys/keys.js'
import { attachDatabase } from '/app/server/dist/db/db.js'

const [, , key = ''] = process.argv
const url = `http://127.0.0.1:${process.env.PORT}`
const post = async (path, body, headers = {}) => {
  const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  const answer = await fetch(url + path, { ...options, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
const { access_token } = await post('/auth/register', { email: 'bench@example.org', password: 'a long enough one' })
const authorization = `Bearer ${access_token}`
const { id } = await post('/api-keys', {}, { authorization })
const database = await attachDatabase({ dataDir: process.env.DATA_DIR, log: console.error })
await database.sql`update api_keys set key_hash = ${hashOf(key)} where id = ${id}`
await database.close()
const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] }
await post('/v1/chat/completions', body, { authorization: `Bearer ${key}` })
console.log('The declared key works.')
