// The version is defined in one place, and a release copies it everywhere else.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../..')
const { wrongPlaces, setVersion, setPublished, notesOf } = (await import(
  pathToFileURL(join(ROOT, 'scripts/version.mjs')).href
)) as Record<'wrongPlaces' | 'setVersion' | 'setPublished' | 'notesOf', (root: string, version?: string) => unknown>
interface Package {
  readonly folder: string
  readonly manifest: object
}
const { bundleForgotten, openPackages, problemsOf, strayFiles } = (await import(
  pathToFileURL(join(ROOT, 'scripts/release.mjs')).href
)) as {
  bundleForgotten(root: string): string[]
  openPackages(root: string): Package[]
  problemsOf(root: string, one: Package): string[]
  strayFiles(paths: readonly string[]): string[]
}
const WORKSPACES: string[] = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).workspaces
const FILES = [
  ...['package.json', 'CHANGELOG.md', 'action.yml', 'deploy/helm/Chart.yaml'],
  ...['clients', 'docs/guide/examples/equipoise.yml', 'docs/guide/check.md', 'editors'],
  ...WORKSPACES.map((name) => `${name}/package.json`),
  ...['cli', 'server', 'score', 'sdk', 'score-weights'].map((name) => `${name}/README.md`),
]

let copy: string
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'release-'))
  for (const file of FILES) cpSync(join(ROOT, file), join(copy, file), { recursive: true })
})
afterEach(() => rmSync(copy, { recursive: true }))

test('every package, the chart and the examples have the version of package.json', () => {
  expect(wrongPlaces(ROOT)).toEqual([])
})

test('a release sets it everywhere and closes the changelog', () => {
  const changelog = join(copy, 'CHANGELOG.md')
  const entry = '## Unreleased\n\n### For callers\n\n- A change.'
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace('## Unreleased', entry))
  setVersion(copy, '7.8.9')
  expect(wrongPlaces(copy, '7.8.9')).toEqual([])
  expect(wrongPlaces(copy, '7.8.8')).toEqual(['package.json has 7.8.9, not 7.8.8'])
  expect(() => setVersion(copy, '7.8')).toThrow('Which version?')
  expect(notesOf(copy, '7.8.9')).toBe('### For callers\n\n- A change.')
})

test('pages name the packages on npm only once they are published', () => {
  const names = FILES.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
  const pages = () => names.map((file) => readFileSync(join(copy, file), 'utf8'))
  const fromNpm = /npx (?:--yes )?-p @equipoise|npm install @equipoise/
  expect(pages().filter((page) => fromNpm.test(page))).toEqual([])
  setPublished(copy)
  expect(wrongPlaces(copy)).toEqual([])
  expect(pages().filter((page) => fromNpm.test(page)).length).toBeGreaterThan(4)
})

test('every package can be published: access, repository, licence, notice', () => {
  expect(openPackages(ROOT).flatMap((one) => problemsOf(ROOT, one))).toEqual([])
  const secret = { folder: 'cli', manifest: { name: 'x', scripts: { postinstall: 'node x' } } }
  expect(problemsOf(ROOT, secret)).toContain('x: runs a script at installation (postinstall)')
  expect(strayFiles(['dist/cli.js', 'dist/cli.d.ts', 'src/cli.ts', 'dist/a.test.js', 'dist/a.js.map', '.env'])).toEqual(
    ['src/cli.ts', 'dist/a.test.js', 'dist/a.js.map', '.env'],
  )
})

test('the commit of a version tag holds the command line, made from its sources', () => {
  expect(bundleForgotten(ROOT)).toEqual([])
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.test', '-c', 'commit.gpgsign=false']
  const git = (...args: string[]) => execFileSync('git', [...identity, ...args], { cwd: copy })
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--message=release')
  expect(bundleForgotten(copy)).toEqual([])
  git('tag', 'v7.8.9')
  expect(bundleForgotten(copy)).toEqual([expect.stringContaining('v7.8.9 has no cli/bundle made from its sources')])
})

test('a file with an old version is named', () => {
  const chart = join(copy, 'deploy/helm/Chart.yaml')
  writeFileSync(chart, readFileSync(chart, 'utf8').replace(/^version: .*$/m, 'version: 0.0.1'))
  expect(wrongPlaces(copy)).toEqual(['deploy/helm/Chart.yaml has 0.0.1'])
})

test('the release workflow publishes every package that is not private, in order of dependencies', () => {
  const workflow = parse(readFileSync(join(ROOT, '.github/workflows/release.yaml'), 'utf8'))
  const steps = workflow.jobs.npm.steps as { run?: string }[]
  const published = [
    ...steps
      .map(({ run = '' }) => run)
      .join('\n')
      .matchAll(/-w (\S+)/g),
  ].map(([, name = '']) => name)
  const manifests = WORKSPACES.map((folder) => ({
    folder,
    manifest: JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')),
  }))
  const open = manifests.filter(({ manifest }) => !manifest.private)
  expect(published.toSorted()).toEqual(open.map(({ folder }) => folder).toSorted())
  for (const { folder, manifest } of open) {
    for (const id of Object.keys(manifest.dependencies ?? {}).filter((one) => one.startsWith('@equipoise/'))) {
      const needed = open.find((one) => one.manifest.name === id)?.folder ?? ''
      expect(published.indexOf(needed), `${id} before ${folder}`).toBeGreaterThanOrEqual(0)
      expect(published.indexOf(needed), `${id} before ${folder}`).toBeLessThan(published.indexOf(folder))
    }
  }
})

test('the workflows call scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  for (const name of ['ci', 'release']) {
    const text = readFileSync(join(ROOT, `.github/workflows/${name}.yaml`), 'utf8')
    for (const [, script = ''] of text.matchAll(/npm run (?:-s )?([\w:]+)/g))
      expect(Object.keys(scripts)).toContain(script)
  }
})
