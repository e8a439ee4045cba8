// Checks for plain English and one vocabulary in everything that people read: the documentation, the API document, and the texts of the
// service, the web application, the SDK and the command line. Code between backticks is ignored.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What we do not write, and what we write instead. */
const BANNED: [phrase: RegExp, instead: string][] = [
  [/\bstrangers?\b/i, 'anonymous caller'],
  [/\b(giv(e|es|en|ing)|gave) (it )?back\b/i, 'refund; return'],
  [/\b(cashier|payment service)\b/i, 'payment provider'],
  [/\bpaced?\b(?! *\.)/i, 'rate limit, rate-limited'],
  [/\btoo fast\b/i, 'rate-limited'],
  [/\bworks? on(?=[.,;]| for\b)/i, 'still works; keeps working'],
  [/\banew\b/i, 'again'],
  [/\b(not|nobody|cannot [^.]*) any more\b/i, 'no longer'],
  [/\bverdicts?\b/i, 'score'],
  [/\bre-?ask(s|ed|ing)?\b/i, 'attempt; try again'],
  [/\bwhoever\b/i, 'anybody who; if you'],
  [/\bdatabase is away\b/i, 'the database is unavailable'],
  [/\bno such thing\b/i, 'not found'],
  [/\brefusals?\b/i, 'error'],
  [/(?<!connection )(?<!connections )\brefus(e|es|ed|ing)\b(?! to answer)/i, 'reject'],
  [/\ba letter (from|to|with)\b|\bletters out\b/i, 'email'],
  [/\ba mail\b|\bmails\b/i, 'email'],
  [/\beras(e|es|ed|ing|ure)\b/i, 'delete'],
  [/\bnot understood\b/i, 'invalid'],
  [/\bvendors?\b/i, 'provider'],
  [/\bunder way\b/i, 'in progress'],
  [/\blog(ged)? in\b|\blogins?\b/i, 'sign in'],
  [/\bgo(es)? on working\b/i, 'keeps working'],
  [/\bcomes? along\b/i, 'is included'],
  [/\bin order to\b|\bmake use of\b|\butilise\b/i, 'to; use'],
  [/\bany more\b/i, 'no longer'],
  [/\bfor ever\b/i, 'permanently; always'],
  [/\b(node|process|server) (that )?(dies|died)\b/i, 'crashes'],
  [/\b(is|are|was) away\b|\bgo(es)? away\b/i, 'is unavailable; leaves'],
  [/\b(nothing|nobody|sides) (is|are) heard\b/i, 'no event arrives; is presented'],
  [/\bmend(s|ed|ing)?\b/i, 'fix; correct; repair'],
  [/\bthe other way round\b/i, 'vice versa; the opposite'],
  [/\bfindings?\b/i, 'evidence; match'],
  [/\bjudgements?\b/i, 'score; result'],
  [/\bcan come in\b/i, 'can sign up; can sign in'],
  [/\bin vain\b/i, 'wasted'],
  [/\bplays? a (dispute|renewal|payment)\b/i, 'simulate'],
  [/\b(doors?|rooms?)\b/i, 'entry point; interface; folder'],
  [/\bhouse rules?\b|\bthe house\b/i, 'service; deployment'],
  [/\bdemo accounts?\b|\bpublic callers?\b/i, 'anonymous caller'],
]

/** The rules for comments and test titles that a program can check. */
const BANNED_IN_CODE: typeof BANNED = [
  [/\b(undefined|null|absent|throws|rejects|true|false|empty|only|even|set|fails) where (?!to\b)/i, 'if'],
  [/\b[Ww]here (there (is|are) (none|no|more|too|several)|(no|nobody|somebody|nothing) \w+ (is|are|was|does))\b/, 'if'],
  [/\bwhoever\b/i, 'anybody who; the person who'],
  [/\b(not|nobody|nothing|no) [^.]*any more\b/i, 'no longer'],
  [/\banew\b/i, 'again'],
  [/\bunder way\b/i, 'in progress'],
  [/\bfor ever\b/i, 'permanently; without end'],
  [/\bthe other way round\b/i, 'vice versa'],
  [/\bmend(s|ed|ing)?\b/i, 'fix; repair'],
  [/\b(is|are|was) away\b|\bgo(es)? away\b/i, 'is unavailable; leaves'],
  [/\bworks? on for\b/i, 'keeps working'],
  [/\bas if .* had never been\b/i, 'say what happens'],
]

/** Old words that must not return in names of files and exports. */
const BANNED_NAMES =
  /refusal|cashier|house(?!keeping)|\btill\b|post-?box|re-?ask|give-?back|stranger|vendor|letter(?!s?\.ts|s?Table)/i

