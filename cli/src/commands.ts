// The commands of the command line, one entry each.
import type { ParseArgsConfig } from 'node:util'
import type { Analysis, Equipoise, FilterMode, Scope } from '@equipoise/sdk'
import { AUDIT_OPTIONS, audit } from './audit/audit.ts'
import { certify } from './certify/certify.ts'
import { CHECK_OPTIONS, checkTexts } from './check/check.ts'
import { completionFor } from './completion.ts'
import { computeFor, drawFor, sweepFor } from './drawing.ts'
import { fixText } from './fix.ts'
import { login, logout } from './login.ts'
import { requireNumber } from './numbers.ts'
import { SCORE_OPTIONS, scoreCorpus } from './score/score.ts'
import { serve } from './serve.ts'
import { cacheFolderOf, isColoured, type Surroundings } from './terminal.ts'
import { verifyFile } from './verify.ts'

export interface Given {
  /** A client with the API key, or with the sign-in if there is no key. */
  client(): Equipoise
  /** A client with the sign-in if there is one: managing keys needs it. */
  personalClient(): Equipoise
  readonly values: Readonly<Record<string, string | undefined>>
  readonly words: readonly string[]
  readonly around: Surroundings
  readonly version: string
  /** `-` is the standard input. */
  readText(path: string): Promise<string>
  readStdin(): Promise<Uint8Array>
  print(line: string): void
  /** Prints to stderr, so that a pipe gets only the result. */
  remark(line: string): void
  exit(status: number): void
}

export interface Command {
  readonly usage: string
  /** What the command does, in half a sentence. */
  readonly does: string
  readonly options: NonNullable<ParseArgsConfig['options']>
  readonly wordsMax: number
  /** The returned value is printed for people on a terminal, and as JSON in a pipe or with `--json`. */
  readonly isForPeople?: boolean
  /** The returned value is printed; undefined prints nothing. */
  run(given: Given): Promise<unknown>
}

const string = { type: 'string' } as const
const boolean = { type: 'boolean' } as const
const engine = { N: string, samples: string, seed: string, server: boolean }

