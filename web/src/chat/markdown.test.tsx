import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const drawn = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} />)
    .replaceAll(' target="_blank" rel="noopener noreferrer nofollow"', '')
    .replaceAll(' tabindex="0"', '')

test.each([
  ['a heading and the line below it', '## Why\nBecause.', '<h2>Why</h2><p>Because.</p>'],
  ['headings below each other', '## A\n### B\n## C', '<h2>A</h2><h3>B</h3><h2>C</h2>'],
  ['a list after a line', 'Two:\n- a\n- b', '<p>Two:</p><ul><li>a</li><li>b</li></ul>'],
  ['the same item twice', '* a\n* a', '<ul><li>a</li><li>a</li></ul>'],
  ['numbers with blank lines between', '1. a\n\n2. b', '<ol start="1"><li>a</li><li>b</li></ol>'],
  ['a list that starts later', '3) c\n4) d', '<ol start="3"><li>c</li><li>d</li></ol>'],
  [
    'numbers on both sides of a paragraph',
    '1. a\n\nText\n\n2. b',
    '<ol start="1"><li>a</li></ol><p>Text</p><ol start="2"><li>b</li></ol>',
  ],
  [
    'lists in lists, indented as models do',
    '1. a\n  - b\n    - c\n  - d\n2. e',
    '<ol start="1"><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ol>',
  ],
  ['a list indented with tabs', '- a\n\t- b', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
  ['a paragraph of an item', '- a\n\n  more\n- b', '<ul><li>a<p>more</p></li><li>b</li></ul>'],
  ['a line that goes on with an item', '- a\nmore\n\nText', '<ul><li>a\nmore</li></ul><p>Text</p>'],
  ['code in an item', '- a\n  ```\n  x\n    y\n  ```', '<ul><li>a<pre><code>x\n  y</code></pre></li></ul>'],
  ['a year at the start of a line', 'It was in\n1984. Then', '<p>It was in\n1984. Then</p>'],
  ['code with a blank line', 'So:\n```js\na\n\n# b\n```\nEnd', '<p>So:</p><pre><code>a\n\n# b</code></pre><p>End</p>'],
  ['code that is still arriving', '```\na\n- b', '<pre><code>a\n- b</code></pre>'],
  ['quotes', '> a\n> > b\n\nc', '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><p>c</p>'],
  ['rules', 'a\n\n---\n* * *\nb', '<p>a</p><hr/><hr/><p>b</p>'],
  ['lines of a paragraph', 'a\nb\n\nc', '<p>a\nb</p><p>c</p>'],
])('%s', (_name, text, html) => {
  expect(drawn(text)).toBe(html)
})

test('a table fills in missing cells, and scrolls in its own box', () => {
  const html = drawn('Costs:\n| a | b |\n|:--|--:|\n| `1` | x \\| y |\n| 2 |\n\nEnd')
  expect(html).toMatch(/^<p>Costs:<\/p><section class="[^"]*" aria-label="Table"><table>/)
  expect(html).toContain('<th style="text-align:left">a</th><th style="text-align:right">b</th>')
  expect(html).toContain('<td style="text-align:left"><code>1</code></td><td style="text-align:right">x | y</td>')
  expect(html).toContain('<td style="text-align:left">2</td><td style="text-align:right"></td>')
  expect(html).toMatch(/<\/section><p>End<\/p>$/)
  expect(drawn('a | b')).toBe('<p>a | b</p>')
})

test.each([
  ['**a** and __b__', '<strong>a</strong> and <strong>b</strong>'],
  ['*a* and _b_', '<em>a</em> and <em>b</em>'],
  ['***a***', '<em><strong>a</strong></em>'],
  ['**a *b* c**', '<strong>a <em>b</em> c</strong>'],
  ['**a `*b*`**', '<strong>a <code>*b*</code></strong>'],
  ['`` a`b ``', '<code>a`b</code>'],
  ['2*3*4, 5 * 6 * 7, snake_case_name', '2*3*4, 5 * 6 * 7, snake_case_name'],
  ['~~a~~ \\*b\\*', '<del>a</del> *b*'],
  ['a<br>b', 'a<br/>b'],
  ['**open', '**open'],
])('inline formatting: %s', (text, html) => {
  expect(drawn(text)).toBe(`<p>${html}</p>`)
})

test.each([
  ['[a](https://a.org/x_(y)_z "t")', '<a href="https://a.org/x_(y)_z">a</a>'],
  ['[**a**](mailto:a@b.org)', '<a href="mailto:a@b.org"><strong>a</strong></a>'],
  ['See https://a.org/b_c, now', 'See <a href="https://a.org/b_c">https://a.org/b_c</a>, now'],
  ['(https://a.org)', '(<a href="https://a.org">https://a.org</a>)'],
  ['![a](https://a.org/p.png)', '<a href="https://a.org/p.png">a</a>'],
])('a link: %s', (text, html) => {
  expect(drawn(text)).toBe(`<p>${html}</p>`)
})

test('links open in a new tab and send no referrer', () => {
  const html = renderToStaticMarkup(<Markdown text="[a](https://a.org)" />)
  expect(html).toContain('target="_blank" rel="noopener noreferrer nofollow"')
})

test.each([
  '[a](javascript:alert(1))',
  '[a](data:text/html,x)',
  '[a](/app/account)',
  '[a](  JavaScript:alert(1) )',
  '[a](//evil.example)',
])('an address that is neither web nor email stays plain text: %s', (text) => {
  expect(drawn(text)).not.toContain('<a')
  expect(drawn(text)).toContain('[a]')
})

test('HTML in an answer is shown as text', () => {
  expect(drawn('<img src=x onerror=alert(1)>')).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>')
})

test.each(['> ', '- ', '**a ', '`a ', '_a ', '[', '[a](', '1. ', '| a ', '* ', '#', '***', '~~a', '    '])(
  'a long answer of %o is rendered without delay',
  (piece) => {
    // CPU time of this process, because wall-clock time depends on what else the machine does.
    const before = process.cpuUsage()
    drawn(piece.repeat(5_000))
    drawn(`${piece}\n`.repeat(2_000))
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
  },
)

test('an answer of a megabyte is shown as plain text', () => {
  const text = '**a** '.repeat(170_000)
  expect(drawn(text)).toBe(`<p>${text}</p>`)
})

test('quotes and lists nested deeper than eight are plain text', () => {
  const steps = Array.from({ length: 200 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n')
  expect(drawn(steps).split('<ul>')).toHaveLength(9)
  expect(drawn('> '.repeat(1000)).split('<blockquote>')).toHaveLength(9)
})

test('a task list says what is done, and a tilde before a number does not strike through', () => {
  expect(drawn('- [x] a\n- [ ] b')).toBe('<ul><li>☑ a</li><li>☐ b</li></ul>')
  expect(drawn('~5-~6')).toBe('<p>~5-~6</p>')
})
