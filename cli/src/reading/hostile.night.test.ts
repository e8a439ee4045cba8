// Documents made to keep a parser busy: reading them must not take quadratic time.
import { expect, test } from 'vitest'
import { readProse } from './reading.ts'

const DEEP = 100_000
const MB = 1_000_000

test.each([
  ['brackets', 'a.md', '['.repeat(DEEP)],
  ['closed brackets', 'a.md', '['.repeat(DEEP) + ']'.repeat(DEEP)],
  ['pictures', 'a.md', '![a]('.repeat(DEEP)],
  ['quotations', 'a.md', '>'.repeat(DEEP)],
  ['lists', 'a.md', '- '.repeat(DEEP)],
  ['nested lists', 'a.md', Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
  ['emphasis', 'a.md', '_a*'.repeat(DEEP)],
  ['back-ticks', 'a.md', Array.from({ length: 1_000 }, (_, count) => `${'`'.repeat(count)} a`).join(' ')],
  ['containers', 'a.md', ':::a\n'.repeat(DEEP)],
  ['footnotes', 'a.md', '[^a]: '.repeat(DEEP)],
  ['a wide table', 'a.md', `${'|a'.repeat(10_000)}\n${'|-'.repeat(10_000)}\n${'|b'.repeat(10_000)}\n`],
  ['formulas', 'a.md', '$$ \\( \\[ $a '.repeat(20_000)],
  ['open tags', 'a.html', '<div '.repeat(DEEP)],
  ['nested tags', 'a.html', '<b>'.repeat(DEEP)],
  ['open comments', 'a.html', '<!-- '.repeat(DEEP)],
  ['cells', 'a.html', '<table><td>'.repeat(20_000)],
  ['braces', 'a.mdx', '{'.repeat(DEEP)],
  ['components', 'a.mdx', '<A b={'.repeat(DEEP)],
  ['strings in braces', 'a.mdx', '{"'.repeat(DEEP)],
  ['modules', 'a.mdx', 'export const a = {\n'.repeat(5_000)],
  ['directives', 'a.rst', '.. note:: '.repeat(DEEP)],
  ['bars', 'a.rst', '|a '.repeat(DEEP)],
  ['comments', 'a.ts', '/*'.repeat(DEEP)],
  ['quotes', 'a.ts', '"\''.repeat(DEEP)],
  ['commands', 'a.tex', '\\begin{verbatim} $ \\cite{'.repeat(10_000)],
  ['remarks that never end', 'a.md', `<!-- equipoise-ignore${' '.repeat(60)}`.repeat(2_000)],
  ['remarks', 'a.md', '<!-- equipoise-ignore -->\n'.repeat(20_000)],
  ['a remark and blanks', 'a.md', `<!-- equipoise-ignore${' '.repeat(MB)}`],
  ['empty lines', 'a.md', '\n'.repeat(MB)],
  ['front matter', 'a.md', `---\n${'--- a\n'.repeat(DEEP)}`],
  ['links in a heading', 'a.md', `# ${']('.repeat(DEEP)}`],
  ['roles', 'a.rst', ':a'.repeat(MB / 2)],
  ['options', 'a.rst', `-a${', ---'.repeat(DEEP)}!`],
  ['underlines', 'a.rst', `${'='.repeat(MB)}!`],
  ['lines that could be code', 'a.ts', '// )\n'.repeat(DEEP)],
  ['brackets and empty lines', 'a.ts', `/* )${'\n'.repeat(DEEP)} */`],
  ['stars', 'a.ts', `/${'*'.repeat(MB)}`],
  ['tags of documentation', 'a.ts', `// ${'@a {'.repeat(DEEP)}`],
  ['trailers', 'COMMIT_EDITMSG', `${'A'.repeat(DEEP)}: ${'a '.repeat(DEEP)}`],
  ['environments', 'a.tex', '\\begin{math}\\end{math} '.repeat(DEEP)],
  ['options of commands', 'a.tex', '\\cite[a]['.repeat(DEEP)],
  ['formulas of TeX', 'a.tex', '\\[ \\( '.repeat(DEEP)],
  ['a word without end', 'a.txt', 'a'.repeat(10 * MB)],
  ['names without end', 'a.txt', 'a_'.repeat(MB)],
  ['dots without end', 'a.txt', 'a.a'.repeat(MB)],
  ['dashes without end', 'a.txt', ' -a--a'.repeat(MB / 2)],
])('%s, nested or repeated many times, take seconds at most', (_what, path, text) => {
  // CPU time of this process, because wall-clock time depends on what else the machine does.
  const before = process.cpuUsage()
  expect(readProse(path, text).text).toHaveLength(text.length)
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000)
})
