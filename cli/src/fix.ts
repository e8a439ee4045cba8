// `equipoise fix`: replaces marked words with neutral ones. Our suggestions need no network; a model of the service can rewrite more.
import { findingsOf } from '@equipoise/score/findings'
import type { Equipoise } from '@equipoise/sdk'
import { applySuggestions, changeLine } from './judging/fixing.ts'
import { scoreHere } from './judging/scoring.ts'
import { readProse } from './reading/reading.ts'

interface Given {
  client(): Equipoise
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly words: readonly string[]
  readText(path: string): Promise<string>
  print(line: string): void
  remark(line: string): void
}

/** Prints only the new text, so that it can be piped; the changes go to stderr. */
export async function fixText(given: Given): Promise<unknown> {
  const { words, values, readText } = given
  const [path = '-'] = words
  const text = await readText(path)
  if (text.trim() === '') throw new Error(`${path === '-' ? 'standard input' : path} has no text to fix`)
  return values.model || values.server ? fixThere(given, text) : fixHere(given, { path, text })
}

async function fixHere({ values, print, remark }: Given, { path, text }: { path: string; text: string }) {
  const score = scoreHere({ tier: 'default' })
  const scored = async (written: string) => {
    const { text: prose, ignore } = readProse(path, written)
    return score(prose, { ignore, flag: [] })
  }
  const before = await scored(text)
  const { isManual } = readProse(path, text)
  const { text: fixed, changes } = applySuggestions(text, before, { isManual })
  const after = changes.length > 0 ? await scored(fixed) : before
  if (values.format === 'json')
    return { text: fixed, changes, before: { ain_score: before.ainScore }, after: { ain_score: after.ainScore } }
  print(fixed.replace(/\n$/, ''))
  for (const change of changes) remark(changeLine(change))
  const left = findingsOf(after, { isManual }).filter(({ evidence }) => evidence.suggestion === undefined).length
  const rest = left > 0 ? `; ${left} more ${left === 1 ? 'word needs' : 'words need'} rephrasing` : ''
  remark(
    before.reason === 'unsupported_language'
      ? 'not scored: not in English'
      : `neutrality ${before.ainScore.toFixed(2)} before, ${after.ainScore.toFixed(2)} after${rest}`,
  )
}

async function fixThere({ client, values, print, remark }: Given, text: string) {
  const result = await client().ai.neutralise({ text, mode: values.model ? 'model' : 'suggestions' })
  if (values.format === 'json') return result
  print(result.text.replace(/\n$/, ''))
  for (const { before, after } of result.changes) remark(`- ${shown(before)}\n+ ${shown(after)}`)
  const asked =
    result.attempts > 0 ? `, ${result.model} asked ${result.attempts === 1 ? 'once' : `${result.attempts} times`}` : ''
  remark(`AIN ${result.before.ain_score} before, ${result.after.ain_score} after${asked}`)
}

function shown(words: string): string {
  return words.trim() === '' ? '(nothing)' : words.trim()
}
