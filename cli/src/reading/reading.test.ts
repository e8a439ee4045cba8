import { expect, test } from 'vitest'
import { readProse } from './reading.ts'

/** The prose, with runs of spaces collapsed. */
const prose = (path: string, text: string) => readProse(path, text).text.replace(/\s+/g, ' ').trim()

test.each(['a.md', 'a.html', 'a.rst', 'a.txt', 'a.mdx'])('positions in %s stay those of the file', (path) => {
  const text =
    '---\ntitle: x\n---\n\n# One\n\n<p class="x">two `code` [three](http://x.y)</p>\n\n.. code:: js\n\n   four\n\nfive::\n\n    six\n\r\nseven'
  const read = readProse(path, text).text
  expect(read).toHaveLength(text.length)
  for (const word of ['two', 'seven']) expect(read.indexOf(word)).toBe(text.indexOf(word))
})

test('Markdown: no front matter, code, addresses, definitions or rules', () => {
  const text = `---
title: Front
---
# Heading

Read \`code\` and [a link](https://x.y/path(1) "title") or [another][ref], <https://x.y/z>, ![a picture](p.png).

\`\`\`js
fenced()
\`\`\`

- item

      continued item

    indented()

> quoted

[ref]: https://x.y "t"

| left | right |
|------|:-----:|
| a | b |
`
  expect(prose('a.md', text)).toBe('Read and a link or another , , . item quoted')
  expect(prose('a.md', 'Text.\n\n    indented()\n\n~~~\nopen fence\n')).toBe('Text.')
})

test('Markdown: tables of values are not prose, and cells with a sentence are separated', () => {
  const row = (first: string, second: string) => `| name | meaning |\n|---|---|\n| ${first} | ${second} |\n`
  expect(prose('a.md', row('`min`', 'true'))).toBe('')
  expect(prose('a.md', row('only', 'the smallest number of words'))).toBe('the smallest number of words')
  const read = readProse('a.md', row('This cell has four words', 'and so has this one')).text
  expect(read).toMatch(/words \n+ and so/)
})

test.each([
  ['alerts', '> [!NOTE]\n> Text.', 'Text.'],
  ['footnotes', 'Text[^bad] here.\n\n[^bad]: A footnote is prose.', 'Text here. : A footnote is prose.'],
  ['macros and tags of templates', 'See {{ jsxref("Array") }} and {% if only %}this{% endif %}.', 'See and this .'],
  ['emoji by name', 'Done :tada: today.', 'Done today.'],
  [
    'formulas',
    'Let $x_1 = y$ hold.\n\n$$\n\\frac{bad}{worse}\n$$\n\nIt costs $5 or $6.',
    'Let hold. It costs $5 or $6.',
  ],
  ['flags', 'Use --only-bad or -f here, a well-known --force=true.', 'Use or here, a well-known .'],
  ['names from code', 'Call onlyBad(), snake_case, fs.readFile and ./a/b.js in useState.', 'Call , , and in .'],
  ['labels of notes', '**NOTE:** Text.\n\nWarning: more text.', ': Text. : more text.'],
  ['directives', ':::danger[Title]{.bad}\nText :abbr[HTML]{title=bad}.\n:::', 'Title Text HTML .'],
  [
    'headings of one or two words',
    '# Agenda\n\nText.\n\nThe Plan\n---\n\n## How it was done\n\nText.',
    'Text. How it was done Text.',
  ],
  ['badges', '[![build passing](a.svg)](http://x.y) Text.', 'Text.'],
  ['HTML in Markdown', '<p align="center"><b>Bold</b> text</p>\n\nMore <kbd>x</kbd> text.', 'Bold text More x text.'],
  ['comments', 'One. <!-- hidden --> Two.\n\n<!--\nhidden\n-->\n', 'One. Two.'],
])('Markdown: %s', (_what, text, expected) => {
  expect(prose('a.md', text)).toBe(expected)
})

test.each([
  ['doctests', 'a.rst', 'Text.\n\n>>> kill_all(bad)\nthe ugly result\n\nMore text.', 'Text. More text.'],
  ['front matter', 'a.rst', '---\ntitle: The ugly truth\n---\n\nText.', 'Text.'],
  [
    'no front matter',
    'a.txt',
    '---\n\nThe text between two rules.\n\n---\nMore.',
    '--- The text between two rules. --- More.',
  ],
  ['translations', 'a.md', '[English](a.md) | [Deutsch](b.md) | Français\n\nText.', 'Text.'],
  ['translations in a list', 'a.md', 'Languages: [English](a.md), [Deutsch](b.md)\n\nText.', 'Text.'],
  ['lines of links', 'a.rst', '`The docs <x.y>`_ · `The code <x.z>`_\n\nText.', 'Text.'],
  ['no line of links', 'a.md', 'Read [this](a.md) and [that](b.md).', 'Read this and that .'],
  [
    'references',
    'a.md',
    '1. Smith, J. A., and Doe, P. (2019). The ugly war.\n   Journal of Wars, 3, 14.\n\nSmith wrote in 2019.',
    'Smith wrote in 2019.',
  ],
  [
    'tables of contents',
    'a.txt',
    '3.1 The Ugly Truth ......... 14\nIt was late ... 14 came.',
    'It was late ... 14 came.',
  ],
])('no prose: %s', (_what, path, text, expected) => {
  expect(prose(path, text)).toBe(expected)
})

