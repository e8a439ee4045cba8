// The command line: `equipoise compute --bias 0.9`. Prints JSON, so that it can be piped; says no in one line on stderr.
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { Equipoise, EquipoiseError } from '@equipoise/sdk'
import { type Command, commandNamed, HELP, helpFor, refuseSurplus } from './commands.ts'

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: AsyncIterable<Uint8Array>
  readonly fetch?: typeof fetch
  print(line: string): void
  complain(line: string): void
}

const DEFAULT_URL = 'http://127.0.0.1:8080'
const HELP_NAMES = ['help', '--help', '-h']

/** Runs what this process was asked for; `bin/equipoise.mjs` calls it. */
export async function start(): Promise<void> {
  // Whoever reads may have enough, as `head` has after ten lines: that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
  process.exitCode = await runCommand(process.argv.slice(2), {
    env: process.env,
    stdin: process.stdin,
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  })
}

/** Runs one command; answers the exit status: 0 done, 1 refused by the service, 2 not understood. */
export async function runCommand(args: readonly string[], around: Surroundings): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined) {
    around.complain(HELP)
    return 2
  }
  try {
    if (HELP_NAMES.includes(name)) around.print(rest[0] === undefined ? HELP : helpFor(commandNamed(rest[0])))
    else await run(commandNamed(name), rest, around)
    return 0
  } catch (error) {
    around.complain(error instanceof Error ? error.message : String(error))
    return error instanceof EquipoiseError ? 1 : 2
  }
}

async function run(command: Command, args: readonly string[], around: Surroundings): Promise<void> {
  const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  const { help, ...given } = values
  if (help) return around.print(helpFor(command))
  refuseSurplus(positionals, command.wordsMax)
  const result = await command.run({
    client: connect(around),
    values: given as Readonly<Record<string, string | undefined>>,
    words: positionals,
    readText: (path) => (path === '-' ? text(around.stdin) : readFile(path, 'utf8')),
    print: around.print,
    remark: around.complain,
  })
  if (result !== undefined) around.print(JSON.stringify(result, null, 2))
}

function connect({ env, fetch: ownFetch }: Surroundings): Equipoise {
  return new Equipoise({
    baseUrl: env.EQUIPOISE_URL || DEFAULT_URL,
    apiKey: env.EQUIPOISE_API_KEY,
    token: env.EQUIPOISE_API_KEY ? undefined : env.EQUIPOISE_TOKEN,
    brand: env.EQUIPOISE_BRAND || undefined,
    fetch: ownFetch,
  })
}
