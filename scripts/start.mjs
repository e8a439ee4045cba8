// `npm start`: builds what is stale, reads .env where there is one, and runs the service in this very process.
import { existsSync } from 'node:fs'
import { build } from './build.mjs'

try {
  build()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
if (existsSync('.env')) process.loadEnvFile('.env')
await import('../server/dist/main.js')
