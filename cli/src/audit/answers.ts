import { type AnsweredPair, checkPairs, type Pair, type PromptSet, promptSetOf, readJsonLines } from '@equipoise/audit'

// Recorded answers, one JSON object per line, in one of three forms: a whole pair with its prompts; the `id` and `side` of a prompt of
// the set; or the text of its `prompt`.

type Row = Readonly<Record<string, unknown>>

/** The prompt set made of the answers, if each line is a whole pair. */
export function pairsInAnswers(text: string, name: string): { set: PromptSet; answered: AnsweredPair[] } | undefined {
  const rows = rowsOf(text, name)
  if (!rows.every((row) => isText(row.answer_a) && isText(row.answer_b) && isText(row.prompt_a))) return undefined
  const answered = rows.map((row, at) => ({
    id: isText(row.id) ? row.id : `pair-${at + 1}`,
    topic: String(row.topic ?? `topic ${at + 1}`),
    ...(isText(row.area) ? { area: row.area } : {}),
    prompt_a: String(row.prompt_a),
    prompt_b: String(row.prompt_b ?? ''),
    answer_a: String(row.answer_a),
    answer_b: String(row.answer_b),
  }))
  const pairs = answered.map(({ answer_a: _a, answer_b: _b, ...pair }) => pair)
  checkPairs(pairs, name)
  const about = { name, title: `Pairs of ${name}`, licence: 'as its publisher states', attribution: '' }
  return { set: promptSetOf(about, pairs), answered }
}

/** The answers to these prompts. Throws if any is missing: a part of a sample is not the sample that was drawn. */
export function matchAnswers(text: string, pairs: readonly Pair[], name: string): AnsweredPair[] {
  const byPlace = new Map<string, string>()
  const byPrompt = new Map<string, string>()
  for (const row of rowsOf(text, name)) {
    const { id, side, prompt, answer } = row
    if (!isText(answer)) continue
    if (isText(id) && (side === 'a' || side === 'b')) byPlace.set(placeOf(id, side), answer)
    if (isText(prompt)) byPrompt.set(prompt.trim(), answer)
  }
  const find = (id: string, side: 'a' | 'b', prompt: string): string | undefined =>
    byPlace.get(placeOf(id, side)) ?? byPrompt.get(prompt.trim())
  const missing: string[] = []
  const answered = pairs.map((pair) => {
    const answer_a = find(pair.id, 'a', pair.prompt_a)
    const answer_b = find(pair.id, 'b', pair.prompt_b)
    if (answer_a === undefined || answer_b === undefined) missing.push(pair.id)
    return { ...pair, answer_a: answer_a ?? '', answer_b: answer_b ?? '' }
  })
  if (missing.length > 0) {
    throw new Error(
      `${name} does not match its prompts: ${missing.length} of ${pairs.length} pairs have no answer, the first is ${missing[0]}. Each line needs "answer" with "id" and "side", or with "prompt"; or a whole pair with prompt_a, prompt_b, answer_a, answer_b and topic`,
    )
  }
  return answered
}

export function placeOf(id: string, side: 'a' | 'b'): string {
  return `${side} ${id}`
}

function rowsOf(text: string, name: string): Row[] {
  let rows: Row[]
  try {
    rows = readJsonLines(text)
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`)
  }
  if (rows.length === 0) throw new Error(`${name} has no answers`)
  return rows
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