test('text that looks a little like code is prose', () => {
  for (const text of [
    'He and/or she, e.g. the U.S. Senator McCarthy, paid $5.',
    'It is 5 < 6 and 7 > 3.',
    'This is the end.Then it goes on -- and on - and on.',
    'Note that the hour is late: 12:30:45.',
    '#StopTheSteal is a hashtag.',
  ])
    expect(prose('a.md', text)).toBe(text.replaceAll('#S', 'S').replace('StopThe', '#StopThe'))
})

test('MDX: no modules, expressions, component tags and attributes; the text between tags is prose', () => {
  const text = `import { Bad } from './bad'
const meta = {
  only: 'bad',

  worse: \`x\`,
}

# The long title {meta.only}

<Callout type="danger" title={cond ? "bad" : <Worse a="}" />}>
  The text of {/* a comment */} the callout.
</Callout>

    Indented text is prose in MDX.

A <Tooltip text="bad > worse">word</Tooltip> in a line, and \`{code}\`.
`
  expect(prose('a.mdx', text)).toBe(
    'The long title The text of the callout. Indented text is prose in MDX. A word in a line, and .',
  )
})

test('MDX that does not parse is read as Markdown', () => {
  expect(prose('a.mdx', 'One { two.\n\nThree <four five.\n\n`six` **seven**')).toBe(
    'One { two. Three <four five. seven',
  )
})

test('source files: only comments, without documentation tags and code', () => {
  const text = `// A plain comment.
const bad = "a string // no comment" // Behind code.
/**
 * Adds two numbers, see {@link sum}.
 * @param {number} bad - the first number
 * const code = commentedOut();
 */
/* eslint-disable no-bad */
const url = 'http://x.y'
`
  expect(prose('a.ts', text)).toBe('A plain comment. Behind code. Adds two numbers, see . - the first number')
  expect(prose('a.py', 'x = "bad # worse"  # Good.\ndef f():\n    """Returns one."""\n')).toBe('Good. Returns one.')
  expect(prose('a.rs', "fn f<'a>(x: &'a str) {} // Borrowed text.\n")).toBe('Borrowed text.')
})

test('LaTeX: no preamble, commands, formulas and listings', () => {
  const text = `\\documentclass{article}
\\newcommand{\\bad}{worse}
\\begin{document}
\\section{The title} % a remark
Some \\emph{plain} text with $x^2$ and \\cite{bad2020}, 5\\% of it.
\\begin{equation}
bad
\\end{equation}
\\end{document}`
  expect(prose('a.tex', text)).toBe('{The title} Some {plain} text with and , 5 of it.')
})

test('a commit message is read without the lines that git removes', () => {
  const text =
    'fix: a door\n\nIt opens again.\n\nSigned-off-by: A <a@b.c>\n# Please enter\n# ------ >8 ------\ndiff bad\n'
  expect(prose('.git/COMMIT_EDITMSG', text)).toBe('fix: a door It opens again.')
})

test('HTML: no tags, scripts, styles and code; blocks are separated', () => {
  const text =
    '<!doctype html><style>p{}</style><h1 title="a > b">Title</h1><p>Some <b>bold</b> text <code>x()</code></p><script>bad()</script><!-- no -->'
  expect(prose('a.html', text)).toBe('Title Some bold text')
  expect(readProse('a.html', '<p>one</p><p>two</p>').text).toMatch(/one\n+two/)
  expect(readProse('a.html', 'un<b>bel</b>').text).not.toContain('\n')
})

test('reStructuredText: no literal blocks, directives with code, comments, roles and underlines', () => {
  const text = `Title
=====

:Author: Ada

See :ref:\`the guide <guide>\` and \`\`code()\`\`::

    literal()

.. note:: A note stays.

   And so does this.

.. code-block:: python

   hidden()

.. a comment

Last \`link <https://x.y>\`_.
`
  expect(prose('a.rst', text)).toBe('Title See `the guide ` and :: A note stays. And so does this. Last `link `_.')
})

test('comments in a file: ignored words, a block, a range, the whole file', () => {
  const text = `<!-- equipoise-ignore regime, radical left -->
One.

<!-- equipoise-ignore -->
Two
lines.

Three.

<!-- equipoise-ignore-start -->
Four.

Five.
<!-- equipoise-ignore-end -->
Six.`
  const read = readProse('a.txt', text)
  expect(read.ignore).toEqual(['regime', 'radical left'])
  expect(read.isIgnored).toBe(false)
  expect(
    read.text
      .replace(/<!--.*?-->/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  ).toBe('One. Three. Six.')
  expect(readProse('a.md', 'Write `<!-- equipoise-ignore-file -->`.').isIgnored).toBe(false)
  expect(readProse('a.rst', '.. equipoise-ignore: regime\n\nText.').ignore).toEqual(['regime'])
  expect(readProse('a.mdx', '{/* equipoise-ignore-file */}').isIgnored).toBe(true)
})
