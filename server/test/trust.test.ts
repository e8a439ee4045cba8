// The pages that promise something name the tests that prove it; this checks that these tests exist.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Node, nodesOf, readSource } from './syntax.ts'

const ROOT = join(import.meta.dirname, '../..')
const PARTS: string[] = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).workspaces
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** By file name, so that a page stays valid when a file moves. Files of the same name count as one. */
const testFiles = new Map<string, string>()
for (const part of [...PARTS.flatMap((name) => [`${name}/src`, `${name}/test`, `${name}/e2e`]), 'trials']) {
  for (const path of listed(part).filter((name) => /\.test\.tsx?$/.test(name))) {
    const name = basename(path)
    testFiles.set(name, (testFiles.get(name) ?? '') + read(join(part, path)))
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder), { recursive: true }) as string[]
  } catch {
    return []
  }
}

test('every promise of the trust page has a test with that title', () => {
  const rows = read('docs/operating/trust.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:promise|badge) /.test(line))
  expect(rows.length).toBeGreaterThan(30)
  for (const row of rows) {
    const [, file = '', title = ''] = /^\| [^|]+ \| (?:[^|]+ \| [^|]+ \| )?`([\w.-]+)`: ([^|]+) \|$/.exec(row) ?? []
    expect(testFiles.get(file), `${row}: there is no such file`).toBeDefined()
    // The title in the test's source, in quotes.
    const isThere = [`'${title}'`, `"${title}"`, `\`${title}\``].some((one) => testFiles.get(file)?.includes(one))
    expect(isThere, `${row}: the file has no test with this title`).toBe(true)
  }
})

/** The constants and functions whose texts are headlines, badges or verdicts. */
const VERDICTS: readonly (readonly [file: string, names: string])[] = [
  ['engine/src/receipts/headlines.ts', 'PROOFS'],
  ['engine/src/prizes/verify-prize.ts', 'PRIZE_VERDICTS'],
  ['web/src/pages/prize.tsx', 'STANDINGS'],
  ['audit/src/report/conclusion.ts', 'COMPARISON CONTROL whyWithheld'],
  ['audit/src/report/html.ts', 'VERDICT'],
  ['audit/src/report/source.ts', 'subjectOf'],
  ['audit/src/rules.ts', 'VERDICTS'],
  ['cli/src/audit/text.ts', 'STATUS'],
  ['cli/src/audit/verifying.ts', 'SENTENCE'],
  ['web/src/audits/audit-words.ts', 'CONCLUSIONS'],
  ['web/src/verify/receipt-checks.tsx', 'TITLES'],
  ['web/src/verify/chain-checks.tsx', 'WORDS'],
  ['web/src/pages/result.tsx', 'othersSentence publishedWords'],
  ['web/src/chat/attempt-words.ts', 'rejectedWords'],
]
/** Verdicts that stand amid other code, which must still say them. */
const AMID: readonly (readonly [file: string, text: string])[] = [
  ['audit/src/report/html.ts', 'No conclusion'],
  ['audit/src/report/html.ts', 'Worse than the baseline.'],
  ['audit/src/report/conclusion.ts', 'allow no conclusion: '],
  ['audit/src/report/conclusion.ts', ', to prompts that are not ours,'],
  ['audit/src/report/source.ts', 'The signer did not ask the model.'],
  ['audit/src/report/source.ts', 'The signer asked the model '],
  ['audit/src/report/seed.ts', "The sample's seed was chosen by the account; nothing shows that it was the first."],
  ['audit/src/report/seed.ts', "The sample's seed was fixed beforehand: "],
  ['audit/src/report/verify.ts', 'Nobody whom you trust signed that it is so: '],
  ['server/src/routes/texts/guarding.ts', 'The wording is neutral enough.'],
  ['server/src/routes/texts/guarding.ts', 'Not scored, so not blocked: '],
  ['cli/src/verify.ts', 'FAILED: see above'],
  ['cli/src/verify.ts', 'not verified: see above'],
  ['cli/src/printing/report.ts', 'not judged: too little text'],
  ['cli/src/printing/report.ts', 'not scored: not in English'],
  ['cli/src/printing/report.ts', 'none below the minimum'],
  ['cli/src/printing/report.ts', 'without a score'],
  ['web/src/verify/chain-checks.tsx', 'A check failed'],
  ['web/src/verify/chain-checks.tsx', 'Not verified yet'],
  ['web/src/pages/editor/gauge.tsx', 'certified'],
  ['web/src/chat/attempts.tsx', 'certified'],
  ['server/src/draws/published.ts', 'This result was withdrawn '],
  ['web/src/verify/chain-checks.tsx', 'complete'],
  ['web/src/playground/results.tsx', 'STABLE'],
]

/** The texts in a constant or function: those with a space, two underscores or a capital. Others are colours and words of code. */
function textsIn(file: string, name: string): string[] {
  const declared = nodesOf(readSource(join(ROOT, file)).tree, 'VariableDeclarator', 'FunctionDeclaration').filter(
    ({ node }) => (node.id as Node | null)?.name === name,
  )
  if (declared.length !== 1) throw new Error(`${file} has no ${name}`)
  const texts = declared
    .flatMap((one) => nodesOf(one.node, 'Literal', 'TemplateElement'))
    .flatMap(({ node }) => {
      const text = node.type === 'TemplateElement' ? (node.value as { cooked: string }).cooked : node.value
      return typeof text === 'string' && !/^[a-z]+_[a-z]+$/.test(text) ? [text.trim().replace(/^[.,:]+ ?/, '')] : []
    })
  return texts.filter((text) => text.length > 3 && /[ _A-Z]/.test(text))
}

test('every headline, badge and verdict of the code is in the table of the trust page', () => {
  const table = read('docs/operating/trust.md').toLowerCase()
  const texts = VERDICTS.flatMap(([file, names]) => names.split(' ').flatMap((name) => textsIn(file, name)))
  expect(texts.length).toBeGreaterThan(60)
  expect(texts.filter((text) => !table.includes(text.toLowerCase()))).toEqual([])
  for (const [file, text] of AMID) expect(read(file), text).toContain(text)
  expect(AMID.filter(([, text]) => !table.includes(text.trim().toLowerCase()))).toEqual([])
})

/** Words of seals, as people read them. */
const SEAL =
  /\b(?:un)?(?:certifie[ds]|certificate|certification|even-handed|genuine|proven|trustworthy|verifie[ds]|verifiable)\b/i
/** Words of code, and paths. */
const NOT_SHOWN = /^(?:unverified|\S*\.ts)$/
/** Texts with such a word that claim nothing of a text, a draw or a model: a seal that is refused, a question, the name of the set. */
const CLAIMS_NOTHING = [
  /withholds the certificate|isn’t certified|^not certified$|^certification\.$/,
  /even-handed\?|model (?:that )?is even-handed|^Even-handed answers|^the same about both sides|Even-handed 1|^even-handed, or a file/,
  /has not verified your email|receipt can be verified|misses attacks in plain words/,
]

test('every text of the screens, the command line and the reports with the word of a seal is in the table', () => {
  const table = read('docs/operating/trust.md').toLowerCase()
  const texts = ['web/src', 'cli/src', 'audit/src', 'mcp/src', 'server/src/mail', 'server/src/newsletter'].flatMap(
    (part) =>
      listed(part)
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.endsWith('.d.ts'))
        .flatMap((name) => sealsIn(join(part, name))),
  )
  expect(texts.length).toBeGreaterThan(20)
  const missing = texts.filter(
    ({ text }) => !table.includes(text.toLowerCase()) && !CLAIMS_NOTHING.some((one) => one.test(text)),
  )
  expect(missing.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

function sealsIn(file: string): { file: string; text: string }[] {
  return nodesOf(readSource(join(ROOT, file)).tree, 'Literal', 'TemplateElement', 'JSXText').flatMap(({ node }) => {
    const value = node.type === 'TemplateElement' ? (node.value as { cooked: string }).cooked : node.value
    const text =
      typeof value === 'string'
        ? value
            .trim()
            .replace(/\s+/g, ' ')
            .replace(/^[.,:]+ ?/, '')
        : ''
    return SEAL.test(text) && !NOT_SHOWN.test(text) ? [{ file, text }] : []
  })
}

test('every test that SECURITY.md names exists', () => {
  const named = [...read('SECURITY.md').matchAll(/`([\w.-]+\.test\.ts)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((file) => !testFiles.has(file))).toEqual([])
})
