// Converts a file of recorded answers for POST /audits: whole pairs, or answers to prompts of the prompt set.
import type { AuditRequest } from '@equipoise/sdk'

export type Recorded = Pick<AuditRequest, 'pairs' | 'answers'>

type Line = Readonly<Record<string, unknown>>

/** Reads one JSON object per line, or one JSON list. Throws errors whose messages are shown to people. */
export function readRecorded(text: string): Recorded {
  const lines = readLines(text)
  if (lines.length === 0) throw new Error('This file has no answers.')
  const isPairs = typeof lines[0]?.prompt_a === 'string'
  const wrong = lines.findIndex((line) => !(isPairs ? hasTexts(line, PAIR) : isAnswer(line)))
  if (wrong >= 0) {
    const needed = isPairs ? quoted(PAIR) : `${quoted(ANSWER)}, and "side" is a or b`
    throw new Error(`Entry ${wrong + 1} is incomplete. It needs ${needed}.`)
  }
  if (isPairs) return { pairs: lines as unknown as NonNullable<Recorded['pairs']> }
  return { answers: lines as unknown as NonNullable<Recorded['answers']> }
}

const PAIR = ['topic', 'prompt_a', 'prompt_b', 'answer_a', 'answer_b']
const ANSWER = ['id', 'side', 'answer']

function isAnswer(line: Line): boolean {
  return hasTexts(line, ANSWER) && (line.side === 'a' || line.side === 'b')
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

function readLines(text: string): Line[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed.startsWith('[')) return parse(trimmed, 'The file') as Line[]
  const lines = trimmed.split('\n').map((line, at) => ({ line: line.trim(), at }))
  return lines.filter(({ line }) => line !== '').map(({ line, at }) => parse(line, `Line ${at + 1}`) as Line)
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${what} is not valid JSON. Use one JSON object a line.`)
  }
}

function hasTexts(line: Line | null, names: readonly string[]): boolean {
  return names.every((name) => typeof line?.[name] === 'string')
}
