// `equipoise fix`: the smallest neutral edit of a text, by the service.
import type { Equipoise } from '@equipoise/sdk'

/** What it needs of the command line. */
interface Given {
  client(): Equipoise
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly words: readonly string[]
  readText(path: string): Promise<string>
  print(line: string): void
  remark(line: string): void
}

/** Prints the new text alone, so that it can be piped; what changed is a remark. */
export async function fixText({
  client,
  values,
  words: [path = '-'],
  readText,
  print,
  remark,
}: Given): Promise<undefined> {
  const text = await readText(path)
  const result = await client().ai.neutralise({ text, mode: values.model ? 'model' : 'suggestions' })
  print(result.text.replace(/\n$/, ''))
  for (const { before, after } of result.changes) remark(`- ${shown(before)}\n+ ${shown(after)}`)
  const asked = result.attempts > 0 ? `, ${result.model} asked ${result.attempts} times` : ''
  remark(`AIN ${result.before.ain_score} before, ${result.after.ain_score} after${asked}`)
}

function shown(words: string): string {
  return words.trim() === '' ? '(nothing)' : words.trim()
}
