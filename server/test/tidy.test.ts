// The rules of the code base, checked on the syntax tree of every source file: which imports are allowed, which code belongs in which
// files, and size limits. ARCHITECTURE.md describes the same rules.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isErrorStatus, isSql, memberText } from './findings.ts'
import { type Node, nodesOf, readSource, type Source } from './syntax.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The packages that each package or top folder may import, through their entry files. Tests may also use files in test/ of others. */
const PACKAGES: Record<string, string[]> = {
  engine: [],
  score: [],
  audit: ['engine', 'score'],
  simulated: [],
  sdk: ['engine'],
  mcp: [],
  cli: ['sdk', 'engine', 'score', 'audit', 'mcp', 'server', 'simulated'],
  server: ['engine', 'score', 'audit', 'mcp', 'sdk', 'simulated'],
  web: ['sdk', 'engine', 'score'],
  training: ['score'],
  bench: ['engine', 'score', 'server', 'simulated'],
  trials: ['engine', 'score', 'audit', 'sdk', 'server', 'simulated', 'bench'],
  scripts: ['engine', 'sdk', 'server', 'simulated'],
  editors: ['score'],
}

/** The folders that routes may import. */
const FEATURES = [
  'http',
  'billing',
  'ai',
  'audits',
  'draws',
  'accounts',
  'newsletter',
  'usage',
  'threads',
  'languagetool',
  'webhooks',
  'words',
]

/** The folders or files that each folder or file of the server's src may import, through the file with the folder's name. */
const MAY_IMPORT: Record<string, string[]> = {
  admin: ['commands', 'admin-run'],
  'admin-run': ['commands', 'config', 'billing', 'accounts', 'draws', 'usage', 'mail', 'db'],
  commands: ['config', 'ai', 'billing', 'accounts', 'draws', 'usage', 'mail', 'db'],
  main: ['app', 'config', 'db', 'threads', 'workers'],
  workers: [],
  app: ['services', 'watching', 'routes', 'http', 'ai', 'accounts', 'languagetool', 'config'],
  watching: ['services'],
  services: [...FEATURES, 'config', 'db', 'mail'],
  config: ['chat-settings', 'legal-texts'],
  'chat-settings': [],
  'legal-texts': [],
  routes: FEATURES,
  http: ['accounts', 'usage', 'db'],
  billing: ['db'],
  ai: ['db'],
  audits: ['ai', 'usage', 'threads', 'webhooks', 'db'],
  draws: ['db', 'usage'],
  accounts: ['db', 'mail', 'attempts', 'webhooks'],
  webhooks: ['db', 'attempts'],
  newsletter: ['db', 'mail', 'attempts'],
  attempts: ['db'],
  usage: ['db'],
  mail: ['db'],
  threads: [],
  languagetool: [],
  words: ['db'],
  db: [],
}
/** Folders that every folder may import from, file by file. */
const GROUND = ['ground', 'observability']

/** The same for score. */
const SCORE_MAY_IMPORT: Record<string, string[]> = {
  score: ['parts', 'analysis', 'certificate', 'balance', 'reading', 'scoring', 'evidence', 'encoder', 'lexicon'],
  parts: ['analysis', 'certificate', 'balance'],
  analysis: ['certificate', 'balance', 'scoring', 'evidence'],
  certificate: [],
  'api-shape': ['analysis'],
  kinds: ['evidence'],
  findings: ['analysis', 'certificate', 'evidence'],
  weights: ['score', 'scoring'],
  evidence: ['reading', 'scoring', 'lexicon', 'rewriting'],
  scoring: ['reading', 'encoder'],
  encoder: ['reading'],
  balance: ['reading'],
  rewriting: [],
  reading: [],
  lexicon: [],
}
const SCORE_GROUND = ['numbers', 'remember', 'certificate']

/** The same for the engine. */
const ENGINE_MAY_IMPORT: Record<string, string[]> = {
  engine: ['beacons', 'sequence', 'statistics', 'outcomes', 'receipts', 'prizes'],
  verify: ['outcomes', 'receipts', 'prizes'],
  prizes: ['beacons', 'outcomes', 'receipts'],
  receipts: ['beacons', 'outcomes'],
  beacons: [],
  sequence: ['statistics'],
  outcomes: ['statistics'],
  statistics: [],
}
const ENGINE_GROUND = ['aes', 'csv', 'fields', 'primitives', 'setting', 'sha']

