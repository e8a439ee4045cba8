// Unreadable files and mistakes: each gets one line and the right exit status, and the rest is still checked.
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Folder, openFolder } from '../../test/folder.ts'

const PLAIN = 'The committee approved the budget on Monday by nine votes to four.\n'

let folder: Folder
beforeEach(() => {
  folder = openFolder({ 'good.md': PLAIN })
})
afterEach(() => folder.remove())

/** Checks everything in the folder, or these files. */
const check = (...args: string[]) => folder.run(['check', ...(args.length > 0 ? args : ['**/*.md'])])

test('binary files that match a pattern are skipped; naming one is an error', async () => {
  folder.write({ 'picture.md': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]) })
  expect(await check()).toMatchObject({ code: 0, complaints: 'picture.md is not a text file: skipped' })
  expect(await check('picture.md', 'good.md')).toMatchObject({ code: 2, complaints: 'picture.md is not a text file' })
})

test('a file of 100 MB is not read', async () => {
  folder.write({ 'huge.md': '' })
  truncateSync(join(folder.path, 'huge.md'), 100_000_000)
  const { code, complaints, printed } = await check()
  expect([code, complaints]).toEqual([0, 'huge.md is larger than 10 MB: skipped'])
  expect(printed).toContain('1 text checked')
})

test('broken UTF-8 is reported', async () => {
  folder.write({ 'latin.md': new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]) })
  const { code, complaints, printed } = await check()
  expect([code, complaints]).toEqual([2, 'latin.md is not valid UTF-8'])
  expect(printed).toContain('1 text checked')
})

test('a broken link, or one to itself, is reported', async () => {
  symlinkSync('nowhere.md', join(folder.path, 'broken.md'))
  symlinkSync('loop.md', join(folder.path, 'loop.md'))
  const { code, complaints, printed } = await check('broken.md', 'loop.md', 'good.md')
  expect(code).toBe(2)
  expect(complaints.split('\n')).toEqual([
    'broken.md does not exist, or is a broken link',
    'loop.md is a link that points to itself',
  ])
  expect(printed).toContain('1 text checked')
  expect((await check('**/*.md')).complaints).toBe(complaints)
})

test.skipIf(process.getuid?.() === 0)('a file without permission is reported', async () => {
  writeFileSync(join(folder.path, 'secret.md'), PLAIN)
  chmodSync(join(folder.path, 'secret.md'), 0)
  expect(await check()).toMatchObject({ code: 2, complaints: 'secret.md cannot be read: permission denied' })
})

test('links between folders that form a circle are walked once', async () => {
  mkdirSync(join(folder.path, 'docs'))
  folder.write({ 'docs/a.md': PLAIN })
  symlinkSync('..', join(folder.path, 'docs/up'))
  const { code, printed } = await check()
  expect([code, printed]).toEqual([0, expect.stringMatching(/^2 texts checked/)])
})

test('it is misuse if no file matches; of several patterns, the one without a match is named', async () => {
  expect(await check('none/**/*.md')).toEqual({ code: 2, printed: '', complaints: 'no files match none/**/*.md' })
  expect(await check('none/*.md', 'good.md')).toMatchObject({ code: 0, complaints: 'no files match none/*.md' })
  expect(await check('missing.md')).toMatchObject({
    code: 2,
    complaints: 'missing.md does not exist, or is a broken link',
  })
})

test('without files, and none in the configuration, the current folder is checked', async () => {
  expect(await folder.run(['check', '--format', 'json'])).toEqual(await check('.', '--format', 'json'))
})

test.each([
  ['{ "globs": ["*.md"] }', /unknown key "globs" \(known keys: extends, files, exclude, min, /],
  ['{ "min": 7 }', /"min" must be a number from 0 to 1/],
  ['{ "flag": ["x"] }', /"flag" must be a list of \{ "word"/],
  ['{ "flag": [{ "word": "x", "instead": "y" }] }', /"flag" must be a list/],
  ['[]', /must contain an object/],
  ['{', /is not JSON/],
])('the configuration %s is misuse, and the error names the key', async (config, complaint) => {
  folder.write({ 'equipoise.config.json': config })
  const { code, printed, complaints } = await check('good.md')
  expect([code, printed]).toEqual([2, ''])
  expect(complaints).toMatch(complaint)
  expect(complaints).not.toContain('\n')
})

test.each([
  [['--min', '7'], '--min must be a number from 0 to 1'],
  [['--format', 'pdf'], 'unknown format: pdf (use text, json, sarif, github, junit, summary)'],
  [['--tier', 'slow'], '--tier must be fast or default, not slow'],
  [['--output', 'sarif'], '--output must be FORMAT=FILE, as in sarif=report.sarif, not sarif'],
  [['--diff', 'a', '--baseline', 'b'], 'use --diff or --baseline, not both'],
  [['--update-baseline'], '--update-baseline needs --baseline FILE'],
  [['--diff', 'main'], '--diff needs git and a git repository'],
  [['--ignore', '…'], 'ignore has an entry without a word: "…"'],
])('%j is misuse', async (args, complaint) => {
  expect(await folder.run(['check', 'good.md', ...args])).toEqual({ code: 2, printed: '', complaints: complaint })
})

/** Control characters that a terminal would act on. */
const obeyedIn = (text: string) => [...text].filter((one) => one !== '\n' && /\p{C}/u.test(one) && one !== '\u200b')

test.each(['text', 'github', 'summary'])(
  'escape sequences in a file and in its name are shown escaped: %s',
  async (format) => {
    const bad = 'The corrupt \u001b[2Jregime \u009b31m of idiots\u202e is a disgrace, and everybody hates it.\n'
    folder.write({ 'a\u001b]0;owned\u0007.md': bad.repeat(5) })
    const { printed, complaints } = await check('**/*.md', '--format', format, '--min', '0.99')
    expect(obeyedIn(`${printed}${complaints}`)).toEqual([])
    expect(printed).toContain('u001b')
    const coloured = await folder.run(['check', '**/*.md'], { isTerminal: true, env: { FORCE_COLOR: '1' } })
    expect(new Set(obeyedIn(coloured.printed))).toEqual(new Set(['\u001b']))
    expect(
      coloured.printed
        .split('\u001b')
        .slice(1)
        .every((part) => /^\[\d\d?m/.test(part)),
    ).toBe(true)
    expect(coloured.printed).toContain('\u001b[31m')
  },
)

test.each(['json', 'sarif', 'junit'])('formats for programs are escaped, too, on a terminal: %s', async (format) => {
  const bad = 'The corrupt \u001b[2Jregime \u009b31m of idiots\u202e is a disgrace, and everybody hates it.\n'
  folder.write({ 'a\u009b2J.md': bad })
  const args = ['check', '**/*.md', '--format', format, '--min', '0.99']
  const shown = await folder.run(args, { isTerminal: true })
  expect(obeyedIn(shown.printed)).toEqual([])
  const written = await folder.run(args)
  if (format === 'junit') expect(written.printed).not.toContain('\u009b')
  else expect(JSON.parse(shown.printed)).toEqual(JSON.parse(written.printed))
})

test('the name of a missing file is shown with its escapes', async () => {
  expect((await check('no\u001b[2J.md')).complaints).toBe('no\\u001b[2J.md does not exist, or is a broken link')
})
