// Runs all benchmarks and rewrites bench/README.md with the figures: `npm run bench`. `npm run bench -- neutrality` runs one of them and
// rewrites only its section.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { benchCapacity } from './capacity.ts'
import { benchEncoder } from './encoder.ts'
import { benchEngine } from './engine.ts'
import { benchNeutrality } from './neutrality.ts'
import type { Section, Target } from './section.ts'
import { benchWorkers } from './workers.ts'

const BENCHES = {
  engine: benchEngine,
  neutrality: benchNeutrality,
  encoder: benchEncoder,
  capacity: benchCapacity,
  workers: benchWorkers,
}
/** Benchmarks with their own page and options: `npm run bench -- gateway`. */
const OWN_PAGES = ['gateway']
const PAGE = new URL('./README.md', import.meta.url)

/** Measures how fast a core is while a section runs, so that its times can be compared with other runs. */
const PACE_STEPS = 100_000_000

const [only] = process.argv.slice(2)
if (only && OWN_PAGES.includes(only)) {
  process.argv.splice(2, 1)
  await import(`./${only}.ts`)
  process.exit()
}
const chosen = Object.entries(BENCHES).filter(([name]) => only === undefined || name === only)
if (chosen.length === 0)
  throw new Error(`There is no benchmark ${only}: choose from ${[...Object.keys(BENCHES), ...OWN_PAGES].join(', ')}`)
const sections: Section[] = []
for (const [, bench] of chosen) {
  const before = paceMs()
  const found = [await bench()].flat()
  const pace = `In this run ${(PACE_STEPS / 1e6).toFixed(0)} million additions took one core ${Math.round(Math.min(before, paceMs()))} ms.`
  const said = found.map((section) => ({ ...section, intro: `${section.intro}\n${pace}` }))
  sections.push(...said)
  process.stdout.write(`${said.map(sectionText).join('\n')}\n`)
}
writeFileSync(PAGE, only === undefined ? pageText(sections) : sections.reduce(putSection, readFileSync(PAGE, 'utf8')))

function paceMs(): number {
  const startMs = performance.now()
  let sum = 0
  for (let i = 0; i < PACE_STEPS; i++) sum += i & 3
  return sum > 0 ? performance.now() - startMs : Number.NaN
}

function putSection(page: string, section: Section): string {
  const start = page.indexOf(`## ${section.title}\n`)
  if (start < 0) return `${page.trimEnd()}\n\n${sectionText(section)}`
  const end = page.indexOf('\n## ', start)
  return `${page.slice(0, start)}${sectionText(section)}${end < 0 ? '' : page.slice(end)}`
}

function pageText(all: Section[]): string {
  return `<!-- Written by bench/run.ts: change it there. -->
# Benchmarks

\`npm run bench\` measures everything below on the machine it runs on and rewrites this page. It takes about five minutes.
\`npm run bench -- neutrality\` (engine, encoder, capacity, workers) measures one section and rewrites only that.

## How to read it

Times depend on the machine and on its load. **Only ratios within one run** can be compared, so the targets are ratios. All
contenders of a table run in turn, round after round, in the same run, and each keeps its best result. We use the best rather than the
average because other work on the machine can only add time.

What the service adds to an AI request, compared with another gateway, is on a separate page: [gateway.md](gateway.md).

Last run: ${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.versions.node}.

${all.map(sectionText).join('\n')}`
}

function sectionText({ title, intro, table, targets }: Section): string {
  const [head = [], ...rows] = table
  return `## ${title}

${intro}

${rowText(head)}
${rowText(head.map(() => '---'))}
${rows.map(rowText).join('\n')}
${targets.length === 0 ? '' : targetsText(targets)}`
}

function targetsText(targets: Target[]): string {
  return `
| target | wanted | measured | |
|---|---|---|---|
${targets.map(targetText).join('\n')}
`
}

function rowText(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

function targetText({ what, value, least, most }: Target): string {
  const wanted = least === undefined ? `at most ${most}` : `at least ${least}`
  if (Number.isNaN(value)) return rowText([what, wanted, 'not on this machine', ''])
  const met = value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Number.POSITIVE_INFINITY)
  return rowText([what, wanted, value.toFixed(value < 100 ? 2 : 0), met ? 'met' : '**not met**'])
}
