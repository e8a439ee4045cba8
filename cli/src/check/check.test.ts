import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterEach, describe, expect, test } from 'vitest'
import { type Folder, openFolder } from '../../test/folder.ts'

const PLAIN = 'The committee approved the budget on Monday by nine votes to four.\n'
const LOADED = 'The corrupt committee shamelessly rammed through its disgraceful budget.\n'

let folder: Folder
afterEach(() => folder.remove())

function open(files: Parameters<typeof openFolder>[0]) {
  folder = openFolder(files)
  return folder
}

describe('what is checked', () => {
  test('a text below the minimum gives status 1, with its line, words and suggestions', async () => {
    const { run } = open({ 'docs/a.md': `# Title\n\n${LOADED}`, 'docs/b.md': PLAIN, 'docs/c.json': '{}' })
    const { code, printed, complaints } = await run(['check', 'docs/**/*.md', '--min', '0.7'])
    expect([code, complaints]).toEqual([1, ''])
    expect(printed).toMatch(/^docs\/a\.md {2}neutrality 0\.\d\d, at least 0\.70 expected$/m)
    expect(printed).toMatch(
      /^ {2}3:1 +The corrupt committee .*budget\.\n +0\.0\d {2}This sentence alone blocks certification/m,
    )
    expect(printed).toMatch(/^ {2}3:23 +shamelessly → .* {2}opinion$/m)
    expect(printed).toMatch(/^ {2}3:54 +disgraceful → \(leave it out\) {2}insult$/m)
    expect(printed).toMatch(/^2 texts checked, 1 below the minimum\.$/m)
    expect(printed).toContain('<!-- equipoise-ignore WORD -->')
    expect(printed).not.toContain('\u001b')
  })

  test('if all texts reach the minimum, the status is 0; the minimum is 0.7 by default', async () => {
    const { run } = open({ 'a.md': PLAIN, 'b.txt': LOADED })
    expect((await run(['check', 'a.md'])).code).toBe(0)
    expect((await run(['check', '.'])).code).toBe(1)
    expect((await run(['check', '.', '--min', '0'])).code).toBe(0)
    expect((await run(['check', '*.md', '!b*'])).printed).toContain('1 text checked')
  })

  test('for programs, a text that fails by its average names its least neutral sentence', async () => {
    const { run } = open({ 'a.md': `${PLAIN}\nThe report has nine short chapters about costs.\n` })
    const { files } = JSON.parse((await run(['check', 'a.md', '--min', '0.999', '--format', 'json'])).printed)
    const [{ withheld_by, least_neutral, ain_score }] = files
    expect([withheld_by, ain_score < 0.999]).toEqual([[], true])
    expect(least_neutral).toMatchObject({ message: 'The least neutral sentence.', ain_score: expect.any(Number) })
    expect(least_neutral.text).toMatch(/^The (?:committee|report) /)
    expect(
      JSON.parse((await run(['check', 'a.md', '--format', 'json'])).printed).files[0].least_neutral,
    ).toBeUndefined()
  })

  test('colours are for terminals only, and NO_COLOR and --no-color switch them off', async () => {
    const { run } = open({ 'a.md': LOADED })
    const shown = async (args: string[], env = {}) =>
      (await run(['check', 'a.md', ...args], { isTerminal: true, env })).printed
    expect(await shown([])).toContain('\u001b[33mcorrupt\u001b[39m')
    expect(await shown([], { NO_COLOR: '1' })).not.toContain('\u001b')
    expect(await shown(['--no-color'])).not.toContain('\u001b')
  })

  test('standard input is read in the format of the given name', async () => {
    const { run } = open({})
    const html = '<p>The committee approved the budget on Monday.</p><pre>corrupt shameless disgraceful</pre>'
    expect((await run(['check', '-', '--stdin-name', 'a.html'], { input: html })).code).toBe(0)
    expect((await run(['check', '-'], { input: LOADED })).printed).toContain('stdin  neutrality')
    expect((await run(['check', '-', 'a.md'])).code).toBe(2)
  })

  test('too little text and other languages are not scored', async () => {
    const german = 'Der Ausschuss hat den schändlichen Haushalt am Montag mit neun gegen vier Stimmen beschlossen.'
    const { run } = open({ 'a.md': 'Xqzvt brmpl.', 'b.md': german, 'c.md': 'Paris.' })
    const { code, printed } = await run(['check', '*.md', '--verbose'])
    expect(code).toBe(0)
    expect(printed).toContain('3 texts checked (2 without a score), none below the minimum')
    expect(printed).toContain('a.md  not judged: too little text')
    expect(printed).toMatch(/c\.md {2}neutrality 0\.[789]/)
    expect(printed).toContain('b.md  not scored: not in English')
    const table = (await run(['check', '*.md', '--format', 'summary'])).printed
    expect(table.match(/^\| \S+ \| \w/gm)).toEqual(['| – | a', '| ✅ | c', '| – | b'])
    for (const format of ['text', 'summary', 'junit', 'github', 'sarif'])
      expect((await run(['check', 'b.md', '--verbose', '--format', format])).printed).not.toMatch(/0\.\d\d(?!-)/)
    const { files } = JSON.parse((await run(['check', 'b.md', '--format', 'json'])).printed)
    expect(files[0]).toMatchObject({ ain_score: null, reason: 'unsupported_language' })
  })

  test('a sentence in another language withholds the certificate, but has no score', async () => {
    const german = 'Der Ausschuss hat den schändlichen Haushalt am Montag beschlossen.'
    const { run } = open({ 'a.md': `${'The bus stops at the school. '.repeat(9)}${german}` })
    const { printed } = await run(['check', 'a.md'])
    expect(printed).toMatch(/\n +– {2}This sentence is not in English/)
    const { files } = JSON.parse((await run(['check', 'a.md', '--format', 'json'])).printed)
    expect(files[0].withheld_by).toMatchObject([{ why: 'other_language', ain_score: null }])
    expect((await run(['check', 'a.md', '--format', 'junit'])).printed.match(/0\.\d\d/g)).toHaveLength(2)
  })

  test('a short text that was scored and rejected is not reported as too short', async () => {
    const { run } = open({ 'a.md': 'Disgraceful!' })
    const { code, printed } = await run(['check', 'a.md'])
    expect(code).toBe(1)
    expect(printed).not.toContain('too little')
    expect(printed).toMatch(/^ {2}1:1 +Disgraceful!$/m)
  })

  test('a text lists its ten strongest words in sentences that are not neutral; --all lists all', async () => {
    const words =
      'corrupt disgraceful shameless pathetic vile reckless crooked idiotic ridiculous horrific brutal savage'
    const text = words
      .split(' ')
      .map((word) => `The ${word} committee betrayed its voters.\n\n`)
      .join('')
    const { run } = open({ 'a.md': `${text}The very large bridge opened on Monday for all traffic.\n` })
    const listed = (printed: string) => printed.match(/^ {2}\d+:\d+ +.* → /gm) ?? []
    const few = (await run(['check', 'a.md'])).printed
    expect(listed(few)).toHaveLength(10)
    expect(few).toMatch(/and \d+ more \(--all shows them\)/)
    const all = (await run(['check', 'a.md', '--all'])).printed
    expect(listed(all).length).toBeGreaterThan(10)
    expect(all).not.toMatch(/→ .*\n.*bridge/)
    expect(all).not.toContain('--all')
  })

  test('the fast tier says what it misses, the default tier does not', async () => {
    const { run } = open({ 'a.md': PLAIN })
    expect((await run(['check', 'a.md', '--tier', 'fast'])).complaints).toContain('misses attacks in plain words')
    expect((await run(['check', 'a.md'])).complaints).not.toContain('misses')
  })

  test('the encoder finds bias that single words do not show', async () => {
    const { run } = open({ 'a.md': 'Women belong in the kitchen.\n' })
    const scored = async (tier: string) =>
      JSON.parse((await run(['check', 'a.md', '--tier', tier, '--format', 'json'])).printed).files[0]
    const [fast, deep] = [await scored('fast'), await scored('default')]
    expect(fast.model_version).toMatch(/^1\..*-permissive$/)
    expect(deep.model_version).toMatch(/^3\..*-permissive$/)
    expect(deep.ain_score).toBeLessThan(0.4)
  })

  test('a service can score instead, in parts of the size it accepts', async () => {
    const { run } = open({ 'a.md': `${PLAIN.trim()}\n\n`.repeat(200) })
    const asked: { url: string; text: string }[] = []
    const fetch = async (url: unknown, init?: RequestInit) => {
      const { text } = JSON.parse(String(init?.body)) as { text: string }
      asked.push({ url: String(url), text })
      const answer = {
        ...{ ain_score: 0.9, bias_direction: 'neutral', svc_certified: true, band: 'neutral', word_count: 100 },
        ...{ word_ratios: { positive: 0, negative: 0, loaded: 0, neutral: 1 }, sentences: [], withheld_by: [] },
        ...{ evidence: [], evidence_truncated: 0, language: 'en', confidence: 1, model_version: '2.0.0-default' },
        ...{ balance: null, balance_basis: null },
      }
      return new Response(JSON.stringify(answer))
    }
    const env = { EQUIPOISE_URL: 'https://api.test', EQUIPOISE_API_KEY: 'svc_x' }
    const { code, printed } = await run(['check', 'a.md', '--server', '--format', 'json'], { fetch, env })
    expect([code, JSON.parse(printed).files[0].model_version]).toEqual([0, '2.0.0-default'])
    expect(asked.map(({ url }) => url)).toEqual(['https://api.test/ai/analyze', 'https://api.test/ai/analyze'])
    expect(Math.max(...asked.map(({ text }) => text.length))).toBeLessThanOrEqual(10_000)
  })
})

