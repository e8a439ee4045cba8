// The ids of answers, and of a response's items. We store no items, so for clients that send ids instead of items the id itself contains the text.
import { type Json, textOf } from './json.ts'

const SEPARATOR = '~'
const PREFIX = /^(?:msg|rs)_/

/** The id of an answer, without the prefix of its format. */
export function nameOf(id: unknown): string {
  return String(id ?? '').replace(/^chatcmpl-/, '')
}

/** The id of an answer with the prefix of another format; undefined if it has none. */
export function idWith(prefix: 'msg_' | 'chatcmpl-', id: unknown): string | undefined {
  return typeof id === 'string' ? `${prefix}${id.replace(/^(?:msg_|chatcmpl-)/, '')}` : undefined
}

export function carrying(id: string, text: string): string {
  return `${id}${SEPARATOR}${Buffer.from(text).toString('base64url')}`
}

/**
 * Resolves references: a message by the text in its own id, or by another id of the same answer (in a stream, the id of a message is sent
 * before its text is known). Undefined if no id contains the text.
 */
export function readReferences(items: readonly Json[]): (item: Json) => Json | undefined {
  const carried = new Map<string, string>()
  for (const item of items) {
    const [name, written] = splitId(referenceOf(item))
    if (written !== undefined) carried.set(name, written)
  }
  return (item) => {
    const id = referenceOf(item)
    if (id.startsWith('rs_')) return { type: 'reasoning' }
    const written = id.startsWith('msg_') ? carried.get(splitId(id)[0]) : undefined
    if (written === undefined) return undefined
    return { type: 'message', role: 'assistant', content: Buffer.from(written, 'base64url').toString() }
  }
}

function referenceOf(item: Json | undefined): string {
  return item?.type === 'item_reference' ? (textOf(item.id) ?? '') : ''
}

/** The name in an id, and its encoded text. */
function splitId(id: string): [name: string, written?: string] {
  const name = id.replace(PREFIX, '')
  const at = name.lastIndexOf(SEPARATOR)
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)]
}
