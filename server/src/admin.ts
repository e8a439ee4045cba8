// equipoise-admin. Reports invalid arguments before anything else is loaded.
import { existsSync, readFileSync } from 'node:fs'
import { checkArguments, findCommand, helpText, readArguments } from './commands/commands.ts'
import { ApiError } from './ground/errors.ts'

const FAILED = 1
const INVALID = 2

async function main(): Promise<number> {
  const given = readArguments(process.argv.slice(2))
  const { words, options, isHelp, isVersion } = given
  if (isVersion) return say(versionOf())
  if (isHelp) return say(helpText(words))
  const found = findCommand(words)
  if (!found) {
    const wrong = words.length > 0 ? `There is no command "${words.join(' ')}". ` : ''
    console.error(`${wrong}Run equipoise-admin help to see all commands.`)
    return INVALID
  }
  checkArguments(found.text, found.rest, options)
  // As `npm start` and `equipoise serve` do; variables of the environment win.
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { runCommand } = await import('./admin-run.ts')
  return runCommand({ name: found.text.name, rest: found.rest, given, env: process.env })
}

function say(text: string): number {
  console.log(text)
  return 0
}

/** The same relative path from `src` and from `dist`. */
function versionOf(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

process.exitCode = await main().catch((error: unknown) => {
  const words = error instanceof Error ? error.message : String(error)
  console.error(words.charAt(0).toUpperCase() + words.slice(1))
  return error instanceof ApiError && error.kind === 'invalid' ? INVALID : FAILED
})