describe('the configuration file', () => {
  test('sets files, minimums per folder, ignored words and flagged words', async () => {
    const { run } = open({
      'equipoise.config.json': JSON.stringify({
        files: ['**/*.md'],
        exclude: ['old'],
        folders: { blog: 0.01, 'blog/*.strict.md': 0.9 },
        ignore: ['regime'],
        flag: [{ word: 'master branch', suggestion: 'main branch' }],
      }),
      'blog/a.md': LOADED,
      'blog/b.strict.md': LOADED,
      'docs/a.md': `The regime met on Monday to read the report. Push to the master branch.\n`,
      'old/a.md': LOADED,
    })
    const { code, printed } = await run(['check', '--format', 'json'])
    const files = JSON.parse(printed).files as {
      path: string
      min: number
      passed: boolean
      evidence: { text: string; kind: string }[]
    }[]
    expect(code).toBe(1)
    expect(files.map(({ path, min, passed }) => [path, min, passed])).toEqual([
      ['blog/a.md', 0.01, true],
      ['blog/b.strict.md', 0.9, false],
      ['docs/a.md', 0.7, true],
    ])
    expect(files[2]?.evidence).toMatchObject([{ text: 'master branch', kind: 'flagged' }])
    const below = await run(['check'], { cwd: join(folder.path, 'blog') })
    expect(below.printed).toMatch(/^b\.strict\.md {2}neutrality/m)
  })

  test('files that are named but excluded are skipped silently, as hooks need it', async () => {
    const { run } = open({ 'equipoise.config.json': '{ "exclude": ["legacy/**"] }', 'legacy/a.md': LOADED })
    expect(await run(['check', 'legacy/a.md', '--format', 'github'])).toEqual({ code: 0, printed: '', complaints: '' })
  })

  test('flagged words fail the check if the configuration says so', async () => {
    const config = { flag: [{ word: 'utilise', suggestion: 'use' }], failOnFlagged: true }
    const { run } = open({ 'equipoise.config.json': JSON.stringify(config), 'a.md': `We utilise it. ${PLAIN}` })
    expect((await run(['check', 'a.md'])).printed).toContain('utilise → use  flagged')
    expect((await run(['check', 'a.md'])).code).toBe(1)
  })

  test('words can also be ignored in a comment or on the command line', async () => {
    const words = 'corrupt, shamelessly, rammed through, disgraceful'
    const { run } = open({ 'a.md': `<!-- equipoise-ignore ${words} -->\n${LOADED}`, 'b.md': LOADED })
    expect((await run(['check', 'a.md'])).code).toBe(0)
    expect((await run(['check', 'b.md', '--ignore', words])).code).toBe(0)
    expect((await run(['check', 'b.md'])).code).toBe(1)
  })
})

