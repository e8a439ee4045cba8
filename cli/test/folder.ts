// A temporary folder for a test, and the command line run in it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runCommand } from '../src/cli.ts'
import type { Surroundings } from '../src/terminal.ts'

export interface Folder {
  readonly path: string
  write(files: Readonly<Record<string, string | Uint8Array>>): void
  run(args: readonly string[], around?: Partial<Surroundings> & { input?: string }): Promise<Ran>
  remove(): void
}

interface Ran {
  readonly code: number
  readonly printed: string
  readonly complaints: string
}

export function openFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Folder {
  const path = mkdtempSync(join(tmpdir(), 'equipoise-cli-'))
  const write: Folder['write'] = (given) => {
    for (const [name, content] of Object.entries(given)) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), content)
    }
  }
  write(files)
  return {
    path,
    write,
    async run(args, { input = '', ...around } = {}) {
      const printed: string[] = []
      const complaints: string[] = []
      const code = await runCommand(args, {
        env: { XDG_CONFIG_HOME: join(path, '.config') },
        cwd: path,
        stdin: pieces(input),
        isTerminal: false,
        isInteractive: false,
        print: (line) => printed.push(line),
        write: async (text) => void printed.push(text.replace(/\n$/, '')),
        complain: (line) => complaints.push(line),
        progress: () => undefined,
        readSecret: async () => input,
        watch: async function* () {},
        ...around,
      })
      return { code, printed: printed.join('\n'), complaints: complaints.join('\n') }
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

async function* pieces(text: string) {
  yield new TextEncoder().encode(text)
}
