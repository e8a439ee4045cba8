// The command line: `equipoise check "docs/**/*.md"`, `equipoise compute --bias 0.9`. Errors are one line on stderr.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { textOfBytes } from '@equipoise/engine/verify'
import { ConnectionError, Equipoise, EquipoiseError } from '@equipoise/sdk'
import { type Command, commandNamed, type Given, HELP, helpFor, rejectSurplus } from './commands.ts'
import { findCredentials } from './credentials.ts'
import { forPeople } from './tables.ts'
import { printableLines, type Surroundings, surroundings } from './terminal.ts'

export type { Surroundings } from './terminal.ts'

const HELP_NAMES = ['help', '--help', '-h']
const VALUE_WITH_DASH = /^-(?:\d|[^-].|[\w-]{42}$)/
const VERSION_NAMES = ['version', '--version', '-v']

/** Runs the command of this process; called by `main.ts`. */
export async function start(): Promise<void> {
  // A closed pipe, as after `head`, is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') console.error(`the results cannot be written: ${error.message}`)
    process.exit(error.code === 'EPIPE' ? 0 : 2)
  })
  process.exitCode = await runCommand(process.argv.slice(2), surroundings())
}

/** Runs one command and returns the exit status: 0 done, 1 rejected by the service or a failed check, 2 misuse. */
export async function runCommand(args: readonly string[], around: Surroundings): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined) {
    around.complain(HELP)
    return 2
  }
  try {
    if (HELP_NAMES.includes(name)) around.print(rest[0] === undefined ? HELP : helpFor(commandNamed(rest[0])))
    else if (VERSION_NAMES.includes(name)) around.print(versionOf())
    else return await run(commandNamed(name), rest, around)
    return 0
  } catch (error) {
    around.complain(printableLines(sentenceOf(error, around.env)))
    return error instanceof EquipoiseError ? 1 : 2
  }
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder, not a file',
  EACCES: 'cannot be read or written: permission denied',
}

/** What went wrong, and what to do about it. */
function sentenceOf(error: unknown, env: Surroundings['env']): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', path } = error as NodeJS.ErrnoException
  if (path !== undefined && Object.hasOwn(FILE_PROBLEMS, code)) return `${path} ${FILE_PROBLEMS[code]}`
  if (!(error instanceof ConnectionError)) return error.message
  const advice = env.EQUIPOISE_URL
    ? 'Is EQUIPOISE_URL right?'
    : 'Is a service running? Start one with npm start, or set EQUIPOISE_URL.'
  return `${error.message}. ${advice}`
}

async function run(command: Command, args: readonly string[], around: Surroundings): Promise<number> {
  const json = command.isForPeople ? { json: { type: 'boolean' } as const } : {}
  const options = { ...command.options, ...json, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals } = parsed(args, options)
  const { help, json: wantsJson, ...given } = values
  if (help) {
    around.print(helpFor(command))
    return 0
  }
  rejectSurplus(positionals, command.wordsMax)
  let status = 0
  const exit = (code: number): void => {
    status = code
  }
  const result = await command.run(
    await givenTo(around, { values: given as Given['values'], words: positionals, exit }),
  )
  if (result !== undefined) {
    const isTable = command.isForPeople && around.isTerminal && !wantsJson
    around.print(safely(around, isTable ? forPeople(result) : JSON.stringify(result, null, 2)))
  }
  return status
}

/** Replaces Node's messages, which explain how to escape an option that nobody meant. */
function parsed(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args: withValuesJoined(args, options), allowPositionals: true, options })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const [, name = ''] = /'(?:-\w, )?(--?[\w-]+)/.exec(message) ?? []
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
      const near = Object.keys(options).find((one) => isNear(one, name.replace(/^-+/, '')))
      throw new Error(`unknown option: ${name}${near ? `. Did you mean --${near}?` : ' (--help lists all)'}`)
    }
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
      const takesValue = options[name.replace(/^-+/, '')]?.type === 'string'
      throw new Error(takesValue ? `${name} needs a value` : `${name} takes no value`)
    }
    throw error
  }
}

/**
 * A value can start with a dash, like a negative number or one public key in 64. Node accepts it only after an equals sign, so this adds
 * one.
 */
function withValuesJoined(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>): string[] {
  const joined: string[] = []
  for (const arg of args) {
    const option = joined.at(-1) ?? ''
    const takesValue = option.startsWith('--') && options[option.slice(2)]?.type === 'string'
    if (takesValue && VALUE_WITH_DASH.test(arg)) joined[joined.length - 1] = `${option}=${arg}`
    else joined.push(arg)
  }
  return joined
}

/** Whether the names differ by one letter: added, removed or replaced. */
function isNear(option: string, given: string): boolean {
  if (Math.abs(option.length - given.length) > 1) return false
  let head = 0
  while (head < option.length && option[head] === given[head]) head++
  let tail = 0
  while (tail < Math.min(option.length, given.length) - head && option.at(-1 - tail) === given.at(-1 - tail)) tail++
  return Math.max(option.length, given.length) - head - tail <= 1
}

type Asked = Pick<Given, 'values' | 'words' | 'exit'>

async function givenTo(around: Surroundings, asked: Asked): Promise<Given> {
  const { env } = around
  const { url, apiKey, token } = await findCredentials(env)
  const common = { baseUrl: url, brand: env.EQUIPOISE_BRAND || undefined, fetch: around.fetch }
  return {
    ...asked,
    around,
    version: versionOf(),
    client: () => new Equipoise({ ...common, apiKey, token: apiKey ? undefined : token }),
    personalClient: () => new Equipoise({ ...common, apiKey: token ? undefined : apiKey, token }),
    readText: async (path) => textOfBytes(path === '-' ? await buffer(around.stdin) : await fileAt(path)),
    readStdin: () => buffer(around.stdin),
    print: (text) => around.print(safely(around, text)),
    remark: (line) => around.complain(printableLines(line)),
  }
}

/** Node names the path only in some of its errors. */
async function fileAt(path: string): Promise<Uint8Array> {
  return readFile(path).catch((error: Error) => {
    throw Object.assign(error, { path })
  })
}

/** Escapes control characters on a terminal. A file or another program gets the text unchanged. */
function safely({ isTerminal }: Surroundings, text: string): string {
  return isTerminal ? printableLines(text) : text
}

function versionOf(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}
