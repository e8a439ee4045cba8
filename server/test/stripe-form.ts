// Stripe's requests: forms whose names nest in brackets.
import type { IncomingMessage } from 'node:http'

export interface Fields {
  [name: string]: unknown
}

const BODY_BYTES_MAX = 1_000_000

export async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > BODY_BYTES_MAX) throw new Error('the body is too large')
  }
  return text
}

export function formOf(text: string): Fields {
  const form: Fields = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.split(/[[\]]+/).filter((step) => step !== '')
    const last = steps.pop()
    if (last === undefined) continue
    const place = steps.reduce<Fields>((fields, step) => {
      fields[step] ??= {}
      return fields[step] as Fields
    }, form)
    place[last] = value
  }
  return form
}