describe('formats', () => {
  test('SARIF is valid against its schema and contains rules, positions and fixes', async () => {
    const { run } = open({ 'a b.md': LOADED, 'c.md': new Uint8Array([0, 1, 2]) })
    const { printed } = await run(['check', '*.md', '--format', 'sarif'])
    const sarif = JSON.parse(printed)
    const schema = JSON.parse(readFileSync(new URL('../../test/data/sarif-2.1.0.schema.json', import.meta.url), 'utf8'))
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    const isValid = ajv.compile(schema)
    expect(isValid(sarif), JSON.stringify(isValid.errors?.slice(0, 3))).toBe(true)
    expect(isValid({ ...sarif, version: '2.0.0' })).toBe(false)
    const [{ results, tool }] = sarif.runs
    expect(results[0]).toMatchObject({ ruleId: 'NEUTRALITY_SCORE', level: 'error' })
    expect(results[0].locations[0].physicalLocation.region).toMatchObject({ startLine: 1, startColumn: 1, endLine: 1 })
    expect(results[1]).toMatchObject({ ruleId: 'WITHHOLDS_CERTIFICATE', level: 'error' })
    const insult = results.find(({ message }: { message: { text: string } }) => message.text.startsWith('“corrupt”'))
    expect(insult).toMatchObject({
      ruleId: 'INSULT',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'a%20b.md' }, region: { startLine: 1, startColumn: 5 } } },
      ],
    })
    const rules = new Set(tool.driver.rules.map(({ id }: { id: string }) => id))
    for (const { ruleId } of results) expect(rules).toContain(ruleId)
  })

  test('GitHub, JUnit and the summary can be written to files at the same time', async () => {
    const { run, path } = open({ 'a.md': LOADED, 'b.md': PLAIN, 'summary.md': 'before\n' })
    const outputs = ['--output', 'junit=out/junit.xml', '--output', 'summary=summary.md']
    const { printed } = await run(['check', 'a.md', 'b.md', '--format', 'github', ...outputs])
    expect(printed).toMatch(
      /^::error file=a\.md,line=1,endLine=1,title=Neutrality::neutrality 0\.\d\d, at least 0\.70 expected\. This sentence .*“The corrupt committee/m,
    )
    expect(printed).toMatch(/^::warning file=a\.md,line=1,endLine=1,col=5,endColumn=11,title=insult::“corrupt”/m)
    const junit = readFileSync(join(path, 'out/junit.xml'), 'utf8')
    expect(junit).toContain('<testsuites tests="2" failures="1" errors="0" skipped="0">')
    expect(junit).toMatch(/>1:1 This sentence alone blocks certification.*\n1:\d+ “/)
    expect(readFileSync(join(path, 'summary.md'), 'utf8')).toMatch(/^before\n## Neutrality[\s\S]*\| ❌ \| a\.md \|/)
  })

  test('JSON contains what the text format shows', async () => {
    const { run } = open({ 'a.md': LOADED })
    const { files, summary } = JSON.parse((await run(['check', 'a.md', '--format', 'json'])).printed)
    expect(summary).toEqual({ checked: 1, failed: 1, compared: false, problems: 0 })
    const place = { line: 1, column: 5, end_column: 12 }
    const corrupt = files[0].evidence.find(({ text }: { text: string }) => text === 'corrupt')
    expect(corrupt).toMatchObject({ ...place, is_new: true, sentence: { start: 0, end: 72 } })
    expect(files[0].withheld_by).toMatchObject([
      {
        start: 0,
        end: 72,
        line: 1,
        why: 'loaded',
        text: LOADED.trim(),
        message: expect.stringContaining('blocks certification'),
      },
    ])
  })

  test('in the summary of a CI job, text by others is shown literally, without links, mentions or mark-up', async () => {
    const { run } = open({ 'a.md': `${PLAIN}\nThe corrupt @octocat shamelessly <img> rammed through | budgets.\n` })
    const { printed } = await run(['check', 'a.md', '--format', 'summary'])
    expect(printed).toMatch(/^\| ❌ \| a\.md \| 0\.\d+ \| .*shamelessly \(line 3\)/m)
    expect(printed).not.toContain('@octocat')
    expect(printed).not.toContain(' <img>')
  })
})

