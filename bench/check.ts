// `equipoise check` on many Markdown files, beside alex, write-good and textlint on the same files in the same run. They are installed by
// hand (npm install alex@11.0.1 write-good@1.0.8 textlint@15.8.0 textlint-rule-write-good@2.0.0 in a folder, BENCH_PEERS=<that folder>), and
// left out where they are missing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Section } from './section.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILES = Number(process.env.BENCH_FILES ?? 400)
const FILE_CHARACTERS = 5_000

/** The peers, by the file that Node runs; all look for words on lists. */
const PEERS: readonly { name: string; file: string; args: readonly string[] }[] = [
  { name: '`write-good` 1.0.8', file: 'write-good/bin/write-good.js', args: ['*.md'] },
  {
    name: '`textlint` 15.8.0, rule `write-good`',
    file: 'textlint/bin/textlint.js',
    args: ['--rule', 'write-good', '.'],
  },
  { name: '`alex` 11.0.1', file: 'alex/cli.js', args: ['.', '--quiet'] },
]

interface Spent {
  readonly wallS: number
  readonly cpuS: number
}

export async function benchCheck(): Promise<Section> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-check-'))
  try {
    writeFiles(dir)
    const peers = join(process.env.BENCH_PEERS ?? ROOT, 'node_modules')
    // textlint finds its rules from the folder that it runs in.
    symlinkSync(peers, join(dir, 'node_modules'))
    const ours = spentOn(dir, [join(ROOT, 'cli/bin/equipoise.mjs'), 'check', '*.md', '--min', '0', '--tier', 'fast'])
    const theirs = PEERS.filter(({ file }) => existsSync(join(peers, file))).map(({ name, file, args }) => {
      const named = args.flatMap((one) => (one === '*.md' ? markdownIn(dir) : [one]))
      return { name, spent: spentOn(dir, [join(peers, file), ...named]) }
    })
    return sectionOf(ours, theirs)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function markdownIn(dir: string): string[] {
  return readdirSync(dir).filter((name) => name.endsWith('.md'))
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

function sectionOf(ours: Spent, theirs: readonly { name: string; spent: Spent }[]): Section {
  const row = (name: string, { wallS, cpuS }: Spent) => [
    name,
    cpuS.toFixed(1),
    wallS.toFixed(1),
    ratio(cpuS, ours.cpuS),
  ]
  const fastest = Math.min(...theirs.map(({ spent }) => spent.cpuS))
  return {
    title: 'equipoise check',
    intro: `${FILES} Markdown files of 5 kB, made from paragraphs of our own guides. \`equipoise check\` scores the words alone (\`--tier fast\`, permissive weights); the
others look for words on their lists. One run of each, one after the other.${theirs.length > 0 ? '' : ' The others are not installed here, so they were left out.'}`,
    table: [
      ['', 'processor time, s', 'wall clock, s', 'processor time / ours'],
      row('`equipoise check`', ours),
      ...theirs.map(({ name, spent }) => row(name, spent)),
    ],
    targets:
      theirs.length > 0
        ? [{ what: 'times the fastest of them, processor time', value: ours.cpuS / fastest, most: 1 }]
        : [],
  }
}

function ratio(theirs: number, ours: number): string {
  return (theirs / ours).toFixed(1)
}
