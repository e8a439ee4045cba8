// Answers in Markdown, drawn as elements: nothing in an answer is ever read as HTML.
import { Fragment, type ReactNode } from 'react'

const INLINE = /(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/

/** Headings, lists, code and emphasis; everything else is text as it stands. */
export function Markdown({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the answer
      <Fragment key={i}>{blockOf(block)}</Fragment>
    ))
}

function blockOf(block: string): ReactNode {
  const lines = block.split('\n')
  if (lines.every((line) => /^\s*[-*] /.test(line))) {
    return <ul>{lines.map((line, i) => itemOf(line.replace(/^\s*[-*] /, ''), i))}</ul>
  }
  if (lines.every((line) => /^\s*\d+[.)] /.test(line))) {
    return <ol>{lines.map((line, i) => itemOf(line.replace(/^\s*\d+[.)] /, ''), i))}</ol>
  }
  if (block.startsWith('```')) return <pre>{block.replace(/^```\w*\n?/, '').replace(/\n?```$/, '')}</pre>
  const [, heading] = /^#{1,6} (.+)$/.exec(block) ?? []
  if (heading) {
    return (
      <p>
        <strong>{inline(heading)}</strong>
      </p>
    )
  }
  return <p>{inline(block)}</p>
}

/** Two items of an answer can have the same words, so an item is its place. */
function itemOf(line: string, place: number): ReactNode {
  return <li key={place}>{inline(line)}</li>
}

function inline(text: string): ReactNode[] {
  return text.split(INLINE).map((piece, i) => {
    const key = `${i} ${piece}`
    if (/^\*\*[^*]+\*\*$/.test(piece)) return <strong key={key}>{piece.slice(2, -2)}</strong>
    if (/^`[^`]+`$/.test(piece)) return <code key={key}>{piece.slice(1, -1)}</code>
    if (/^\*[^*\s][^*]*\*$/.test(piece)) return <em key={key}>{piece.slice(1, -1)}</em>
    return piece
  })
}
