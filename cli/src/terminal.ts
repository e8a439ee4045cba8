// The surroundings of the command: environment, streams, and whether a person is watching.
import { once } from 'node:events'
import { watch as watchFolder } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { printable } from '@equipoise/engine/verify'

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly stdin: AsyncIterable<Uint8Array>
  readonly fetch?: typeof fetch | undefined
  readonly isTerminal: boolean
  readonly isInteractive: boolean
  print(line: string): void
  /** For long output: resolves when more can be written. */
  write(text: string): Promise<void>
  complain(line: string): void
  progress(done: number, total: number): void
  readSecret(question: string): Promise<string>
  /** Yields once per burst of changes in these folders, until the command is stopped. */
  watch(folders: readonly string[]): AsyncIterable<void>
}

export function surroundings(): Surroundings {
  const { stdin, stdout, stderr } = process
  return {
    env: process.env,
    cwd: process.cwd(),
    stdin,
    isTerminal: stdout.isTTY === true,
    isInteractive: stdin.isTTY === true,
    print: (line) => stdout.write(`${line}\n`),
    async write(text) {
      if (!stdout.write(text)) await once(stdout, 'drain')
    },
    complain: (line) => stderr.write(`${line}\n`),
    progress: progressOn(stderr, Date.now),
    readSecret,
    watch: changesIn,
  }
}

/** The cache folder of the user; undefined without a home folder. */
export function cacheFolderOf(env: Surroundings['env'], platform: string = process.platform): string | undefined {
  const home = env.HOME || env.USERPROFILE
  const own =
    platform === 'win32' ? env.LOCALAPPDATA : home && join(home, platform === 'darwin' ? 'Library/Caches' : '.cache')
  const folder = env.XDG_CACHE_HOME || own
  return folder ? join(folder, 'equipoise') : undefined
}

/** Escapes control characters, which names and texts of others can contain. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** https://no-color.org: any value switches colours off. */
export function isColoured({ env, isTerminal }: Pick<Surroundings, 'env' | 'isTerminal'>): boolean {
  if (env.NO_COLOR) return false
  return isTerminal || Boolean(env.FORCE_COLOR && env.FORCE_COLOR !== '0')
}

const FIRST_MS = 1_000
const NEXT_MS = 200
/** In a log, a line now and then shows that the run continues. */
const NEXT_IN_LOG_MS = 10_000

interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Shows the progress of a long run after the first second, on one line of a terminal. */
function progressOn(screen: Screen, now: () => number): Surroundings['progress'] {
  const startedMs = now()
  let dueMs = startedMs + (screen.isTTY ? FIRST_MS : NEXT_IN_LOG_MS)
  let isShown = false
  return (done, total) => {
    if (done === total) {
      if (isShown && screen.isTTY) screen.write('\r\u001b[K')
      return
    }
    if (now() < dueMs) return
    dueMs = now() + (screen.isTTY ? NEXT_MS : NEXT_IN_LOG_MS)
    isShown = true
    screen.write(screen.isTTY ? `\r\u001b[K${done} of ${total} checked` : `${done} of ${total} checked\n`)
  }
}

/** Editors write a file in several steps: changes within this time count as one. */
const BURST_MS = 150

async function* changesIn(folders: readonly string[]): AsyncGenerator<void> {
  let wake: () => void = () => undefined
  let timer: NodeJS.Timeout | undefined
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => wake(), BURST_MS)
  }
  const watchers = folders.map((folder) => watchFolder(folder, changed))
  try {
    while (true) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      yield
    }
  } finally {
    for (const watcher of watchers) watcher.close()
  }
}

async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim()
  process.stderr.write(question)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return (await lines.question('')).trim()
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
