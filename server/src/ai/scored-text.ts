// Which text of an answer is scored: what the assistant wrote; in JSON, the values that are text.
import { type Json, objectOf, parseInner } from './dialects/json.ts'
import type { Dialect } from './provider.ts'

export function wantsJson(request: Json, dialect: Dialect): boolean {
  const format = dialect === 'chat' ? request.response_format : objectOf(request.output_config).format
  const { type } = objectOf(format)
  return type === 'json_object' || type === 'json_schema'
}

/** Field names are the caller's own words, so only values count. Text that is not JSON after all is scored as it is. */
export function scoredText(text: string, isJson: boolean): string {
  if (!isJson) return text
  try {
    const values: string[] = []
    collectTexts(parseInner(text), values)
    return values.join('\n')
  } catch {
    return text
  }
}

function collectTexts(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value)
  else if (Array.isArray(value)) for (const one of value) collectTexts(one, into)
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) collectTexts(one, into)
}
