// The rules of the house, executed over the source: who may import whom, what may stand where, how large a thing may be.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SRC = join(ROOT, 'server/src')

/** Room → the rooms it may import from. `errors`, `brand`, `plans` and `secret` are the ground: everybody's. */
const MAY_IMPORT: Record<string, string[]> = {
  main: ['app', 'config', 'db', 'kept-secret'],
  app: ['config', 'routes', 'http', 'billing', 'ai', 'draws', 'accounts', 'usage', 'pool', 'sandbox', 'db', 'mail'],
  config: ['chat-settings'],
  'chat-settings': [],
  'kept-secret': [],
  routes: ['http', 'billing', 'ai', 'draws', 'accounts', 'usage', 'pool', 'sandbox'],
  http: ['accounts', 'usage', 'db'],
  billing: ['db'],
  sandbox: ['db'],
  ai: ['db'],
  draws: ['db', 'usage'],
  accounts: ['db', 'mail'],
  usage: ['db'],
  mail: ['db'],
  pool: [],
  db: [],
}
const GROUND = ['errors', 'brand', 'filter-mode', 'plans', 'secret', 'sealed']

/** Words that may stand only in the files given. */
const ONLY_IN: { what: string; pattern: RegExp; files: RegExp }[] = [
  { what: 'process.env', pattern: /\bprocess\.env\b/, files: /^main\.ts$/ },
  { what: 'SQL', pattern: /\b(sql|tx)(\.prepared\([^)]*\))?(<[^`]*>)?`/, files: /(^|\/)store\.ts$|-store\.ts$|^db\// },
  { what: 'the Stripe library', pattern: /from 'stripe'/, files: /^billing\/stripe\.ts$/ },
  { what: 'calls to other hosts', pattern: /from 'undici'|\bfetch\(/, files: /^ai\/providers\// },
  {
    what: 'HTTP statuses of refusals',
    pattern: /\b(unauthenticated|quota_spent): \d{3}\b/,
    files: /^http\/refusals\.ts$/,
  },
]

const FUNCTION_LINES_MAX = 70
const FILE_LINES_MAX = 400
const BANNED_NAMES = /^(utils?|helpers?|common|manager|types|index)\.tsx?$/

const files = sourceFiles(SRC)

test('the source is read at all', () => {
  expect(files.length).toBeGreaterThan(20)
})

describe('imports go downward, and a folder is entered by its door', () => {
  test.each(files.filter(isProduct).map((path) => [relative(SRC, path), path]))('%s', (name, path) => {
    const room = roomOf(name)
    for (const target of importsOf(path)) {
      const other = relative(SRC, target)
      const otherRoom = roomOf(other)
      if (otherRoom === room) continue
      if (GROUND.includes(otherRoom)) continue
      expect(MAY_IMPORT[room], `${room} is a room of its own in the table`).toBeDefined()
      expect(MAY_IMPORT[room], `${name} imports ${other}`).toContain(otherRoom)
      if (other.includes('/') && otherRoom !== 'routes')
        expect(basename(other), `${name} enters by the door`).toBe(`${otherRoom}.ts`)
    }
  })
})

describe('one owner a thing', () => {
  test.each(ONLY_IN)('$what', ({ pattern, files: allowed }) => {
    const strangers = files
      .filter(isProduct)
      .map((path) => relative(SRC, path))
      .filter((name) => !allowed.test(name) && pattern.test(withoutComments(readFileSync(join(SRC, name), 'utf8'))))
    expect(strangers).toEqual([])
  })
})

describe('sizes and names', () => {
  const everywhere = [
    ...files,
    ...[
      'engine/src',
      'score/src',
      'simulated/src',
      'sdk/src',
      'cli/src',
      'web/src',
      'training',
      'bench',
      'scripts',
    ].flatMap((folder) => sourceFiles(join(ROOT, folder))),
  ]

  test('no file is longer than its budget', () => {
    const long = everywhere.filter(
      (path) => readFileSync(path, 'utf8').split('\n').length > FILE_LINES_MAX && !isData(path),
    )
    expect(long.map((path) => relative(ROOT, path))).toEqual([])
  })

  test('no function is longer than its budget', () => {
    const long = files.filter(isProduct).flatMap((path) => longFunctions(path))
    expect(long).toEqual([])
  })

  test('no file has a name that says nothing', () => {
    expect(everywhere.map((path) => basename(path)).filter((name) => BANNED_NAMES.test(name))).toEqual([])
  })

  test('no default exports in the server', () => {
    const found = files.filter((path) => isProduct(path) && /^export default /m.test(readFileSync(path, 'utf8')))
    expect(found).toEqual([])
  })
})

function sourceFiles(folder: string): string[] {
  let entries: string[]
  try {
    entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
  return entries
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name))
}

function isProduct(path: string): boolean {
  return !path.endsWith('.test.ts')
}

/** Word lists and generated files are data, whatever their ending. */
function isData(path: string): boolean {
  return /\/lexicon\/|api-types\.ts$|\.test\.tsx?$/.test(path)
}

function roomOf(name: string): string {
  return name.includes('/') ? (name.split('/', 1)[0] ?? name) : name.replace(/\.ts$/, '')
}

function importsOf(path: string): string[] {
  const code = withoutComments(readFileSync(path, 'utf8'))
  return [...code.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, target]) =>
    resolve(dirname(path), target ?? ''),
  )
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

/** Counts from a top-level `function` to the closing brace in the first column. */
function longFunctions(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  const found: string[] = []
  let start = -1
  for (const [at, line] of lines.entries()) {
    if (/^(export )?(async )?function\*? /.test(line)) start = at
    if (line === '}' && start >= 0) {
      if (at - start + 1 > FUNCTION_LINES_MAX)
        found.push(`${relative(ROOT, path)}:${start + 1} (${at - start + 1} lines)`)
      start = -1
    }
  }
  return found
}
