import { type ChildProcess, spawn } from 'node:child_process'

/** The user that runs PostgreSQL; undefined means the user that runs the service. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

export interface ServerProcess {
  /** Resolves when the program and all processes it started have ended. */
  readonly exited: Promise<Exit>
  /** Asks for a fast shutdown: clients are disconnected, everything is written to disk. */
  stop(): Promise<void>
}

export interface Exit {
  readonly code: number | null
  /** The end of its error output. */
  readonly lastWords: string
}

interface ServerProcessOptions {
  readonly command: readonly string[]
  readonly account: Account | undefined
  /** In addition to the few variables that it always gets. */
  readonly environment?: Readonly<Record<string, string>> | undefined
}

/**
 * The shell between us and PostgreSQL ends it when we end, however that happens: our end of the pipe on file descriptor 3 closes even if
 * this process is killed. A line on the pipe asks for an orderly stop; its end means that this process is gone. The shell has its own
 * process group, so that Ctrl-C in a terminal reaches only us and running requests keep their database.
 */
const WARDEN = `
trap '' HUP INT TERM QUIT
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{
  patience=1
  read -r word <&3 && patience=30
  kill -INT $server
  while [ $patience -gt 0 ] && kill -0 $server; do sleep 1; patience=$((patience - 1)); done
  kill -QUIT $server
} >/dev/null 2>&1 &
watch=$!
wait $server
code=$?
kill -9 $watch 2>/dev/null
exit $code
`
const TAIL_CHARACTERS_MAX = 4_000

export function startServerProcess(options: ServerProcessOptions): ServerProcess {
  const child = spawn('/bin/sh', ['-c', WARDEN, 'database', ...options.command], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...CLEAN_ENVIRONMENT, ...options.environment },
    ...options.account,
  })
  child.stdin.on('error', () => {})
  const tail = collectTail(child)
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code) => resolve({ code, lastWords: tail() }))
    child.once('error', (error) => resolve({ code: null, lastWords: error.message }))
  })
  return {
    exited,
    stop: async () => {
      child.stdin.end('stop\n')
      await exited
    },
  }
}

/** PostgreSQL gets nothing of our environment (keys, PG* variables, locale). */
export const CLEAN_ENVIRONMENT: Readonly<Record<string, string>> = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

function collectTail(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARACTERS_MAX)
  })
  return () => tail.trim()
}
