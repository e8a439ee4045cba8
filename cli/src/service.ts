// Commands that only a service can carry out.
import type { Analysis, Equipoise, FilterMode, Scope } from '@equipoise/sdk'
import { requireNumber } from './numbers.ts'

interface Given {
  client(): Equipoise
  personalClient(): Equipoise
  readonly values: Readonly<Record<string, string | undefined>>
  readonly words: readonly string[]
  readText(path: string): Promise<string>
  print(line: string): void
  remark(line: string): void
}

export async function analyze({ client, words: [path = '-'], readText }: Given): Promise<unknown> {
  return withoutForeign(await client().ai.analyze(await readText(path)))
}

/** The score of a text in an unsupported language means nothing, so none is printed. */
function withoutForeign(analysis: Analysis): unknown {
  return analysis.band === 'unscored' ? { ...analysis, ain_score: null, sentences: [] } : analysis
}

/** Prints only the answer, so that it can be piped; the score goes to stderr. */
export async function chat({ client, values, words, readText, print, remark }: Given): Promise<unknown> {
  const question = words.length === 1 && words[0] === '-' ? await readText('-') : words.join(' ')
  if (question.trim() === '')
    throw new Error('ask a question: equipoise chat "Does homework help?", or - for standard input')
  const result = await client().ai.chat({
    messages: [{ role: 'user', content: question }],
    model: values.model,
    svc_options: { filter_mode: values.mode as FilterMode | undefined },
  })
  if (values.format === 'json') return result
  print(result.response)
  const { attempts, reason } = result.svc_filter
  const score =
    reason === 'unsupported_language' ? 'not scored: not in English' : `AIN ${result.ain_score ?? 'unknown'}`
  remark(`${score}, asked ${attempts.length === 1 ? 'once' : `${attempts.length} times`}`)
}

export async function manageKeys({ personalClient, values, words }: Given): Promise<unknown> {
  const [action = 'list', id] = words
  if (action === 'revoke') return personalClient().keys.revoke(requireNumber(id, 'the id'))
  if (action !== 'list' && action !== 'create') {
    throw new Error(`unknown key action: ${action} (use list, create or revoke)`)
  }
  // It would otherwise be ignored silently.
  if (id !== undefined) throw new Error(`too many arguments: ${id}`)
  if (action === 'list') return personalClient().keys.list()
  return personalClient().keys.create({ name: values.name, scope: values.scope as Scope | undefined })
}
