// Editors that do not follow the protocol.
import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDesk } from '../../test/lsp-client.ts'
import { ignoreInProject, withIgnored } from './ignoring.ts'
import { scoreInTurns } from './scoring.ts'
import { openTurns } from './turns.ts'

const PLAIN = 'The committee approved the budget on Monday by nine votes to four.'
const LOADED = 'The corrupt committee shamelessly rammed through its disgraceful budget.'
const START = { line: 0, character: 0 }

const desk = openDesk()
const { edit } = desk

test('of many quick changes only the newest text is scored, and it is shown in the end', async () => {
  const editor = await edit()
  const uri = editor.open('a.md', `${PLAIN}\n`)
  const typed = `${LOADED} 🙂`
  for (const [at, letter] of [...typed].entries()) {
    const end = { line: 1, character: [...typed].slice(0, at).join('').length }
    editor.change(uri, at + 2, [{ range: { start: end, end }, text: letter }])
  }
  const version = [...typed].length + 1
  expect(JSON.stringify(await editor.diagnosticsOf(uri, version))).toContain('shamelessly')
  expect(editor.published.length).toBeLessThan(10)
})

test('a request about an outdated text gets an error', async () => {
  const editor = await edit()
  const uri = editor.open('a.md', LOADED)
  const asked = editor.hoverAt(uri, { line: 0, character: 6 })
  editor.change(uri, 2, [{ text: PLAIN }])
  await expect(asked).rejects.toMatchObject({ code: -32801 })
  expect(await editor.diagnosticsOf(uri, 2)).toEqual([])
})

test('a file of 10 MB is not scored, which is reported once', async () => {
  const editor = await edit({ settings: { status: true } })
  const uri = editor.open('big.md', `${LOADED}\n`.repeat(10_000_000 / (LOADED.length + 1)))
  expect(await editor.diagnosticsOf(uri)).toEqual([])
  editor.change(uri, 2, [{ range: { start: START, end: START }, text: 'A' }])
  expect(await editor.diagnosticsOf(uri, 2)).toEqual([])
  expect(editor.messages).toEqual([expect.stringMatching(/^Equipoise: .*big\.md is longer than 1,000,000 characters/)])
  expect(await editor.diagnosticsOf(editor.open('b.md', LOADED))).not.toEqual([])
})

test('invalid characters and lone carriage returns do not shift positions', async () => {
  const editor = await edit()
  const text = `\ufffd\ufffd \ud83d broken.\r${PLAIN}\r\n\r\n${LOADED}`
  const diagnostics = await editor.diagnosticsOf(editor.open('a.txt', text, 'plaintext'))
  expect(diagnostics.find(({ code }) => code === 'loaded-sentence')?.range).toEqual({
    start: { line: 3, character: 0 },
    end: { line: 3, character: LOADED.length },
  })
})

test('an editor that never sends `initialized` is served, without a workspace and without a configuration', async () => {
  const editor = await edit({ saysInitialized: false, root: desk.folder.path })
  expect(await editor.diagnosticsOf(editor.open('untitled:Untitled-1', LOADED))).not.toEqual([])
  expect(editor.messages).toEqual([])
})

test('a mistake in the configuration or the settings is reported once, and otherwise ignored', async () => {
  desk.folder.write({ 'equipoise.config.json': '{ "mim": 0.9 }' })
  const editor = await edit({ settings: { tier: 'slow', theirs: 1 } })
  const uri = editor.open('a.md', LOADED)
  expect(await editor.diagnosticsOf(uri)).not.toEqual([])
  editor.change(uri, 2, [{ text: `${LOADED} ${PLAIN}` }])
  expect(await editor.diagnosticsOf(uri, 2)).not.toEqual([])
  expect(editor.messages).toEqual([
    'Equipoise: the setting equipoise.tier must be "fast" or "default"',
    expect.stringMatching(/equipoise\.config\.json: unknown key "mim"/),
  ])
})