/** The same for audit. */
const AUDIT_MAY_IMPORT: Record<string, string[]> = {
  audit: ['report', 'sets', 'measures', 'statistics'],
  report: ['sets', 'measures', 'statistics'],
  sets: [],
  measures: [],
  statistics: [],
}

/** The same for the command line. */
const CLI_LOWER = ['printing', 'judging', 'threads', 'reading']
const CLI_MAY_IMPORT: Record<string, string[]> = {
  main: ['cli'],
  cli: ['commands', 'completion', 'manual'],
  commands: [
    'audit',
    'certify',
    'check',
    'completion',
    'drawing',
    'fix',
    'login',
    'lsp',
    'mcp',
    'score',
    'serve',
    'service',
    'verify',
  ],
  ...Object.fromEntries(['audit', 'check', 'fix', 'lsp', 'score', 'verify'].map((name) => [name, CLI_LOWER])),
  certify: ['serve'],
  completion: [],
  drawing: [],
  login: [],
  manual: [],
  mcp: [],
  promptfoo: [],
  serve: [],
  service: [],
  printing: ['judging', 'reading'],
  judging: ['threads', 'reading'],
  threads: ['reading'],
  reading: [],
}
const CLI_GROUND = ['bounded-file', 'credentials', 'numbers', 'tables', 'terminal']

/** The features of the web application. They do not import each other; a page combines them. */
const WEB_FEATURES = [
  'account',
  'admin',
  'allocations',
  'analysis',
  'audits',
  'billing',
  'chat',
  'documents',
  'draws',
  'keys',
  'playground',
  'sheet',
  'usage',
  'verify',
  'webhooks',
  'welcome',
]
/** Parts that several features share. */
const WEB_PARTS = ['charts', 'marked', 'shell', 'kept']

/** The same for the web application. */
const WEB_MAY_IMPORT: Record<string, string[]> = {
  main: ['app', 'mantine.css', 'styles.css'],
  prerender: ['app'],
  app: ['pages', 'shell', 'theme'],
  pages: [...WEB_FEATURES, ...WEB_PARTS],
  ...Object.fromEntries(WEB_FEATURES.map((name) => [name, WEB_PARTS])),
  marked: ['shell'],
  charts: ['shell'],
  shell: ['kept'],
  kept: [],
  theme: [],
  'stored.d': [],
}
const WEB_GROUND = ['api', 'format', 'clock']

/** These packages use no clock, configuration, disk or network; only the given file may, or may import another package. */
const PURE: Record<string, RegExp> = {
  engine: /^beacons\/(?:beacons|round-times)\.ts$/,
  score: /^weights\.ts$/,
  audit: /^$/,
}

