import { expect, test } from 'vitest'
import { readProse } from './reading.ts'

/** What is left to read, with blanks as one. */
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
  expect(prose('a.md', text)).toBe(
    'Heading Read and [a link]( ) or [another] , , ![a picture]( ). - item continued item indented() quoted left right a b',
  )
  expect(prose('a.md', 'Text.\n\n    indented()\n\n~~~\nopen fence\n')).toBe('Text.')
  expect(readProse('a.md', '| one | two |\n').text).toMatch(/one\n{2,}two/)
})

test('HTML: no tags, scripts, styles and code; blocks stand apart', () => {
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

test('comments in a file: words that are right, a block, a stretch, the whole file', () => {
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