test('words accepted at the same time are all kept', async () => {
  desk.folder.write({ 'equipoise.config.json': '{}\n' })
  const words = Array.from({ length: 8 }, (_, i) => `word${i}`)
  await Promise.all(words.map((word) => ignoreInProject(word, { folder: desk.folder.path, root: desk.folder.path })))
  const { ignore } = JSON.parse(readFileSync(join(desk.folder.path, 'equipoise.config.json'), 'utf8'))
  expect(ignore.toSorted()).toEqual(words)
})

test('a configuration file is created if the project has none', async () => {
  const path = await ignoreInProject('regime', { folder: desk.folder.path, root: desk.folder.path })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ignore: ['regime'] })
})

test.each(['{ nonsense', 'null', '[1]', '{ "ignore": "abc" }'])(
  'an invalid configuration, %s, is not written to',
  async (text) => {
    desk.folder.write({ 'equipoise.config.json': text })
    const asked = ignoreInProject('regime', { folder: desk.folder.path, root: desk.folder.path })
    await expect(asked).rejects.toThrow(/equipoise\.config\.json/)
    expect(readFileSync(join(desk.folder.path, 'equipoise.config.json'), 'utf8')).toBe(text)
  },
)

test('a configuration that is a link stays a link, and keeps its permissions', async () => {
  desk.folder.write({ 'shared.json': '\ufeff{}' })
  const [link, shared] = ['equipoise.config.json', 'shared.json'].map((name) => join(desk.folder.path, name)) as [
    string,
    string,
  ]
  chmodSync(shared, 0o600)
  symlinkSync(shared, link)
  await ignoreInProject('regime', { folder: desk.folder.path, root: desk.folder.path })
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(JSON.parse(readFileSync(shared, 'utf8'))).toEqual({ ignore: ['regime'] })
  expect(statSync(shared).mode & 0o777).toBe(0o600)
})

test('no configuration is written outside the workspace, or in a missing folder', async () => {
  const root = join(desk.folder.path, 'none')
  const outside = ignoreInProject('regime', { folder: desk.folder.path, root })
  await expect(outside).rejects.toThrow(/is outside the workspace, and no equipoise\.config\.json applies to it/)
  await expect(ignoreInProject('regime', { folder: root, root })).rejects.toThrow(/none does not exist/)
})

test.each([
  ['{}\n', '{\n  "ignore": [\n    "a\\"b"\n  ]\n}\n'],
  ['{\n  "min": 0.5\n}\n', '{\n  "min": 0.5,\n  "ignore": ["a\\"b"]\n}\n'],
  ['{ "ignore": [], "min": 1 }', '{ "ignore": ["a\\"b"], "min": 1 }'],
  ['{ "ignore": ["x]", "y"] }', '{\n  "ignore": [\n    "x]",\n    "y",\n    "a\\"b"\n  ]\n}\n'],
  ['{ "ignore": ["a\\"b"] }', '{ "ignore": ["a\\"b"] }'],
])('%j keeps its formatting when a word is added', (before, after) => {
  expect(withIgnored(before, 'a"b')).toBe(after)
})

test('a changed long text is abandoned between two parts, and the result of parts equals that of the whole', async () => {
  const { openAnalyzer } = await import('@equipoise/score/weights')
  const text = Array.from({ length: 900 }, (_, i) => `${i % 9 ? PLAIN : LOADED} (${i})\n\n`).join('')
  const score = scoreInTurns('fast')
  let asked = 0
  expect(await score(text, { ignore: [], flag: [] }, () => ++asked > 1)).toBeUndefined()
  expect(asked).toBe(2)
  expect(await score(text, { ignore: [], flag: [] }, () => false)).toEqual(openAnalyzer({ tier: 'fast' })(text))
})

test('the text that changed last is scored first, and each in its newest state', async () => {
  const seen: string[] = []
  const turns = openTurns(async (key, isStale) => {
    if (seen.length === 0) turns.changed('a')
    seen.push(`${key} ${isStale() ? 'moved on' : 'shown'}`)
  })
  turns.changed('b')
  turns.changed('a')
  await Promise.all([turns.settled('a'), turns.settled('b')])
  expect(seen).toEqual(['a moved on', 'a shown', 'b shown'])
})