/** Code that is allowed only in the given files of the server's src. */
const ONLY_IN: { what: string; finds(source: Source): boolean; files: RegExp }[] = [
  {
    what: 'process.env',
    finds: uses('MemberExpression', (node) => memberText(node) === 'process.env'),
    files: /^(main|admin)\.ts$/,
  },
  { what: 'SQL', finds: uses('TaggedTemplateExpression', isSql), files: /(^|\/)store\.ts$|-store\.ts$|^db\// },
  { what: 'the Stripe library', finds: imports('stripe'), files: /^billing\/stripe\.ts$/ },
  {
    what: 'calls to other hosts',
    finds: (source) =>
      imports('undici')(source) ||
      imports('node:https')(source) ||
      uses('CallExpression', (node) => memberText(node.callee) === 'fetch')(source),
    files:
      /^ai\/providers\/|^languagetool\/upstream\.ts$|^draws\/(?:beacon-hosts|time-stamps)\.ts$|^webhooks\/posting\.ts$/,
  },
  {
    // Limits use countedFor, so that none of them forgets that one customer may have many networks.
    what: 'networks of addresses',
    finds: uses('CallExpression', (node) => memberText(node.callee) === 'networkOf'),
    files: /^ground\/network\.ts$|^http\/gate\.ts$|^accounts\/sign-in\/sign-in(-attempts)?\.ts$/,
  },
  {
    what: 'handlers of errors',
    finds: uses('CallExpression', (node) => memberText(node.callee).endsWith('.setErrorHandler')),
    files: /^http\/http\.ts$/,
  },
  {
    what: 'readers of bodies',
    finds: uses('CallExpression', (node) => memberText(node.callee).endsWith('.addContentTypeParser')),
    files: /^http\/body-reader\.ts$/,
  },
  {
    // Providers' statuses are not ours, and openapi-responses describes ours.
    what: 'HTTP statuses of errors',
    finds: uses('Literal', isErrorStatus),
    files: /^http\/(error-responses|document\/openapi-responses)\.ts$|^ai\/providers\/|^billing\/stripe\.ts$/,
  },
]

const FUNCTION_LINES_MAX = 70
const FILE_LINES_MAX = 400
/** WebAssembly as text has one instruction in a line. */
const INSTRUCTIONS_MAX = 550
/**
 * verify.py needs no other file for sequences, winners, dice, decks and chains, so AES and Ed25519 stand in it; a notebook needs no other
 * file than equipoise.py; the database replaces its functions together.
 */
const ONE_FILE_LINES_MAX: Readonly<Record<string, number>> = {
  'verify.py': 840,
  'equipoise.py': 500,
  'functions.sql': 450,
}
/** Nine of ten are at most this long. */
const FUNCTION_LINES_USUAL = 20
const FILE_LINES_USUAL = 210
const BANNED_NAMES = /^(utils?|helpers?|common|manager|types|index)\.(tsx?|mjs)$/

const sources = Object.keys(PACKAGES).flatMap((name) => sourceFiles(join(ROOT, name)).map(readSource))
const products = sources.filter(({ path }) => !isTest(path))

test('the sources are found', () => {
  for (const name of Object.keys(PACKAGES)) expect(sourcesOf(name).length, name).toBeGreaterThan(1)
})

describe('packages import each other only through their entry files', () => {
  test.each(Object.entries(PACKAGES))('%s', (name, allowed) => {
    const wrong = sourcesOf(name).flatMap((source) =>
      foreignImports(source).filter((one) => !isAllowed(source, one, allowed)),
    )
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })
})

describe('imports go downward, and a folder is imported through its entry file', () => {
  test.each([
    { name: 'server', table: MAY_IMPORT, ground: GROUND },
    { name: 'score', table: SCORE_MAY_IMPORT, ground: SCORE_GROUND },
    { name: 'engine', table: ENGINE_MAY_IMPORT, ground: ENGINE_GROUND },
    { name: 'audit', table: AUDIT_MAY_IMPORT, ground: ['rules'] },
    // Folders of these two are imported file by file.
    { name: 'cli', table: CLI_MAY_IMPORT, ground: CLI_GROUND, hasDoors: false },
    { name: 'web', table: WEB_MAY_IMPORT, ground: WEB_GROUND, hasDoors: false },
  ])('$name', ({ name, table, ground, hasDoors = true }) => {
    const wrong = products
      .filter(({ path }) => path.startsWith(join(ROOT, name, 'src/')))
      .flatMap((source) => climbs(source, { src: join(ROOT, name, 'src'), table, ground, hasDoors }))
    expect(wrong).toEqual([])
  })

  test('there are no import cycles', () => {
    expect(circlesAmong(sources)).toEqual([])
  })
})

describe('engine, score and audit are pure', () => {
  const IMPURE = ['process', 'performance', 'setTimeout', 'setInterval', 'fetch', 'localStorage', 'window']

  test.each(Object.entries(PURE))('%s', (name, exempt) => {
    const inside = products.filter(({ path }) => path.startsWith(join(ROOT, name, 'src/')))
    const wrong = inside
      .filter(({ path }) => !exempt.test(relative(join(ROOT, name, 'src'), path)))
      .flatMap((source) =>
        [
          ...source.imports.filter((target) => !/^(\.|@equipoise\/)/.test(target)),
          ...nodesOf(source.tree, 'CallExpression', 'MemberExpression', 'NewExpression')
            .map(({ node }) => memberText(node.type === 'MemberExpression' ? node : node.callee))
            .filter(
              (text) => IMPURE.includes(text.split('.', 1)[0] ?? '') || /^(Date(\.now)?|Math\.random)$/.test(text),
            ),
        ].map((what) => `${relative(ROOT, source.path)} uses ${what}`),
      )
    expect(wrong).toEqual([])
  })
})

describe('some code is allowed in its own files only', () => {
  test.each(ONLY_IN)('$what', ({ finds, files }) => {
    const src = join(ROOT, 'server/src')
    const found = products
      .filter(({ path }) => path.startsWith(`${src}/`))
      .filter(finds)
      .map(({ path }) => relative(src, path))
    expect(found.filter((name) => !files.test(name))).toEqual([])
    expect(found.filter((name) => files.test(name)).length, 'the rule finds its owner').toBeGreaterThan(0)
  })
})

describe('sizes and names', () => {
  const measured = products.filter(({ path }) => !isData(path))

  test('no file is longer than its budget', () => {
    expect(
      measured
        .filter(({ lines }) => lines > FILE_LINES_MAX)
        .map(({ path, lines }) => `${relative(ROOT, path)} (${lines} lines)`),
    ).toEqual([])
    const folders = ['clients', 'docs', 'engine', 'score', 'server', 'training', 'web'].map((folder) =>
      join(ROOT, folder),
    )
    const others = folders.flatMap((folder) => filesIn(folder, /\.(css|py|sql|wat)$/))
    expect(others.length).toBeGreaterThan(40)
    const linesMax = (path: string) => {
      return ONE_FILE_LINES_MAX[basename(path)] ?? (path.endsWith('.wat') ? INSTRUCTIONS_MAX : FILE_LINES_MAX)
    }
    expect(others.filter((path) => readFileSync(path, 'utf8').split('\n').length > linesMax(path) + 1)).toEqual([])
  })

  test('no function is longer than its budget', () => {
    const long = measured.flatMap(({ path, functions }) =>
      functions
        .filter(({ lines }) => lines > FUNCTION_LINES_MAX)
        .map(({ name, line, lines }) => `${relative(ROOT, path)}:${line} ${name} (${lines} lines)`),
    )
    expect(long).toEqual([])
  })

  test('most files and functions are far shorter', () => {
    expect(ninthTenth(measured.map(({ lines }) => lines))).toBeLessThanOrEqual(FILE_LINES_USUAL)
    expect(ninthTenth(measured.flatMap(({ functions }) => functions.map(({ lines }) => lines)))).toBeLessThanOrEqual(
      FUNCTION_LINES_USUAL,
    )
  })

  test('no file has a meaningless name', () => {
    expect(sources.map(({ path }) => basename(path)).filter((name) => BANNED_NAMES.test(name))).toEqual([])
  })

  test('no default exports, except if a tool needs one', () => {
    const found = products.filter(({ hasDefaultExport }) => hasDefaultExport).map(({ path }) => relative(ROOT, path))
    expect(found.filter((name) => !/^web\/(vite\.config\.ts$|src\/pages\/)|^editors\/textlint\//.test(name))).toEqual(
      [],
    )
  })
})

function sourcesOf(name: string): Source[] {
  return sources.filter(({ path }) => path.startsWith(join(ROOT, name, '/')))
}

function sourceFiles(folder: string): string[] {
  return filesIn(folder, /\.(tsx?|mjs)$/)
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name))
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/(test|e2e|trials)\//.test(path)
}