describe('--fix', () => {
  test('applies suggestions and changes nothing else', async () => {
    const config = JSON.stringify({ flag: [{ word: 'corrupt', suggestion: 'accused' }] })
    const before =
      '---\ntitle: The corrupt committee\n---\r\n\r\nThe corrupt committee met.\r\n\r\n    corrupt()\r\n\r\n`corrupt` stays.\r\n'
    const { run, path } = open({ 'equipoise.config.json': config, 'a.md': before })
    const { complaints } = await run(['check', 'a.md', '--fix'])
    expect(complaints).toBe('a.md:5: corrupt → accused')
    expect(readFileSync(join(path, 'a.md'), 'utf8')).toBe(
      before.replace('\nThe corrupt committee met', '\nThe accused committee met'),
    )
  })

  test('removes words together with their space, and does not touch files without suggestions', async () => {
    const config = {
      flag: [
        { word: 'simply', suggestion: '' },
        { word: 'Utilise', suggestion: 'use' },
      ],
    }
    const files = {
      'equipoise.config.json': JSON.stringify(config),
      'a.md': 'Simply utilise it. You simply open the door.\n',
      'b.md': PLAIN,
    }
    const { run, path } = open(files)
    const { mtimeMs } = statSync(join(path, 'b.md'))
    await run(['check', '*.md', '--fix'])
    await run(['check', '*.md', '--fix'])
    expect(readFileSync(join(path, 'a.md'), 'utf8')).toBe('Use it. You open the door.\n')
    expect(statSync(join(path, 'b.md')).mtimeMs).toBe(mtimeMs)
  })
})