/** Contexts in which a banned phrase is right: fixed by the contract, a name, or another meaning. */
const ALLOWED = [
  /Too many login attempts/, // fixed by the specification
  /\$\{pace\./, // an expression inside a text
  /\bvendor\/|vendored/,
  /"(erased|login)"/,
  /^login \[--url URL\]/, // the name of a command
  /give each one the same room/, // an instruction to a model, worded as it was tested
  /Judgement \|/, // a type
  /reading room/,
]

const prose = markdownFiles().flatMap((path) => linesOf(path).map((line) => ({ path, text: withoutCode(line) })))
const texts = sourceFiles().flatMap((path) => stringsOf(path).map((text) => ({ path, text })))
const document = descriptionsOf(JSON.parse(read('openapi.json'))).map((text) => ({ path: 'openapi.json', text }))

const remarks = commentedFiles().flatMap((path) => remarksOf(path).map((text) => ({ path, text })))

test.each([
  ['the documentation', prose, BANNED],
  ['the API document', document, BANNED],
  ['the texts in the source', texts, BANNED],
  ['comments and test titles', remarks, BANNED_IN_CODE],
])('plain English: %s', (_what, all, banned) => {
  expect(all.length).toBeGreaterThan(100)
  const found = all
    .map(({ path, text }) => ({ path, text: ALLOWED.reduce((rest, allowed) => rest.replace(allowed, ''), text) }))
    .flatMap(({ path, text }) =>
      banned
        .filter(([phrase]) => phrase.test(text))
        .map(([phrase, instead]) => `${path}: "${phrase.exec(text)?.[0]}" → ${instead} (${text.trim().slice(0, 80)})`),
    )
  expect(found).toEqual([])
})

// Since the commit that introduced this rule; a copy without history is skipped.
const history = spawnSync('git', ['log', '--format=%s', '6e63b99e..HEAD'], { cwd: ROOT, encoding: 'utf8' })
test.skipIf(history.status !== 0)('commit subjects have at most 72 characters and are in plain English', () => {
  const subjects = history.stdout.split('\n').filter((subject) => !subject.startsWith('Merge '))
  const banned = (subject: string) => BANNED_IN_CODE.some(([phrase]) => phrase.test(subject))
  expect(subjects.filter((subject) => subject.length > 72 || banned(subject))).toEqual([])
})

test('files and exports are named in our vocabulary', () => {
  const names = sourceFiles().flatMap((path) => [
    { path, name: basename(path) },
    ...[...read(path).matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm)].map(
      ([, name = '']) => ({
        path,
        name,
      }),
    ),
  ])
  expect(names.length).toBeGreaterThan(1000)
  const found = names.filter(({ name }) => BANNED_NAMES.test(name.replace(/newsletter/i, '')))
  expect(found).toEqual([])
})

test('every guide starts with who it is for', () => {
  const pages = ['docs/guide', 'docs/operating'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  )
  const silent = pages.filter((page) => page.endsWith('.md') && !/^# .+\n\nFor .+\. At the end /.test(read(page)))
  expect(silent).toEqual([])
})

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function markdownFiles(): string[] {
  const inDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)
  const top = readdirSync(ROOT).concat('sdk/README.md', 'cli/README.md')
  return [...top, ...inDocs].filter((name) => name.endsWith('.md'))
}

function linesOf(path: string): string[] {
  return read(path)
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')
}

function withoutCode(line: string): string {
  return line.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']')
}

function sourceFiles(): string[] {
  return ['server', 'web', 'sdk', 'cli', 'mcp', 'audit', 'simulated'].flatMap((folder) =>
    readdirSync(join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|api-types/.test(name))
      .map((name) => `${folder}/src/${name}`),
  )
}

function commentedFiles(): string[] {
  const folders = [
    'audit',
    'bench',
    'cli',
    'editors',
    'engine',
    'mcp',
    'score',
    'scripts',
    'sdk',
    'server',
    'simulated',
  ]
  return [...folders, 'training', 'trials', 'web'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name) && !/(^|\/)(node_modules|dist)\/|api-types/.test(name))
      .filter((name) => basename(name) !== basename(import.meta.filename))
      .map((name) => `${folder}/${name}`),
  )
}

/** The lines of comments, and the titles of tests. */
function remarksOf(path: string): string[] {
  return [...read(path).matchAll(/^\s*(?:\/\/|\/?\*\*?) (.*)$|^\s*(?:test|it|describe)(?:\.\w+)?\('(.*)$/gm)].map(
    ([, comment, title]) => withoutCode(comment ?? title ?? ''),
  )
}

/** String literals with a space, and text between tags; comments and imports are left out. */
function stringsOf(path: string): string[] {
  return read(path)
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\*|\/\*|import )/.test(line))
    .flatMap((line) => [...line.matchAll(/'((?:[^'\\]|\\.)*)'|"([^"]*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}=]{3,})</g)])
    .map((match) => match.slice(1).find((part) => part !== undefined) ?? '')
    .filter((text) => text.includes(' ') && !text.includes('judgement.'))
    .map(withoutCode)
}

function descriptionsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    (key === 'description' || key === 'summary') && typeof value === 'string'
      ? [withoutCode(value)]
      : descriptionsOf(value),
  )
}
