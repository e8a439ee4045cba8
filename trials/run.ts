// `npm run trial -- NAME [options]`: runs one of the long runs that are not part of `npm test`. The first line of each trial lists its
// options.
import { fileURLToPath } from 'node:url'

const TRIALS = {
  audit: 'do audits find leans as often as they say?',
  clients: 'the flows of our tests with the newest version of each client',
  fuzz: 'requests to every operation of openapi.json, valid, nearly valid and garbage',
  limits: 'does a test fail if a published limit changes by one step?',
  soak: 'the built service under mixed load while things go wrong',
}

const [name] = process.argv.splice(2, 1)
if (!name || !(name in TRIALS)) {
  console.log('npm run trial -- NAME [options]\n')
  for (const [trial, question] of Object.entries(TRIALS)) console.log(`  ${trial.padEnd(10)}${question}`)
  process.exit(name === '--help' ? 0 : 2)
}
// A trial that tests also import runs only if it is the main program.
const file = new URL(`./${name}.ts`, import.meta.url)
process.argv[1] = fileURLToPath(file)
await import(file.href)