describe('--baseline', () => {
  test('passes unchanged texts, and fails texts that became less neutral, naming the new words', async () => {
    const { run, write } = open({ 'a.md': LOADED, 'b.md': PLAIN.repeat(3) })
    const args = ['check', '*.md', '--baseline', 'base.json']
    expect((await run(args)).complaints).toMatch(
      /there is not a baseline at .*base\.json; --update-baseline writes one$/,
    )
    expect((await run([...args, '--update-baseline'])).code).toBe(0)
    expect((await run(args)).code).toBe(0)
    write({ 'b.md': `${PLAIN.repeat(2)}The disgraceful regime slammed its critics.\n` })
    const { code, printed } = await run(args)
    expect(code).toBe(1)
    expect(printed).toMatch(/b\.md {2}neutrality 0\.\d\d, was 0\.\d\d/)
    expect(printed).toContain('disgraceful → (leave it out)')
    expect(printed).not.toContain('shamelessly')
    expect(printed).toMatch(/1 less neutral than before\.$/m)
  })

  test('new texts must reach the minimum, and known texts pass as long as they do', async () => {
    const { run, write } = open({ 'a.md': PLAIN.repeat(3) })
    await run(['check', '*.md', '--baseline', 'base.json', '--update-baseline'])
    write({ 'a.md': `${PLAIN.repeat(2)}It was a rather long meeting.\n`, 'new.md': LOADED })
    const args = ['check', '*.md', '--baseline', 'base.json', '--format', 'json']
    const passed = async (...more: string[]) =>
      JSON.parse((await run([...args, ...more])).printed).files.map(({ passed: one }: { passed: boolean }) => one)
    expect(await passed('--min', '0.01')).toEqual([true, true])
    expect(await passed('--min', '0.7')).toEqual([true, false])
    expect((await run(['check', 'a.md', '--baseline', 'new.md'])).complaints).toContain('new.md is not a baseline')
  })
})
