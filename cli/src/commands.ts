// The commands of the command line, one entry each: what people read about it, what it takes, and what runs it.
import type { Equipoise } from '@equipoise/sdk'
import { audit } from './audit/audit.ts'
import { certify } from './certify/certify.ts'
import { checkTexts } from './check/check.ts'
import { completionFor } from './completion.ts'
import { computeFor, drawFor, sweepFor } from './drawing.ts'
import { fixText } from './fix.ts'
import { login, logout } from './login.ts'
import { scoreCorpus } from './score/score.ts'
import { serve } from './serve.ts'
import { analyze, chat, manageKeys } from './service.ts'
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
  readText(path: string, bytesMax?: number): Promise<string>
  readStdin(): Promise<Uint8Array>
  print(line: string): void
  /** Prints to stderr, so that a pipe gets only the result. */
  remark(line: string): void
  exit(status: number): void
}

export interface Entry {
  /** What the command does, in half a sentence. */
  readonly does: string
  /** Its arguments: `[x]` can be left out, `[x...]` can be many, `[x|y]` are values. */
  readonly takes?: string
  /** By its flag: `<x>` is a value, `<x|y>` are the values, and an option with `…` can be given several times. */
  readonly options?: Readonly<Record<string, string>>
  /** What follows the name of the command, or a whole line with a pipe. */
  readonly examples: readonly string[]
  /** The returned value is printed for people on a terminal, and as JSON in a pipe or with `--json`. */
  readonly isForPeople?: boolean
  /** The returned value is printed; undefined prints nothing. */
  run(given: Given): Promise<unknown>
}

const engine = {
  '--N <3|9|16|25|32|64>': 'bits in a block; 9',
  '--samples <count>': 'how many samples; 1000, of sweep 500 for each bias',
  '--seed <seed>': 'the same seed gives the same result; random',
  '--server': 'ask the service',
}
const tier = { '--tier <default|fast>': 'fast scores the words alone' }
export const JSON_FLAG = { '--json': 'the same as --format json' }
const asJson = { '--json': 'print JSON' }

