// Texts on several threads, from the built package: the same results in the same order as on one thread.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openFolder } from './folder.ts'

const BIN = fileURLToPath(new URL('../bin/equipoise.mjs', import.meta.url))
const PLAIN = 'The committee approved the budget on Monday by nine votes to four.'
const LOADED = 'The corrupt committee shamelessly rammed through its disgraceful budget.'
const textOf = (at: number): string => `${at % 7 ? PLAIN : LOADED} ${PLAIN.repeat(at % 5)} Number ${at}.\n`

function run(cwd: string, ...args: string[]) {
  return spawnSync(process.execPath, [BIN, ...args], { cwd, encoding: 'utf8' })
}

test('score gives the same bytes on three threads as on one', () => {
  const lines = Array.from({ length: 500 }, (_, id) => `${JSON.stringify({ id, text: textOf(id) })}\n`)
  const folder = openFolder({ 'a.jsonl': lines.join('') })
  const scored = (threads: number) => run(folder.path, 'score', 'a.jsonl', '--threads', String(threads))
  const [three, one] = [scored(3), scored(1)]
  expect(three.stdout).toBe(one.stdout)
  expect([three.status, three.stderr]).toEqual([0, '500 lines scored; 0 could not be read\n'])
  run(folder.path, 'score', 'a.jsonl', '--output', 'out.jsonl', '--threads', '3')
  expect(readFileSync(join(folder.path, 'out.jsonl'), 'utf8')).toBe(one.stdout)
  folder.remove()
})

test('check reports many files in order, with any number of threads', () => {
  const files = Array.from({ length: 40 }, (_, at) => [`${String(at).padStart(2, '0')}.md`, textOf(at)] as const)
  const folder = openFolder(Object.fromEntries(files))
  const checked = (...patterns: string[]) =>
    JSON.parse(run(folder.path, 'check', ...patterns, '--tier', 'default', '--format', 'json').stdout).files
  const all = checked('*.md')
  expect(all.map(({ path }: { path: string }) => path)).toEqual(files.map(([name]) => name))
  expect(all.slice(0, 3)).toEqual(checked('00.md', '01.md', '02.md'))
  folder.remove()
})
