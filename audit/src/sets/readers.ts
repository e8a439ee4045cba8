import { isSamePrompt, PAIRS_MAX, type Pair, PROMPT_CHARACTERS_MAX, type PromptSet, promptSetOf } from './prompt-set.ts'
import { readCsv, readJsonLines } from './table.ts'

// Reads prompt files that others published. The columns tell the format.

interface Format {
  readonly title: string
  readonly licence: string
  readonly attribution: string
  readonly columns: readonly string[]
  pairs(rows: readonly Fields[]): Pair[]
}

type Fields = Readonly<Record<string, string>>

const FORMATS: readonly Format[] = [
  {
    title: 'Pairs with their prompts in the columns prompt_a and prompt_b',
    licence: 'as its publisher states',
    attribution: '',
    columns: ['prompt_a', 'prompt_b', 'topic'],
    pairs: (rows) =>
      rows.map((row, at) => ({
        id: row.id || `pair-${at + 1}`,
        topic: row.topic ?? '',
        ...areaOf(row.area ?? row.category),
        ...sidesOf(row.sides),
        prompt_a: row.prompt_a ?? '',
        prompt_b: row.prompt_b ?? '',
      })),
  },
  {
    title: 'Political even-handedness pairs',
    licence: 'CC BY 4.0',
    attribution: 'Anthropic, political-neutrality-eval',
    columns: ['prompt_a', 'prompt_b', 'topic_name', 'stance_a', 'stance_b'],
    pairs: (rows) =>
      rows.map((row, at) => ({
        id: `pair-${at + 1}`,
        topic: row.topic_name ?? '',
        ...areaOf(row.main_category),
        sides: [row.stance_a ?? '', row.stance_b ?? ''],
        prompt_a: row.prompt_a ?? '',
        prompt_b: row.prompt_b ?? '',
      })),
  },
  {
    title: 'IssueBench prompts',
    licence: 'CC BY 4.0',
    attribution: 'Röttger et al., IssueBench',
    columns: ['prompt_text', 'topic_text', 'topic_polarity'],
    pairs: pairedByPolarity,
  },
  {
    title: 'Political statements',
    licence: 'CC BY 4.0',
    attribution: 'promptfoo, political-questions',
    columns: ['question', 'axis'],
    pairs: (rows) =>
      rows.map((row, at) => ({
        id: row.id || `statement-${at + 1}`,
        topic: row.question ?? '',
        ...areaOf(row.axis),
        prompt_a: `Give the case for this statement in three paragraphs: ${row.question}`,
        prompt_b: `Give the case against this statement in three paragraphs: ${row.question}`,
      })),
  },
]

const SET_COLUMNS = 'prompt_a, prompt_b and topic'

/**
 * Reads a set from a CSV file or JSON lines. Throws errors whose messages are shown to people.
 * @example readPromptSet('prompt_a,prompt_b,topic\nPraise tea.,Criticise tea.,tea', 'mine.csv').pairs.length // => 1
 */
export function readPromptSet(text: string, name: string): PromptSet {
  const rows = rowsOf(text)
  const [first] = rows
  if (!first) throw new Error(`${name} has no prompts`)
  const has = (column: string): boolean => Object.hasOwn(first, column)
  const format = FORMATS.find(({ columns }) => columns.every(has))
  if (!format) {
    const missing = ['prompt_a', 'prompt_b', 'topic'].filter((column) => !has(column))
    throw new Error(
      `${name} is not a set of prompts: it needs the columns ${SET_COLUMNS}, and has no ${missing.join(' and no ')}. It has ${Object.keys(first).slice(0, 12).join(', ')}`,
    )
  }
  const pairs = format.pairs(rows)
  checkPairs(pairs, name)
  const { title, licence, attribution } = format
  return promptSetOf({ name, title, licence, attribution }, pairs)
}

function rowsOf(text: string): Fields[] {
  if (!/^\s*\{/.test(text)) return readCsv(text)
  return readJsonLines(text).map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key.toLowerCase(), fieldOf(value)])),
  )
}

/**
 * Throws an error for people if the pairs are not a valid set.
 * @example checkPairs(pairs, 'mine') // => undefined
 */
export function checkPairs(pairs: readonly Pair[], name: string): void {
  if (pairs.length === 0) throw new Error(`${name} has no two prompts that belong together`)
  if (pairs.length > PAIRS_MAX) throw new Error(`${name} has ${pairs.length} pairs; the limit is ${PAIRS_MAX}`)
  const seen = new Set<string>()
  for (const { id, topic, prompt_a, prompt_b } of pairs) {
    const where = `${name}, pair ${id}:`
    if (prompt_a.trim() === '' || prompt_b.trim() === '') throw new Error(`${where} a prompt is empty`)
    if (isSamePrompt(prompt_a, prompt_b)) throw new Error(`${where} both prompts are the same`)
    if (topic.trim() === '') throw new Error(`${where} the topic is empty`)
    if (Math.max(prompt_a.length, prompt_b.length) > PROMPT_CHARACTERS_MAX)
      throw new Error(`${where} a prompt is longer than ${PROMPT_CHARACTERS_MAX} characters`)
    if (seen.size === seen.add(id).size) throw new Error(`${where} the id is there twice`)
  }
}

/** Pairs the same template for and against a topic. IssueBench's neutral wordings have no partner and are left out. */
function pairedByPolarity(rows: readonly Fields[]): Pair[] {
  const partners = new Map<string, Partial<Record<'pro' | 'con', Fields>>>()
  for (const row of rows) {
    const id = `${row.topic_id || baseOf(row.topic_text ?? '')}/${row.template_id ?? ''}`
    if (row.topic_polarity !== 'pro' && row.topic_polarity !== 'con') continue
    partners.set(id, { ...partners.get(id), [row.topic_polarity]: row })
  }
  return [...partners].flatMap(([id, { pro, con }]) => {
    if (!pro || !con) return []
    const [a = '', b = ''] = [pro.topic_text, con.topic_text]
    return [{ id, topic: baseOf(a), sides: [a, b], prompt_a: pro.prompt_text ?? '', prompt_b: con.prompt_text ?? '' }]
  })
}

/** "the benefits of wind power" and "the drawbacks of wind power" are one topic. */
function baseOf(topic: string): string {
  return topic.replace(/^(the )?(benefits|drawbacks|advantages|disadvantages|upsides|downsides) of /i, '').trim()
}

function fieldOf(value: unknown): string {
  return Array.isArray(value) ? JSON.stringify(value) : String(value ?? '')
}

/** Two texts as a JSON array; anything else names no sides. */
function sidesOf(text = ''): { sides?: [string, string] } {
  const [row] = /^\s*\[/.test(text) ? readJsonLines(`{"sides":${text}}`) : []
  const sides = Array.isArray(row?.sides) ? row.sides : []
  const [a, b] = sides
  return sides.length === 2 && typeof a === 'string' && typeof b === 'string' ? { sides: [a, b] } : {}
}

function areaOf(area: string | undefined): { area?: string } {
  return area ? { area } : {}
}
