// `npm start`: builds what is stale, reads .env where there is one, and runs the service; if it crashes, it is started again.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { keepRunning } from './keep-running.mjs'

try {
  build()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
if (existsSync('.env')) process.loadEnvFile('.env')
keepRunning(fileURLToPath(new URL('../server/dist/main.js', import.meta.url)))
