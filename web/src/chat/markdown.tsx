// Answers in Markdown, drawn as elements: nothing in an answer is ever read as HTML.
import { createElement, Fragment, memo, type ReactNode } from 'react'
import classes from './chat.module.css'
import { type Block, blocksIn, type Table } from './markdown-blocks.ts'
import { inline } from './markdown-inline.tsx'

/** The title of the screen is above every heading of an answer. */
const TOP_HEADING = 2
const LOWEST_HEADING = 6

/** Drawn again only if the text is another one: a conversation has many answers, and one of them is arriving. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = blocksIn(text)
  const levels = blocks.map((block) => (block.type === 'heading' ? block.level : LOWEST_HEADING))
  return blocksOf(blocks, Math.min(...levels))
})

/** A block is its place in the answer: two of them can have the same words. */
function blocksOf(blocks: readonly Block[], topLevel: number): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  return blocks.map((block, i) => <Fragment key={i}>{blockOf(block, topLevel)}</Fragment>)
}

function blockOf(block: Block, topLevel: number): ReactNode {
  if (block.type === 'paragraph') return <p>{inline(block.text)}</p>
  if (block.type === 'heading') {
    const level = Math.min(Math.max(block.level - topLevel, 0) + TOP_HEADING, LOWEST_HEADING)
    return createElement(`h${level}`, {}, inline(block.text))
  }
  if (block.type === 'rule') return <hr />
  if (block.type === 'quote') return <blockquote>{blocksOf(block.blocks, topLevel)}</blockquote>
  if (block.type === 'table') return tableOf(block)
  if (block.type === 'code') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be reachable by keyboard
      <pre tabIndex={0}>
        <code>{block.text}</code>
      </pre>
    )
  }
  // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place, as a block is
  const items = block.items.map((item, i) => <li key={i}>{itemOf(item, topLevel)}</li>)
  return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
}

/** The words of an item follow its mark; only what comes after them stands apart. */
function itemOf([first, ...others]: readonly Block[], topLevel: number): ReactNode {
  if (!first) return null
  const lead = first.type === 'paragraph' ? inline(first.text) : blockOf(first, topLevel)
  return [<Fragment key="lead">{lead}</Fragment>, <Fragment key="others">{blocksOf(others, topLevel)}</Fragment>]
}

function tableOf({ head, rows, aligns }: Table): ReactNode {
  const cells = (row: readonly string[], tag: 'th' | 'td') =>
    row.map((text, i) => {
      const textAlign = aligns[i]
      return createElement(tag, { key: i, ...(textAlign && { style: { textAlign } }) }, inline(text))
    })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables must be reachable by keyboard
    <section className={classes.table} tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>{cells(head, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={i}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
