// The ids of a response's items. Nothing is stored here, so for a client that sends back ids in place of items the id carries the text.
import { type Json, textOf } from './json.ts'

const SEPARATOR = '~'
const PREFIX = /^(?:msg|rs)_/

/** The name of an answer, without the prefix of its own format. */
export function nameOf(id: unknown): string {
  return String(id ?? '').replace(/^chatcmpl-/, '')
}

export function carrying(id: string, text: string): string {
  return `${id}${SEPARATOR}${Buffer.from(text).toString('base64url')}`
}

/**
 * What the reference at `index` stands for: a message by the text that its own id carries, or the next id of the same answer (in a stream, the
 * id of a message is sent before its text is known). Undefined if no id carries it.
 */
export function referredItem(items: readonly Json[], index: number): Json | undefined {
  const id = referenceOf(items[index])
  if (id.startsWith('rs_')) return { type: 'reasoning' }
  if (!id.startsWith('msg_')) return undefined
  const [name] = splitId(id)
  for (const item of items.slice(index)) {
    const [other, text] = splitId(referenceOf(item))
    if (other === name && text !== undefined) return { type: 'message', role: 'assistant', content: text }
  }
  return undefined
}

function referenceOf(item: Json | undefined): string {
  return item?.type === 'item_reference' ? (textOf(item.id) ?? '') : ''
}

function splitId(id: string): [name: string, text?: string] {
  const name = id.replace(PREFIX, '')
  const at = name.lastIndexOf(SEPARATOR)
  return at < 0 ? [name] : [name.slice(0, at), Buffer.from(name.slice(at + 1), 'base64url').toString()]
}
