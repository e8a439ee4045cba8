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
 * What references stand for: a message by the text that its own id carries, or another id of the same answer (in a stream, the id of a
 * message is sent before its text is known). Undefined if no id carries it.
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

/** The text as the id has it. */
function splitId(id: string): [name: string, written?: string] {
  const name = id.replace(PREFIX, '')
  const at = name.lastIndexOf(SEPARATOR)
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)]
}
