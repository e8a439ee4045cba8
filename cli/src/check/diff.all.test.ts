import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Folder, openFolder } from '../../test/folder.ts'

const PLAIN = 'The committee approved the budget on Monday by nine votes to four.\n'
const LOADED = 'The corrupt committee shamelessly rammed through its disgraceful budget.\n'

let folder: Folder
function git(...args: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.test', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...identity, ...args], { cwd: folder.path, stdio: 'pipe' })
}

beforeEach(() => {
  folder = openFolder({ 'old.md': LOADED, 'docs/a.md': PLAIN.repeat(4), 'docs/b.md': PLAIN })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=base')
  git('checkout', '--quiet', '-b', 'work')
})
afterEach(() => folder.remove())

const check = (...args: string[]) => folder.run(['check', '**/*.md', '--diff', 'main', ...args])

test('if nothing changed, nothing fails, however loaded it was before', async () => {
  expect(await check()).toMatchObject({ code: 0, printed: '0 texts checked, none less neutral than before.' })
})

test('a change that adds loaded words fails and names them, on the changed lines', async () => {
  folder.write({ 'docs/a.md': `${PLAIN.repeat(3)}\n${LOADED}`, 'old.md': `${LOADED}${PLAIN}` })
  const { code, printed } = await check()
  expect(code).toBe(1)
  expect(printed).toMatch(/docs\/a\.md {2}neutrality 0\.\d\d, was 0\.\d\d\n {2}5:1 +The corrupt /)
  expect(printed).toMatch(/^ {2}5:5 +corrupt/m)
  expect(printed).toMatch(/^2 texts checked, 1 less neutral than before\.$/m)
  expect(printed).not.toContain('old.md')
  const annotations = (await check('--format', 'github')).printed.split('\n')
  expect(annotations[0]).toMatch(/^::error file=docs\/a\.md,line=5,endLine=5,title=Neutrality::neutrality 0\.\d\d, was/)
  expect(annotations.slice(1).every((line) => line.startsWith('::warning file=docs/a.md,line=5,'))).toBe(true)
})

test('a rewording within the noise passes; so does a text that is still above the given minimum', async () => {
  folder.write({ 'docs/a.md': `${PLAIN.repeat(4)}The library opens at nine.\n` })
  git('commit', '--quiet', '--all', '--message=work')
  expect((await check()).code).toBe(0)
  folder.write({ 'docs/a.md': `${PLAIN.repeat(3)}It was a truly remarkable and brave decision.\n` })
  const [byChange, byBar] = [await check(), await check('--min', '0.3')]
  expect([byChange.code, byBar.code]).toEqual([1, 0])
})

test('a new text has no earlier score: the minimum counts', async () => {
  folder.write({ 'new.md': LOADED })
  expect((await check()).code).toBe(0)
  expect((await check('--min', '0.7')).code).toBe(1)
})

test('compares with the commit where the branch started, not with the current state of the base', async () => {
  git('checkout', '--quiet', 'main')
  folder.write({ 'docs/b.md': LOADED })
  git('commit', '--quiet', '--all', '--message=later')
  git('checkout', '--quiet', 'work')
  folder.write({ 'docs/b.md': `${PLAIN}${LOADED}` })
  expect((await check()).code).toBe(1)
})

test('a base that git does not know is misuse', async () => {
  const { code, complaints } = await folder.run(['check', '**/*.md', '--diff', 'origin/none'])
  expect(code).toBe(2)
  expect(complaints).toBe('git does not know the commit origin/none. In CI, fetch it first: git fetch origin none')
  expect((await folder.run(['check', 'old.md', '--diff=--output=x'])).complaints).toBe('--output=x is not a commit')
})

test('without files, every text that changed is checked, but not those of hidden folders, libraries and builds', async () => {
  const others = { '.venv/lib/a.md': LOADED, 'vendor/b.md': LOADED, 'dist/c.md': LOADED, '.cache/d.md': LOADED }
  folder.write({ 'docs/a.md': LOADED, 'notes/new.rst': PLAIN, 'code.ts': '// A comment.\n', ...others })
  const { code, printed } = await folder.run(['check', '--diff', 'main', '--format', 'json'])
  const files = JSON.parse(printed).files.map(({ path, passed }: { path: string; passed: boolean }) => [path, passed])
  expect([code, files]).toEqual([
    1,
    [
      ['docs/a.md', false],
      ['notes/new.rst', true],
    ],
  ])
})
