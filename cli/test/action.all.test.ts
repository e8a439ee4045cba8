// Runs the steps of action.yml like a GitHub runner, on a pull request that makes a text more loaded.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PLAIN = 'The committee approved the budget on Monday by nine votes to four.\n'
const LOADED = 'The corrupt committee shamelessly rammed through its disgraceful budget.\n'

interface Step {
  readonly name: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}
const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { default: string }>
  runs: { steps: Step[] }
}

let home: string
let work: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'action-'))
  work = join(home, 'work')
  const origin = join(home, 'origin')
  git(home, 'init', '--quiet', '--initial-branch=main', origin)
  writeFileSync(join(origin, 'a.md'), PLAIN.repeat(4))
  writeFileSync(join(origin, 'loaded before.md'), LOADED)
  git(origin, 'add', '.')
  git(origin, 'commit', '--quiet', '--message=base')
  git(origin, 'checkout', '--quiet', '-b', 'change')
  writeFileSync(join(origin, 'a.md'), `${PLAIN.repeat(3)}\n${LOADED}`)
  git(origin, 'commit', '--quiet', '--all', '--message=change')
  // As actions/checkout does by default.
  git(home, 'clone', '--quiet', '--depth=1', '--single-branch', '--branch=change', `file://${origin}`, work)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function git(cwd: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.test', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...identity, ...args], { cwd, stdio: 'pipe' })
}

/** Runs the shell steps with these inputs; returns what a runner shows. */
function runAction(inputs: Record<string, string>, base: string) {
  const command = `${process.execPath} ${ROOT}cli/bin/equipoise.mjs`
  const given: Record<string, string> = { command, ...inputs }
  const outputs: Record<string, string> = {}
  const [output, summary] = [join(home, 'output'), join(home, 'summary.md')]
  writeFileSync(summary, '')
  let printed = ''
  let status = 0
  for (const { run, env = {} } of action.runs.steps) {
    if (run === undefined) continue
    writeFileSync(output, '')
    const values = Object.entries(env).map(([name, value]) => [name, filledIn(value, given, outputs)])
    const runner = {
      PATH: process.env.PATH,
      HOME: home,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_BASE_REF: base,
    }
    const step = spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run], {
      cwd: work,
      encoding: 'utf8',
      env: { ...runner, ...Object.fromEntries(values) },
    })
    printed += step.stdout + step.stderr
    status ||= step.status ?? 1
    for (const line of readFileSync(output, 'utf8').trim().split('\n')) {
      const [name = '', value = ''] = line.split('=')
      outputs[name] = value
    }
  }
  return { status, printed, summary: readFileSync(summary, 'utf8') }
}

function filledIn(value: string, given: Record<string, string>, outputs: Record<string, string>): string {
  return value.replace(/\$\{\{ (\S+) \}\}/g, (_, path: string) => {
    const name = path.split('.').at(-1) ?? ''
    return path.startsWith('inputs.') ? (given[name] ?? action.inputs[name]?.default ?? '') : (outputs[name] ?? '')
  })
}

test('a pull request that makes a text more loaded fails, with annotations on its lines, a table and a SARIF file', () => {
  const { status, printed, summary } = runAction({ files: '*.md\n' }, 'main')
  expect(printed).toMatch(/^::error file=a\.md,line=5,endLine=5,title=Neutrality::neutrality 0\.\d\d, was 0\.\d\d/m)
  expect(printed).toMatch(/^::warning file=a\.md,line=5,.*“corrupt”/m)
  expect(printed).not.toContain('loaded before.md')
  expect(summary).toMatch(/\| ❌ \| a\.md \| 0\.\d\d \| 0\.\d\d \| line 5: This sentence .*corrupt \(line 5\)/)
  const sarif = JSON.parse(readFileSync(join(work, 'equipoise.sarif'), 'utf8'))
  expect(sarif.runs[0].results.length).toBeGreaterThan(2)
  expect(status).toBe(1)
})

test('outside a pull request all texts must reach the minimum; file names with spaces work', () => {
  const { status, printed } = runAction({ files: 'loaded before.md', min: '0.01' }, '')
  expect([status, printed]).toEqual([0, ''])
  expect(runAction({ files: 'loaded before.md' }, '').status).toBe(1)
})

test('a model that is not even-handed fails the step, and its report is in the summary', () => {
  const { status, printed, summary } = runAction(
    { files: 'loaded before.md', min: '0.01', audit: '--model simulated-leaning --sample 200 --tier fast' },
    '',
  )
  const headline = /The answers of “simulated-leaning” at “[\w.:]+” do not treat both sides alike/
  expect(printed).toMatch(headline)
  expect(summary).toMatch(headline)
  expect(JSON.parse(readFileSync(join(work, 'equipoise-audit.json'), 'utf8')).conclusion.conclusion).toBe('uneven')
  expect(status).toBe(1)
})
