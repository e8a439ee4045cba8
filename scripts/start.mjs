// `npm start`: builds what is stale, reads .env if there is one, and runs the service; restarts it if it crashes.
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