/** Word lists and generated files count as data, whatever their extension. */
function isData(path: string): boolean {
  return /\/lexicon\/|api-types\.ts$|kernel-binary\.ts$/.test(path)
}

interface Foreign {
  readonly from: string
  readonly to: string
  /** The package or top folder of the target, and the rest of the path; '' for the package itself. */
  readonly owner: string
  readonly rest: string
}

/** The imports of a file that leave its package, by name or by path. */
function foreignImports({ path, imports: targets }: Source): Foreign[] {
  const from = relative(ROOT, path)
  return targets.flatMap((to) => {
    const named = /^(?:@equipoise\/|(?=equipoise$))([^/]+)\/?(.*)$/.exec(to)
    const [owner = '', rest = ''] = named ? [named[1] === 'equipoise' ? 'cli' : named[1], ''] : splitPath(path, to)
    return owner === '' || owner === from.split('/', 1)[0] ? [] : [{ from, to, owner, rest }]
  })
}

function splitPath(path: string, to: string): [owner: string, rest: string] {
  if (!to.startsWith('.')) return ['', '']
  const [owner = '', ...rest] = relative(ROOT, resolve(dirname(path), to)).split('/')
  return [owner, rest.join('/')]
}

/** Packages are imported by name, except the server, whose entry files are imported by path. All may use a package's test data. */
function isAllowed({ path }: Source, { owner, rest, from }: Foreign, allowed: readonly string[]): boolean {
  if (/^test\/(data\/)?/.test(rest) && (isTest(path) || /^(training|bench)\//.test(from))) return true
  if (isTest(path) && /^(scripts|training)$/.test(owner)) return true
  // Trials may import any file of the server, as its own tests do.
  if (from.startsWith('trials/') && owner === 'server') return true
  if (!allowed.includes(owner) && !(isTest(path) && owner !== 'web')) return false
  return rest === '' || (owner === 'server' && (rest === 'dist/main.js' || isDoor(rest.replace(/^src\//, ''))))
}

/** An entry file has the name of its folder. In threads/, each kind of work has its own. */
function isDoor(name: string): boolean {
  const [room = '', ...rest] = name.split('/')
  if (rest.length === 0 || ['routes', ...GROUND].includes(room)) return true
  const [file = '', folder = room] = rest.toReversed()
  return file === `${folder}.ts` && (rest.length === 1 || room === 'threads')
}

interface Floors {
  readonly src: string
  readonly table: Record<string, readonly string[]>
  readonly ground: readonly string[]
  readonly hasDoors: boolean
}

function climbs({ path, imports: targets }: Source, { src, table, ground, hasDoors }: Floors): string[] {
  const own = relative(src, path)
  const room = roomOf(own)
  const allowed = ground.includes(room) ? [] : table[room]
  if (allowed === undefined) return [`${own} is in no row of the table`]
  return targets
    .filter((to) => to.startsWith('.'))
    .map((to) => relative(src, resolve(dirname(path), to)))
    .filter((other) => roomOf(other) !== room && !ground.includes(roomOf(other)))
    .filter((other) => !allowed.includes(roomOf(other)) || (hasDoors && !isDoor(other)))
    .map((other) => `${own} imports ${other}`)
}

function roomOf(name: string): string {
  return name.includes('/') ? (name.split('/', 1)[0] ?? name) : name.replace(/\.(tsx?|mjs)$/, '')
}

function imports(specifier: string): (source: Source) => boolean {
  return ({ imports: targets }) => targets.includes(specifier)
}

function uses(type: string, matches: (node: Node, parents: readonly Node[]) => boolean): (source: Source) => boolean {
  return ({ tree }) => nodesOf(tree, type).some(({ node, parents }) => matches(node, parents))
}

/** Import cycles. */
function circlesAmong(all: readonly Source[]): string[] {
  const targetsOf = new Map(
    all.map(({ path, imports: targets }) => [path, targets.flatMap((to) => fileOf(path, to))] as const),
  )
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    const again = trail.indexOf(path)
    if (again >= 0) found.push([...trail.slice(again), path].map((one) => relative(ROOT, one)).join(' → '))
    if (again >= 0 || done.has(path)) return
    for (const target of targetsOf.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const { path } of all) visit(path, [])
  return found
}

function fileOf(path: string, to: string): string[] {
  if (!to.startsWith('.')) return []
  const target = resolve(dirname(path), to)
  return existsSync(target) ? [target] : []
}

function ninthTenth(lengths: readonly number[]): number {
  return lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length * 0.9)] ?? 0
}
