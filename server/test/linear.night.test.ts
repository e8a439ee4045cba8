import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { analyze } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import { parseSync } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'

// No text can block a node, an editor or a build: every regular expression takes linear time. A checker examines each literal with an
// unbounded repetition, without exceptions.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Literal {
  readonly at: string
  readonly pattern: string
  readonly flags: string
}

let check: typeof import('recheck').check
beforeAll(async () => {
  process.env.RECHECK_BACKEND = 'pure'
  ;({ check } = await import('recheck'))
})

describe('every regular expression over texts of callers', () => {
  const literals = sourceFiles().flatMap(literalsIn)

  it('is found: there are many', () => {
    expect(literals.length).toBeGreaterThan(300)
  })

  it.each(literals.filter(({ pattern }) => isUnbounded(pattern)))('is linear: $at', async ({ pattern, flags }) => {
    // The checker does not know the flag `d`, which only adds positions to a match.
    const found = await check(pattern, flags.replace('d', ''), { timeout: 20_000 })
    expect(found.status, `/${pattern}/${flags} ${JSON.stringify(found)}`).not.toBe('vulnerable')
  })
})

describe('the reading of a text', () => {
  const model = readModel('permissive')
  /** What made a scorer slow before, and what its expressions start with. */
  const worst = [
    '`a a a',
    '`aa bb,',
    '<!--',
    '<a href="',
    '<a ',
    '<a x=1 ',
    'a b c ',
    'a.b.',
    'a1b@',
    'a*',
    '*#AAA',
    '#Aa',
    '&amp;',
    '\u202ea',
    'a\u{1f525}',
    'ъ',
    'аa',
    '"a ',
    '\u2018a',
    '```\n~~~\n',
    'a. ',
    'A. b. ',
    '$a',
    '@',
    'www.',
    'http://',
    "a'",
    "```\nA'''' b c d =\n```\n",
    ' \t[a]: ',
    '   ](#a) .. _a: ',
    '```\n\t\tx\n```\n',
    'not ',
    '  \n',
    '1.',
    'é\u0301',
    '<\u200b',
  ]

  // Backtracking fails every time; a busy machine does not.
  it.each(worst)('grows in proportion to it: %j', { retry: 4 }, (piece) => {
    const time = (characters: number): number => {
      const text = piece.repeat(Math.ceil(characters / piece.length))
      let best = Number.POSITIVE_INFINITY
      for (let run = 0; run < 2; run++) {
        const start = performance.now()
        analyze(model, text)
        best = Math.min(best, performance.now() - start)
      }
      return best
    }
    time(1_000)
    // Ten times the text may take ten times as long, but a hundred times with backtracking; the rest is tolerance for a busy machine.
    expect(time(100_000)).toBeLessThan(40 * time(10_000) + 1_000)
  })
})

function sourceFiles(): string[] {
  const folders = ['audit', 'cli', 'engine', 'mcp', 'score', 'sdk', 'server', 'web'].map((name) => `${name}/src`)
  const listed = execFileSync('git', ['ls-files', ...folders], { cwd: ROOT, encoding: 'utf8' })
  return listed
    .trim()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
}

function literalsIn(file: string): Literal[] {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8')
  const found: Literal[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, regex, start } = node as { type?: string; regex?: Omit<Literal, 'at'>; start?: number }
    if (type === 'Literal' && regex) found.push({ at: `${file}:${text.slice(0, start).split('\n').length}`, ...regex })
    for (const part of Object.values(node)) walk(part)
  }
  walk(parseSync(file, text).program)
  return found
}

/** Without an unbounded repetition every attempt reads a bounded length, which is linear. */
function isUnbounded(pattern: string): boolean {
  const bare = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  return /[*+]|\{\d+,\}/.test(bare)
}