const COMMANDS: Readonly<Record<string, Command>> = {
  check: {
    usage: `check <files | patterns | -> [--min 0.7] [--format text|json|sarif|github|junit|summary] [--output FORMAT=FILE]
        [--diff BASE | --baseline FILE [--update-baseline]] [--fix] [--ignore WORDS] [--config FILE] [--tier fast|default]
        [--server] [--stdin-name FILE] [--all] [--no-ignore] [--watch] [--verbose] [--no-color]`,
    does: 'checks how neutral files are, and names the sentences and words that are not; remembers sentences in your cache folder, without their text; offline',
    options: CHECK_OPTIONS,
    wordsMax: Number.POSITIVE_INFINITY,
    run: ({ around, ...given }) =>
      checkTexts({
        ...given,
        cwd: around.cwd,
        cacheFolder: cacheFolderOf(around.env),
        isColoured: isColoured(around),
        // `check` escapes the texts of files itself, and adds colours.
        print: around.print,
        progress: around.progress,
        watch: around.watch,
      }),
  },
  score: {
    usage: `score <files | -> [--output FILE [--resume]] [--tier default|fast] [--field text] [--full] [--threads N]`,
    does: 'scores a corpus: a JSON text or object a line in, a line of results out, in the same order, on all cores; offline',
    options: SCORE_OPTIONS,
    wordsMax: Number.POSITIVE_INFINITY,
    run: ({ around, ...given }) => scoreCorpus({ ...given, cwd: around.cwd, stdin: around.stdin, write: around.write }),
  },
  audit: {
    usage: `audit --model NAME | --answers FILE.jsonl | verify FILE | ids [--set even-handed|FILE] [--sample 200] [--seed SEED] [--aa]
        [--margin MEASURE=NUMBER] [--baseline REPORT] [--format text|html|json|junit] [--output FORMAT=FILE]
        [--work FILE] [--patience SECONDS] [--tier default|fast] [--key KEY]`,
    does: 'reports whether a model treats both sides of public questions alike; verify computes a report again, offline',
    options: AUDIT_OPTIONS,
    wordsMax: 2,
    run: audit,
  },
  compute: {
    usage: 'compute --bias 0.9 [--N 9] [--samples 1000] [--seed 42] [--server]',
    does: 'makes one balanced sequence and prints its statistics; offline',
    options: { bias: string, ...engine },
    wordsMax: 0,
    isForPeople: true,
    run: computeFor,
  },
  sweep: {
    usage: 'sweep [--N 9] [--samples 500] [--steps 20] [--seed 42] [--server]',
    does: 'computes over the whole range of input bias; offline',
    options: { steps: string, ...engine },
    wordsMax: 0,
    isForPeople: true,
    run: sweepFor,
  },
  analyze: {
    usage: 'analyze <file | ->',
    does: 'scores one text and lists the evidence',
    options: {},
    wordsMax: 1,
    isForPeople: true,
    run: async ({ client, words: [path = '-'], readText }) =>
      withoutForeign(await client().ai.analyze(await readText(path))),
  },
  fix: {
    usage: 'fix <file | -> [--server] [--model]',
    does: 'prints the text with our suggestions in place of marked words, offline; --server asks the service, --model lets its model rewrite them',
    options: { model: boolean, server: boolean },
    wordsMax: 1,
    run: fixText,
  },
  lsp: {
    usage: 'lsp [--stdio]',
    does: 'serves an editor over standard input and output (LSP): loaded sentences, reasons, quick fixes; offline',
    options: { stdio: boolean, clientProcessId: string },
    wordsMax: 0,
    run: async (given) => (await import('./lsp/stdio.ts')).serveStdio(given),
  },
  mcp: {
    usage: 'mcp',
    does: 'serves the tools to an agent over standard input and output (MCP)',
    options: {},
    wordsMax: 0,
    run: serveAgents,
  },
  chat: {
    usage: 'chat <question | -> [--mode analyze|rebalance|strict] [--model NAME]',
    does: "asks the service's AI model, and up to three times more if the answer is loaded (--mode strict)",
    options: { mode: string, model: string },
    wordsMax: Number.POSITIVE_INFINITY,
    run: chat,
  },
  draw: {
    usage: 'draw dice 3d6 | integers MIN MAX | shuffle FILE | winners FILE [--count 1] [--seed SEED] [--server]',
    does: 'draws at random, offline; --server asks the service, whose signed receipt anyone can verify',
    options: { count: string, seed: string, server: boolean },
    wordsMax: 3,
    isForPeople: true,
    run: drawFor,
  },
  verify: {
    usage: `verify <RECEIPT.json | FOLDER | -> <--keys KEYS.json | --key KEY> [--seed SEED] [--entries NAMES.txt]
        [--expect WINNER]`,
    does: 'checks a receipt, or whether any of a folder is missing; offline',
    options: { keys: string, key: string, seed: string, entries: string, expect: { type: 'string', multiple: true } },
    wordsMax: 1,
    run: verifyFile,
  },
  certify: {
    usage: `certify <FOLDER> [--count 1000000] [--games 6,37,52] [--seed SEED] [--dieharder] [--since EARLIER]
        or certify <FOLDER> --input NUMBERS.txt --max 6 [--min 1]`,
    does: 'draws files for a laboratory, tests them, and writes a report; offline',
    options: {
      count: string,
      games: string,
      seed: string,
      input: string,
      min: string,
      max: string,
      dieharder: { type: 'boolean' },
      since: string,
    },
    wordsMax: 1,
    run: certify,
  },
  usage: {
    usage: 'usage',
    does: 'shows what your account has used this month',
    options: {},
    wordsMax: 0,
    isForPeople: true,
    run: ({ client }) => client().usage(),
  },
  plans: {
    usage: 'plans',
    does: 'lists the plans and their limits',
    options: {},
    wordsMax: 0,
    isForPeople: true,
    run: ({ client }) => client().plans(),
  },
  health: {
    usage: 'health',
    does: 'shows whether the service works',
    options: {},
    wordsMax: 0,
    isForPeople: true,
    run: ({ client }) => client().health(),
  },
  keys: {
    usage: 'keys list | create [--name NAME] [--scope full|compute|ai|read-only] | revoke <id>',
    does: 'lists, creates and revokes your API keys',
    options: { name: string, scope: string },
    wordsMax: 2,
    isForPeople: true,
    run: manageKeys,
  },
  login: {
    usage: 'login [--url URL] [--email EMAIL [--code CODE]] [--token] [--no-browser]',
    does: 'signs in and saves the credentials on this machine',
    options: { url: string, email: string, code: string, token: boolean, 'no-browser': boolean },
    wordsMax: 0,
    run: ({ values, around, remark }) => login({ ...around, fetch: around.fetch, values, remark }),
  },
  logout: {
    usage: 'logout',
    does: 'deletes the saved credentials',
    options: {},
    wordsMax: 0,
    run: ({ around, remark }) => logout({ env: around.env, fetch: around.fetch, remark }),
  },
  serve: {
    usage: 'serve [--port 8080]',
    does: 'starts the service on this machine',
    options: { port: string },
    wordsMax: 0,
    run: ({ values, around }) => serve({ cwd: around.cwd, port: values.port }),
  },
  completion: {
    usage: 'completion bash | zsh | fish',
    does: 'prints the completion script for your shell',
    options: {},
    wordsMax: 1,
    run: async ({ words: [shell], print }) => print(completionFor(shell, completed())),
  },
}

