// The command line: `equipoise check "docs/**/*.md"`, `equipoise compute --bias 0.9`. Errors are one line on stderr.
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { csvOf } from '@equipoise/engine'
import { textOfBytes } from '@equipoise/engine/verify'
import { ConnectionError, Equipoise, EquipoiseError } from '@equipoise/sdk'
import { Command, CommanderError, Option } from 'commander'
import { readBoundedFile } from './bounded-file.ts'
import { type Entry, type Given, GROUPS, JSON_FLAG } from './commands.ts'
import { candidates } from './completion.ts'
import { findCredentials } from './credentials.ts'
import { manualOf, SURROUNDINGS } from './manual.ts'
import { forPeople } from './tables.ts'
import { printableLines, type Surroundings, surroundings } from './terminal.ts'

export type { Surroundings } from './terminal.ts'

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
  let status = 0
  const program = programFor(around, (code) => {
    status = code
  })
  const [name, ...rest] = args
  try {
    if (name === 'complete') around.print(candidates(program, rest).join('\n'))
    else if (name === 'man') around.print(manualOf(program))
    else await program.parseAsync(asked(args, program), { from: 'user' })
    return status
  } catch (error) {
    // Commander has printed its own.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    around.complain(printableLines(sentenceOf(error, around.env)))
    return error instanceof EquipoiseError ? 1 : 2
  }
}

/** `help check` is `check --help`, and an unknown command is an error even if it is asked for help. */
function asked([first, ...rest]: readonly string[], program: Command): string[] {
  if (first === undefined) return []
  const [name, ...options] = first === 'help' ? [...rest, '--help'] : [first, ...rest]
  if (name === 'version') return ['--version']
  const isKnown = name?.startsWith('-') || program.commands.some((one) => one.name() === name)
  return isKnown ? [name ?? '', ...options] : [name ?? '']
}

function programFor(around: Surroundings, exit: (status: number) => void): Command {
  const program = new Command('equipoise')
    .description('checks how neutral texts are worded, draws at random, and talks to an Equipoise service')
    .usage('<command> [options]')
    .version(versionOf(), '-v, --version', 'prints the version')
    .helpCommand(false)
    .helpOption('-h, --help', 'prints this help')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => around.print(text.trimEnd()),
      writeErr: (text) => around.complain(text.trimEnd()),
      outputError: (text, write) => write(printableLines(inOneLine(text))),
    })
    .addHelpText(
      'after',
      `\nequipoise help COMMAND explains one command; equipoise man prints the manual.\n\n${SURROUNDINGS}`,
    )
  for (const [group, entries] of Object.entries(GROUPS)) {
    program.commandsGroup(`${group}:`)
    for (const [name, entry] of Object.entries(entries)) add(program, name, { entry, around, exit })
  }
  return program
}

function inOneLine(text: string): string {
  const line = text
    .replace(/^error: /, '')
    .replace('\n(', ' (')
    .trim()
  return line.startsWith('unknown') && !line.endsWith(')') ? `${line} (--help lists all)` : line
}

interface Added {
  readonly entry: Entry
  readonly around: Surroundings
  readonly exit: (status: number) => void
}

function add(program: Command, name: string, { entry, around, exit }: Added): void {
  const command = program
    .command(name)
    .summary(entry.does.split(/[:;]/, 1)[0] ?? '')
    .description(`${entry.does.charAt(0).toUpperCase()}${entry.does.slice(1)}.`)
    .helpOption('-h, --help', 'prints this help')
    .addHelpText(
      'after',
      `\nExamples:\n${entry.examples.map((one) => `  ${one.includes('|') ? one : `equipoise ${name} ${one}`.trim()}`).join('\n')}`,
    )
  if (entry.takes) command.arguments(entry.takes)
  const printing: Entry['options'] = entry.isForPeople
    ? { [`--format <${FORMATS.join('|')}>`]: 'how to print the result; a table on a terminal, else JSON', ...JSON_FLAG }
    : {}
  for (const [flags, does] of Object.entries({ ...entry.options, ...printing })) {
    command.addOption(optionOf(flags, does, command))
  }
  command.action(async () => {
    const values = withFormat(command.opts())
    const { format = around.isTerminal ? 'table' : 'json' } = values
    if (entry.isForPeople && !FORMATS.includes(format))
      throw new Error(`unknown format: ${format} (use ${FORMATS.join(', ')})`)
    const result = await entry.run(await givenTo(around, { values, words: command.args, exit }))
    if (result !== undefined) around.print(safely(around, printedAs(entry.isForPeople ? format : 'json', result)))
  })
}

const FORMATS = ['table', 'json', 'csv']

/** `--json` is short for `--format json`. */
function withFormat({ json, ...values }: Given['values']): Given['values'] {
  return json ? { ...values, format: 'json' } : values
}

function printedAs(format: string, result: unknown): string {
  if (format === 'csv' && typeof result === 'object' && result !== null) return csvOf(result).replaceAll('\r\n', '\n')
  return format === 'table' ? forPeople(result) : JSON.stringify(result, null, 2)
}

/** Its value has the name of the flag. A flag with `…` collects values. */
function optionOf(flags: string, does: string, command: Command): Option {
  const option = new Option(flags, does)
  option.attributeName = () => option.name()
  option.negate = false
  if (!option.required) return option
  return option.argParser<string | readonly string[]>((value, before = []) => {
    // A key can start with hyphens; the name of another option means that the value is missing.
    if (['--help', ...command.options.map(({ long }) => long)].includes(value))
      throw new Error(`${option.long} needs a value`)
    return flags.endsWith('…') ? [...before, value] : value
  })
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
    readText: async (path, bytesMax) =>
      textOfBytes(path === '-' ? await buffer(around.stdin) : await fileAt(path, bytesMax)),
    readStdin: () => buffer(around.stdin),
    print: (text) => around.print(safely(around, text)),
    remark: (line) => around.complain(printableLines(line)),
  }
}

/** Node names the path only in some of its errors. */
async function fileAt(path: string, bytesMax?: number): Promise<Uint8Array> {
  return readBoundedFile(path, bytesMax).catch((error: Error) => {
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