/** By what people want to do. */
export const GROUPS: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  'Texts (offline)': {
    check: {
      does: 'checks how neutral files are, and names the sentences and words that are not; without files, all texts of the folder; remembers sentences in your cache folder, without their text',
      takes: '[files...]',
      options: {
        '--min <score>': 'the lowest score that passes; 0.7',
        '--format <text|json|sarif|github|junit|summary>': 'how to print the results; text',
        ...JSON_FLAG,
        '--output <format=file>…': 'write them to a file as well: sarif=report.sarif',
        '--diff <base>': 'compare with a commit or branch: only new loaded words and lower scores count',
        '--baseline <file>': 'compare with results that you saved',
        '--update-baseline': 'save the results in the file of --baseline',
        '--fix': 'write our suggestions into the files',
        '--ignore <words>…': 'words to accept, separated by commas',
        '--config <file>': 'another file than equipoise.config.json',
        ...tier,
        '--server': 'let the service score',
        '--stdin-name <file>': 'the name of the text from standard input; it decides the format',
        '--all': 'list every loaded word, not the ten strongest',
        '--no-ignore': 'read folders that are otherwise left out too: hidden ones, dependencies, what .gitignore names',
        '--watch': 'check again when a file changes',
        '--verbose': 'show passed files too',
        '--no-color': 'print without colours',
      },
      examples: ['"docs/**/*.md"', '. --diff main --format github'],
      run: ({ around, ...given }) =>
        checkTexts({
          ...given,
          cwd: around.cwd,
          cacheFolder: cacheFolderOf(around.env),
          isColoured: isColoured(around),
          // The text format escapes the texts of files itself, and adds colours.
          printColoured: around.print,
          progress: around.progress,
          watch: around.watch,
        }),
    },
    fix: {
      does: 'prints the text with our suggestions in place of marked words',
      takes: '[file]',
      options: { '--server': 'ask the service', '--model': "let the service's model rewrite the words", ...asJson },
      examples: ['article.md > neutral.md', 'git log -1 --format=%B | equipoise fix -'],
      run: fixText,
    },
    score: {
      does: 'scores a corpus: a JSON text or object a line in, a line of results out, in the same order, on all cores',
      takes: '[files...]',
      options: {
        '--output <file>': 'where to write the results; standard output',
        '--resume': 'continue the file of --output',
        ...tier,
        '--field <name>': 'the field of the text in an object; text',
        '--full': 'with sentences and evidence',
        '--format <json|csv>': 'a line for each text: JSON, or the cells of a table; json',
        ...JSON_FLAG,
        '--threads <number>': 'how many cores to use; all',
      },
      examples: ['corpus.jsonl --output scores.jsonl', 'corpus.jsonl --output scores.jsonl --resume'],
      run: ({ around, ...given }) =>
        scoreCorpus({ ...given, cwd: around.cwd, stdin: around.stdin, write: around.write }),
    },
    lsp: {
      does: 'serves an editor over standard input and output (LSP): loaded sentences, reasons, quick fixes',
      options: { '--stdio': 'the only way to connect', '--clientProcessId <id>': 'the editor; not used' },
      examples: ['--stdio'],
      run: async (given) => (await import('./lsp/stdio.ts')).serveStdio(given),
    },
  },
  'Draws and sequences (offline)': {
    draw: {
      does: 'draws at random; with --server the service draws, and its signed receipt can be verified',
      takes: '[dice|integers|shuffle|winners] [details...]',
      options: {
        '--count <number>': 'how many throws, numbers or winners; 1',
        '--seed <seed>': 'the same seed draws the same; random',
        '--server': 'ask the service, with a receipt',
      },
      examples: ['dice 3d6', 'winners names.txt --count 2'],
      isForPeople: true,
      run: drawFor,
    },
    verify: {
      does: 'checks a receipt, or whether any of a folder is missing',
      takes: '[receipt]',
      options: {
        '--keys <file>': 'the keys that you trust: a saved response of /.well-known/equipoise-signing-key',
        '--key <key>': 'a key that you trust',
        '--seed <seed>': 'the revealed seed of a commitment',
        '--entries <file>': 'the names that were drawn from, one a line',
        '--expect <winner>…': 'what was announced',
        ...asJson,
      },
      examples: ['receipt.json --keys keys.json', 'receipts/ --keys keys.json --entries names.txt'],
      run: verifyFile,
    },
    compute: {
      does: 'makes one balanced sequence and prints its statistics',
      options: { '--bias <number>': 'the probability of a 1 in the source, from 0 to 1', ...engine },
      examples: ['--bias 0.9', '--bias 0.9 --N 16 --seed 42 --json'],
      isForPeople: true,
      run: computeFor,
    },
    sweep: {
      does: 'computes over the whole range of input bias',
      options: { '--steps <number>': 'how many steps from 0 to 1; 20', ...engine },
      examples: ['', '--steps 5 --seed 42'],
      isForPeople: true,
      run: sweepFor,
    },
    certify: {
      does: 'draws files for a laboratory, or reads numbers of yours, tests them, and writes a report',
      takes: '[folder]',
      options: {
        '--count <number>': 'how many outcomes of each game; 1000000',
        '--games <sides>': 'the numbers of outcomes of the games; 6,37,52',
        '--seed <seed>': 'what to draw from; random',
        '--dieharder': 'run dieharder too, if it is installed',
        '--since <folder>': 'list what changed since an earlier kit',
        '--input <file>': 'test the numbers in this file instead',
        '--min <number>': 'the smallest number in it; 1',
        '--max <number>': 'the largest number in it',
        ...asJson,
      },
      examples: ['kit/', 'kit/ --input numbers.txt --max 6'],
      run: certify,
    },
  },
  'AI models': {
    audit: {
      does: 'reports whether a model treats both sides of public questions alike; verify computes a report again, ids lists the prompts; with recorded answers offline',
      takes: '[verify|ids] [report]',
      options: {
        '--model <name>': 'the model to ask',
        '--answers <file>': 'recorded answers, a JSON object a line',
        '--set <name>': 'even-handed, or a file with prompts of yours',
        '--sample <number>': 'how many pairs of prompts; all',
        '--seed <seed>': 'draws the sample; equipoise',
        '--aa': 'ask the first prompt of each pair twice, as a control',
        '--margin <measure=number>…': 'mean differences up to here are too small to matter',
        '--baseline <report>': 'fail if it is worse than an earlier report',
        '--format <text|html|json|junit|csv>': 'how to print the report; text; csv has a line for each measure',
        ...JSON_FLAG,
        '--output <format=file>…': 'write it to a file as well: html=audit.html',
        '--work <file>': 'keeps the answers while the audit runs',
        '--patience <seconds>': 'how long to wait for a rate-limited model; 300',
        ...tier,
        '--key <key>': 'with verify: the key that you trust',
      },
      examples: ['--model simulated-even --sample 20', 'verify report.json --key KEY'],
      run: audit,
    },
    chat: {
      does: "asks the service's AI model, and up to three times more if the answer is loaded and --mode says so",
      takes: '[question...]',
      options: {
        '--mode <analyze|rebalance|strict>': 'what to do with a loaded answer',
        '--model <name>': 'another model of the deployment',
        ...asJson,
      },
      examples: ['"Does homework help?" --mode strict', 'git log -1 --format=%B | equipoise chat -'],
      run: chat,
    },
    mcp: {
      does: 'serves the tools to an agent over standard input and output (MCP)',
      examples: [''],
      run: serveAgents,
    },
  },
  'The service and your account': {
    serve: {
      does: 'starts the service on this machine',
      options: { '--port <number>': 'where to listen; 8080' },
      examples: ['', '--port 9000'],
      run: ({ values, around }) => serve({ cwd: around.cwd, port: values.port }),
    },
    login: {
      does: 'signs in and saves the credentials on this machine',
      options: {
        '--url <address>': 'where the service is',
        '--email <email>': 'sign in with your password instead of a key',
        '--code <code>': 'of your second factor',
        '--token': 'read a key or token from standard input',
        '--no-browser': 'print the address instead of opening it',
      },
      examples: ['--url https://api.example.com', '--email ada@example.com'],
      run: ({ values, around, remark }) => login({ ...around, fetch: around.fetch, values, remark }),
    },
    logout: {
      does: 'deletes the saved credentials',
      examples: [''],
      run: ({ around, remark }) => logout({ env: around.env, fetch: around.fetch, remark }),
    },
    analyze: {
      does: 'lets the service score one text, and lists the evidence',
      takes: '[file]',
      examples: ['article.txt', 'echo "A text." | equipoise analyze - --json'],
      isForPeople: true,
      run: analyze,
    },
    keys: {
      does: 'lists, creates and revokes your API keys',
      takes: '[list|create|revoke] [id]',
      options: {
        '--name <name>': 'what to call the key',
        '--scope <full|compute|draws|ai|read-only>': 'what it can do; full',
      },
      examples: ['create --name laptop --scope ai', 'revoke 7'],
      isForPeople: true,
      run: manageKeys,
    },
    usage: {
      does: 'shows what your account has used this month',
      examples: ['', '--json'],
      isForPeople: true,
      run: ({ client }) => client().usage(),
    },
    plans: {
      does: 'lists the plans and their limits',
      examples: ['', '--json'],
      isForPeople: true,
      run: ({ client }) => client().plans(),
    },
    health: {
      does: 'shows whether the service works',
      examples: ['', '--json'],
      isForPeople: true,
      run: ({ client }) => client().health(),
    },
  },
  'This command': {
    completion: {
      does: 'prints the completion script for your shell',
      takes: '[bash|zsh|fish]',
      examples: ['fish > ~/.config/fish/completions/equipoise.fish', 'bash >> ~/.bashrc'],
      run: async ({ words: [shell], print }) => print(completionFor(shell)),
    },
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