/** The MCP tools need libraries that no other command needs, so they are in a separate package. */
async function serveAgents(given: Given): Promise<unknown> {
  const { serveAgents: serveTools } = await import('./mcp/mcp.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('@equipoise/mcp')) throw error
    throw new Error(
      'the tools for agents are a separate package, @equipoise/mcp, which is not installed here; a clone of the repository has it',
    )
  })
  return serveTools(given)
}

function completed(): { name: string; options: string[] }[] {
  return Object.entries(COMMANDS).map(([name, { options, isForPeople }]) => {
    return { name, options: [...Object.keys(options), ...(isForPeople ? ['json'] : []), 'help'] }
  })
}

const SURROUNDINGS = `What says offline, and audit --answers, needs no service. For the rest set EQUIPOISE_URL (default: http://127.0.0.1:8080) and EQUIPOISE_API_KEY, or sign in with
equipoise login. keys needs a person's sign-in (login --email, or EQUIPOISE_TOKEN). EQUIPOISE_BRAND is the brand of a renamed
deployment. NO_COLOR switches colours off. Exit status: 0 success, 1 a check failed or the service returned an error, 2 invalid command.`

export const HELP = `equipoise <command>, or equipoise --version

${Object.values(COMMANDS)
  .map(({ usage, does }) => `  ${usage}\n      ${does}`)
  .join('\n')}

${SURROUNDINGS}`

export function helpFor({ usage, does }: Command): string {
  return `equipoise ${usage}\n\n${does.charAt(0).toUpperCase()}${does.slice(1)}.\n\n${SURROUNDINGS}`
}

export function commandNamed(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new Error(`unknown command: ${name} (equipoise help lists all)`)
  return command
}

/** An extra argument is an error, because it would otherwise be ignored silently. */
export function rejectSurplus(words: readonly string[], wordsMax: number): void {
  if (words.length > wordsMax) throw new Error(`too many arguments: ${words.slice(wordsMax).join(' ')}`)
}

/** Prints only the answer, so that it can be piped; the score goes to stderr. */
async function chat({ client, values, words, readText, print, remark }: Given): Promise<undefined> {
  const question = words.length === 1 && words[0] === '-' ? await readText('-') : words.join(' ')
  if (question.trim() === '')
    throw new Error('ask a question: equipoise chat "Does homework help?", or - for standard input')
  const result = await client().ai.chat({
    messages: [{ role: 'user', content: question }],
    model: values.model,
    svc_options: { filter_mode: values.mode as FilterMode | undefined },
  })
  print(result.response)
  const { attempts, reason } = result.svc_filter
  const score =
    reason === 'unsupported_language' ? 'not scored: not in English' : `AIN ${result.ain_score ?? 'unknown'}`
  remark(`${score}, asked ${attempts.length === 1 ? 'once' : `${attempts.length} times`}`)
}

/** The score of a text in an unsupported language means nothing, so none is printed. */
function withoutForeign(analysis: Analysis): unknown {
  return analysis.band === 'unscored' ? { ...analysis, ain_score: null, sentences: [] } : analysis
}

async function manageKeys({ personalClient, values, words }: Given): Promise<unknown> {
  const [action = 'list', id] = words
  if (action === 'revoke') return personalClient().keys.revoke(requireNumber(id, 'the id'))
  if (action !== 'list' && action !== 'create') {
    throw new Error(`unknown key action: ${action} (use list, create or revoke)`)
  }
  rejectSurplus(words, 1)
  if (action === 'list') return personalClient().keys.list()
  return personalClient().keys.create({ name: values.name, scope: values.scope as Scope | undefined })
}
