// Which files are checked, and which words a repository shares with others.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Folder, openFolder } from '../../test/folder.ts'

const LOADED = 'The corrupt committee shamelessly rammed through its disgraceful budget.\n'

let folder: Folder
afterEach(() => folder.remove())

function open(files: Parameters<typeof openFolder>[0]) {
  folder = openFolder(files)
  return folder
}

test('a folder is searched without what git ignores, hidden folders and the texts of others, unless they are named', async () => {
  const texts = ['a.md', '.venv/a.md', '.github/a.md', 'vendor/a.md', 'dist/a.md', 'made/a.md', 'docs/draft.md']
  const { path, run } = open({
    ...Object.fromEntries(texts.map((name) => [name, LOADED])),
    '.gitignore': 'made/\n.venv\n',
    'docs/.gitignore': 'draft*',
  })
  const found = async (...args: string[]) => {
    const { files } = JSON.parse((await run(['check', '--format', 'json', ...args])).printed)
    return files.map((file: { path: string }) => file.path)
  }
  expect(await found('.')).toEqual(['a.md', 'docs/draft.md', 'made/a.md'])
  execFileSync('git', ['init', '--quiet'], { cwd: path })
  expect(await found('.')).toEqual(['a.md'])
  expect(await found('**/*.md')).toEqual(['a.md'])
  expect(await found('.', '--no-ignore')).toEqual(texts.toSorted())
  expect(await found('made', '.github/**', 'vendor', 'docs/draft.md')).toEqual([
    '.github/a.md',
    'docs/draft.md',
    'made/a.md',
    'vendor/a.md',
  ])
})

test('a notebook is checked in its Markdown cells and printed texts, at the positions of the file', async () => {
  const cells = [
    {
      cell_type: 'markdown',
      source: ['# A "title"\n', '\n', 'The corrupt committee shamelessly\n', 'rammed through its budget.'],
    },
    { cell_type: 'code', source: ['disgraceful = 1'], outputs: [{ text: ['The vile traitors lie.\n'] }] },
    {
      cell_type: 'code',
      source: [],
      outputs: [{ data: { 'text/plain': 'A wicked, evil plan', 'image/png': 'vile' } }],
    },
  ]
  const notebook = JSON.stringify({ cells, nbformat: 4 }, null, 1)
  const at = (word: string) => `${notebook.slice(0, notebook.indexOf(word)).split('\n').length} ${word}`
  const { run } = open({ 'a.ipynb': notebook, 'b.ipynb': '[[1' })
  const { files } = JSON.parse((await run(['check', '.', '--all', '--format', 'json'])).printed)
  const words = files[0].evidence.map(({ text, line }: { text: string; line: number }) => `${line} ${text}`)
  expect(words).toContain(at('shamelessly'))
  expect(words).toContain(at('vile'))
  expect(words).toContain(at('wicked'))
  expect(words.join()).not.toContain('disgraceful')
})

test('word lists are shared by path, package or address, and an address needs the hash of the file', async () => {
  const shared = JSON.stringify({ ignore: ['corrupt'], flag: [{ word: 'budget' }], min: 0.2 })
  const sha256 = createHash('sha256').update(shared).digest('hex')
  const server = createServer((_request, response) => response.end(shared)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/words.json`
  const { run, write } = open({
    'a.md': LOADED,
    'words/words.json': shared,
    'node_modules/words/words.json': shared,
    'local.json': '{ "files": ["a.md"] }',
  })
  const checked = async (source: string) => {
    write({ 'equipoise.config.json': JSON.stringify({ extends: source, ignore: ['shamelessly'], min: 0.9 }) })
    return run(['check', 'a.md', '--all', '--format', 'json'])
  }
  const sources = ['./words/words.json', 'words/words.json', `./words/words.json#sha256=${sha256}`]
  for (const source of [...sources, `${address}#sha256=${sha256}`]) {
    const { printed, complaints } = await checked(source)
    const [{ evidence, min }] = JSON.parse(printed || complaints).files
    const words = evidence.map(({ text }: { text: string }) => text)
    expect([min, words.includes('budget'), words.includes('corrupt'), words.includes('shamelessly')], source).toEqual([
      0.9,
      true,
      false,
      false,
    ])
  }
  expect((await checked(address)).complaints).toContain('must end in #sha256=')
  const other = await checked(`${address}#sha256=${'0'.repeat(64)}`)
  expect([other.code, other.complaints]).toEqual([2, expect.stringContaining(`has the SHA-256 ${sha256}`)])
  expect((await checked('./local.json')).complaints).toContain('"files" belongs to one repository')
  expect((await checked('./nothing.json')).complaints).toContain('"extends" cannot be read')
  // A pull request can contain links. Reading this one would never end.
  if (process.platform !== 'win32') expect((await checked('/dev/zero')).complaints).toContain('is not a file')
  server.close()
})
