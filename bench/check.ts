// `equipoise check` on many Markdown files, beside `alex` on the same files in the same run. alex is installed by hand (npm install --no-save
// alex@11.0.1, or BENCH_PEERS=<a folder with node_modules>), and left out where it is missing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Section } from './section.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILES = Number(process.env.BENCH_FILES ?? 1_000)
const FILE_CHARACTERS = 5_000

interface Spent {
  readonly wallS: number
  readonly cpuS: number
}

export async function benchCheck(): Promise<Section> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-check-'))
  try {
    writeFiles(dir)
    const alex = join(process.env.BENCH_PEERS ?? ROOT, 'node_modules/alex/cli.js')
    const ours = spentOn(dir, [join(ROOT, 'cli/bin/equipoise.mjs'), 'check', '*.md', '--min', '0', '--tier', 'fast'])
    const theirs = existsSync(alex) ? spentOn(dir, [alex, '.', '--quiet']) : undefined
    return sectionOf(ours, theirs)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Paragraphs of our own guides, in turn, so that no two files are alike. */
function writeFiles(dir: string): void {
  const guides = join(ROOT, 'docs/guide')
  const texts = readdirSync(guides).filter((name) => name.endsWith('.md'))
  const paragraphs = texts
    .flatMap((name) => readFileSync(join(guides, name), 'utf8').split('\n\n'))
    .filter((paragraph) => /^[A-Z]/.test(paragraph))
  let next = 0
  for (let file = 0; file < FILES; file++) {
    let text = `# File ${file}\n`
    while (text.length < FILE_CHARACTERS) text += `\n${paragraphs[next++ % paragraphs.length]}\n`
    writeFileSync(join(dir, `${file}.md`), text)
  }
}

/** Processor time of the program and its threads, by the shell's own clock. */
function spentOn(cwd: string, args: readonly string[]): Spent {
  const script = 'TIMEFORMAT="spent %R %U %S"; time "$@" >/dev/null 2>&1; true'
  const { stderr } = spawnSync('bash', ['-c', script, 'bench', process.execPath, ...args], { cwd, encoding: 'utf8' })
  const [, wall, user, system] = /spent ([\d.]+) ([\d.]+) ([\d.]+)/.exec(stderr) ?? []
  if (wall === undefined) throw new Error(`${args[0]} could not be timed: ${stderr}`)
  return { wallS: Number(wall), cpuS: Number(user) + Number(system) }
}

function sectionOf(ours: Spent, theirs: Spent | undefined): Section {
  const row = (name: string, { wallS, cpuS }: Spent) => [name, cpuS.toFixed(1), wallS.toFixed(1)]
  return {
    title: 'equipoise check',
    intro: `${FILES} Markdown files of 5 kB, made from paragraphs of our own guides. \`equipoise check\` scores the words alone (\`--tier fast\`, permissive weights), \`alex\` 11.0.1
looks for words on its lists. One run of each, one after the other.${theirs ? '' : ' alex is not installed here, so it was left out.'}`,
    table: [
      ['', 'processor time, s', 'wall clock, s'],
      row('`equipoise check`', ours),
      ...(theirs ? [row('`alex`', theirs)] : []),
    ],
    targets: theirs ? [{ what: 'times `alex`, wall clock', value: ours.wallS / theirs.wallS, most: 3 }] : [],
  }
}
