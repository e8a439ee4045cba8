// How the command runs: finding files, caching, watching.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Folder, openFolder } from '../../test/folder.ts'

const PLAIN = 'The committee approved the budget on Monday by nine votes to four.\n'
const LOADED = 'The corrupt committee shamelessly rammed through its disgraceful budget.\n'

let folder: Folder
afterEach(() => folder.remove())

function open(files: Parameters<typeof openFolder>[0]) {
  folder = openFolder(files)
  return folder
}

test('patterns and folders can be absolute, above the folder, or start with ~', async () => {
  const { run, path } = open({ 'docs/a.md': PLAIN, 'docs/deep/b.md': PLAIN, 'docs/c.json': '{}', 'work/x.md': PLAIN })
  const checked = async (pattern: string) =>
    JSON.parse((await run(['check', pattern, '--format', 'json'], { cwd: join(path, 'work') })).printed).files.map(
      (file: { path: string }) => file.path,
    )
  const both = ['../docs/a.md', '../docs/deep/b.md']
  expect(await checked(join(path, 'docs/**/*.md'))).toEqual(both)
  expect(await checked(join(path, 'docs'))).toEqual(both)
  expect(await checked('../docs/**')).toEqual(['../docs/a.md', '../docs/c.json', '../docs/deep/b.md'])
  expect(await checked('../docs')).toEqual(both)
  expect(await checked(`~/${relative(homedir(), path)}/docs/*.md`)).toEqual(['../docs/a.md'])
})

test('the readings of sentences are kept in the cache folder, without their text', async () => {
  const { run, path, write } = open({ 'a.md': LOADED, 'b.md': PLAIN })
  const cache = join(path, '.cache')
  const check = (name: string, ...more: string[]) =>
    run(['check', name, '--format', 'json', ...more], { env: { XDG_CACHE_HOME: cache } })
  const [first, fast] = [await check('*.md'), await check('*.md', '--tier', 'fast')]
  expect(first.printed).not.toBe(fast.printed)
  const [name = '', ...others] = readdirSync(join(cache, 'equipoise'))
  expect(others).toEqual([])
  const file = join(cache, 'equipoise', name)
  const kept = readFileSync(file)
  expect(kept.toString('latin1')).not.toMatch(/committee|shameless|budget/i)
  expect(await check('*.md')).toEqual(first)
  expect(readFileSync(file)).toEqual(kept)
  // A new sentence is appended, also by parallel runs.
  write({ 'c.md': `${PLAIN}The mayor opened the bridge on Friday.\n`, 'd.md': 'The school has six classes.\n' })
  await Promise.all([check('c.md'), check('d.md')])
  expect(readFileSync(file).subarray(0, kept.length)).toEqual(kept)
  // Damaged blocks are ignored, and their sentences read again.
  const damaged = Buffer.from(kept)
  damaged.writeUInt8(damaged.readUInt8(60) ^ 1, 60)
  for (const bytes of [damaged, kept.subarray(0, 100), Buffer.from('{')]) {
    writeFileSync(file, bytes)
    for (const _ of [1, 2]) expect(await check('{a,b}.md')).toEqual(first)
  }
})

test('--watch checks again after each change', async () => {
  const { run, path, write } = open({ 'docs/a.md': PLAIN })
  const watched: string[][] = []
  const { code, printed, complaints } = await run(['check', 'docs/*.md', '--watch'], {
    async *watch(folders) {
      watched.push([...folders])
      write({ 'docs/a.md': LOADED })
      yield
      write({ 'docs/a.md': PLAIN })
      yield
    },
  })
  expect(watched).toEqual([[join(path, 'docs')]])
  expect(printed.match(/1 text checked, [^.(]*/g)).toEqual([
    '1 text checked, none below the minimum',
    '1 text checked, 1 below the minimum',
    '1 text checked, none below the minimum',
  ])
  expect(complaints).toContain('Watching for changes. Stop with Ctrl+C.')
  expect(code).toBe(0)
})

test.each([
  [['check', '--bogus'], "unknown option '--bogus' (--help lists all)"],
  [['check', 'a.md', '--formt', 'json'], "unknown option '--formt' (Did you mean --format?)"],
  [['check', 'a.md', '-x'], "unknown option '-x' (--help lists all)"],
  [['check', 'a.md', '--min'], "option '--min <score>' argument missing"],
  [['check', 'a.md', '--fix=yes'], "unknown option '--fix=yes' (--help lists all)"],
])('%j gets our own error message', async (args, complaint) => {
  expect(await open({ 'a.md': PLAIN }).run(args)).toEqual({ code: 2, printed: '', complaints: complaint })
})

test('fix works offline: it prints the text, and reports what it changed and what is left', async () => {
  const text = '# Title\n\nThe minister shamelessly slammed the disgraceful report, `slammed`.\n'
  const { run } = open({ 'a.md': text })
  const { code, printed, complaints } = await run(['fix', join(folder.path, 'a.md')])
  expect(code).toBe(0)
  expect(printed).toBe('# Title\n\nThe minister criticised the report, `slammed`.')
  expect(complaints.split('\n')).toEqual([
    '3: shamelessly → (left out)',
    '3: slammed → criticised',
    '3: disgraceful → (left out)',
    expect.stringMatching(/^neutrality 0\.\d\d before, 0\.\d\d after$/),
  ])
})
