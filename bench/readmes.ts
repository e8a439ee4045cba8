// `equipoise check` on documents that we did not write: the README files of the packages in node_modules. How many pass, by length.
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Section } from './section.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BYTES = { min: 1_500, max: 40_000 }
const DEPTH_MAX = 3
/** The highest word count of each row. */
const LENGTHS = [400, 1_000, Number.POSITIVE_INFINITY]
const PASSED_MIN = 0.9

interface Checked {
  readonly ain_score: number
  readonly passed: boolean
  readonly word_count: number
}

export async function benchReadmes(): Promise<Section> {
  const files = readmesIn(join(ROOT, 'node_modules'), 0)
  const checked = check(files)
  const passed = (some: readonly Checked[]): number => some.filter((one) => one.passed).length / some.length
  const rows = LENGTHS.map((to, at) => {
    const from = LENGTHS[at - 1] ?? 0
    const some = checked.filter(({ word_count }) => word_count > from && word_count <= to)
    const length = to === Number.POSITIVE_INFINITY ? `more than ${from}` : `${from + 1} to ${to}`
    return [length, String(some.length), passed(some).toFixed(2)]
  })
  return {
    title: 'README files',
    intro: `\`equipoise check\` with the default tier on ${checked.length} README files of the packages in node_modules (${BYTES.min} to ${BYTES.max} bytes), which nobody here wrote.`,
    table: [['words', 'files', 'passed'], ...rows, ['all', String(checked.length), passed(checked).toFixed(2)]],
    targets: [{ what: 'README files that pass', value: passed(checked), least: PASSED_MIN }],
  }
}

function readmesIn(folder: string, depth: number): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return depth < DEPTH_MAX && !entry.name.startsWith('.') ? readmesIn(path, depth + 1) : []
    if (!/^readme\.md$/i.test(entry.name)) return []
    const { size } = statSync(path)
    return size >= BYTES.min && size <= BYTES.max ? [path] : []
  })
}

function check(files: readonly string[]): Checked[] {
  const args = [join(ROOT, 'cli/bin/equipoise.mjs'), 'check', '--format', 'json', ...files]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (stdout === '') throw new Error(`check said nothing: ${stderr}`)
  return (JSON.parse(stdout) as { files: Checked[] }).files
}
