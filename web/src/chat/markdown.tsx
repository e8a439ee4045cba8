// Renders answers in Markdown as elements: nothing in an answer is ever read as HTML.
import type { MarkedToken, Token, Tokens } from 'marked'
import { createElement, Fragment, memo, type ReactNode } from 'react'
import classes from './chat.module.css'
import { tokensIn } from './markdown-tokens.ts'

/** Headings of an answer start at level 2, below the title of the screen. */
const TOP_HEADING = 2
const LOWEST_HEADING = 6
const SAFE = /^(https?:\/\/|mailto:)/i

/** Memoised, because a conversation has many answers and only one of them changes. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = tokensIn(text)
  const levels = blocks.map((block) => (block.type === 'heading' ? (block as Tokens.Heading).depth : LOWEST_HEADING))
  return each(blocks, (block) => blockOf(block, Math.min(...levels)))
})

/** The index is the key, since two elements can have the same text. */
function each<T>(all: readonly T[], draw: (one: T) => ReactNode): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  return all.map((one, i) => <Fragment key={i}>{draw(one)}</Fragment>)
}

function blockOf(token: Token, topLevel: number): ReactNode {
  const block = token as MarkedToken
  if (block.type === 'space') return null
  if (block.type === 'hr') return <hr />
  if (block.type === 'table') return tableOf(block)
  if (block.type === 'blockquote') return <blockquote>{each(block.tokens, (one) => blockOf(one, topLevel))}</blockquote>
  if (block.type === 'heading') {
    const level = Math.min(Math.max(block.depth - topLevel, 0) + TOP_HEADING, LOWEST_HEADING)
    return createElement(`h${level}`, {}, inlineOf(block.tokens))
  }
  if (block.type === 'code') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be reachable by keyboard
      <pre tabIndex={0}>
        <code>{block.text}</code>
      </pre>
    )
  }
  if (block.type === 'list') {
    const items = each(block.items, (item) => <li>{itemOf(item, topLevel)}</li>)
    return block.ordered ? <ol start={Number(block.start)}>{items}</ol> : <ul>{items}</ul>
  }
  return <p>{textOf(block)}</p>
}

/** The first text of an item is inline; only later blocks are paragraphs. */
function itemOf({ tokens: [first, ...others], task, checked }: Tokens.ListItem, topLevel: number): ReactNode {
  const hasWords = first?.type === 'text' || first?.type === 'paragraph'
  return (
    <>
      {task && (checked ? '☑ ' : '☐ ')}
      {first && (hasWords ? textOf(first) : blockOf(first, topLevel))}
      {each(others, (one) => blockOf(one, topLevel))}
    </>
  )
}

function tableOf({ header, rows, align }: Tokens.Table): ReactNode {
  const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    row.map(({ tokens }, i) => {
      const textAlign = align[i]
      return createElement(tag, { key: i, ...(textAlign && { style: { textAlign } }) }, inlineOf(tokens))
    })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables must be reachable by keyboard
    <section className={classes.table} tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>{cells(header, 'th')}</tr>
        </thead>
        <tbody>
          {each(rows, (row) => (
            <tr>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function inlineOf(tokens: readonly Token[]): ReactNode {
  return each(tokens, (token) => {
    const inline = token as MarkedToken
    if (inline.type === 'br') return <br />
    if (inline.type === 'codespan') return <code>{inline.text}</code>
    if (inline.type === 'strong') return <strong>{inlineOf(inline.tokens)}</strong>
    if (inline.type === 'em') return <em>{inlineOf(inline.tokens)}</em>
    if (inline.type === 'del') return <del>{inlineOf(inline.tokens)}</del>
    if (inline.type === 'link' || inline.type === 'image') return linkOf(inline)
    return textOf(inline)
  })
}

function textOf(token: Token): ReactNode {
  if ('tokens' in token && token.tokens) return inlineOf(token.tokens)
  return 'text' in token ? token.text : token.raw
}

/** Images become links too: an answer must not make the browser send a request to another site. Unsafe addresses stay text. */
function linkOf({ raw, href, tokens, text }: Tokens.Link | Tokens.Image): ReactNode {
  if (!SAFE.test(href)) return raw
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {tokens?.length ? inlineOf(tokens) : text || href}
    </a>
  )
}
