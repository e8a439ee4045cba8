import type { Evidence } from './evidence/evidence.ts'

// Why a word is evidence, in a sentence that suggests looking again and passes no judgement.

const WHY: Readonly<Record<Evidence['kind'], string>> = {
  loaded: 'Readers tend to hear this as taking a side.',
  intensifier: 'Adds emphasis, not a fact.',
  absolutist: 'Leaves no room for exceptions.',
  label: 'A label that judges instead of describing.',
  insult: 'Judges a person instead of describing what they did.',
  doubt: 'Casts doubt without saying why.',
  hedge: 'Does not say who claims this, or how sure they are.',
  editorial: 'The writer’s own comment on the facts.',
  peacock: 'Praise that asks to be taken on trust.',
  superlative: 'Puts something above everything else without a measure.',
  report: 'A way of reporting speech that takes a side.',
  loaded_verb: 'A verb that tells readers how to feel about what was done.',
  praise: 'Praise instead of a description of what was done.',
  fear: 'Raises fear or anger before it informs.',
  obligation: 'Tells the reader what must be done.',
  flagged: 'A word from your own list.',
  generalisation: 'Says the same about a whole group of people.',
}

const HINT: Readonly<Record<Evidence['kind'], string>> = {
  loaded: 'Say the same in plain words, or name who says so.',
  intensifier: 'Leave it out, or give a figure.',
  absolutist: 'Name the exceptions, or say how many.',
  label: 'Use the name that the people use for themselves.',
  insult: 'Say what the person did.',
  doubt: 'Say who doubts it, and why.',
  hedge: 'Say who claims it.',
  editorial: 'Leave it out, or name who says so.',
  peacock: 'Say what it does, or give a figure.',
  superlative: 'Say by which measure.',
  report: 'Say what was said, and by whom.',
  loaded_verb: 'Use a verb that only says what was done.',
  praise: 'Say what was done.',
  fear: 'Say what happened, and how often.',
  obligation: 'Say who demands it, and why.',
  flagged: 'Your list has no replacement: rephrase the sentence.',
  generalisation: 'Say what individuals did, and how that is known.',
}

/** What helps if there is no suggestion. */
export function hintOf(kind: string): string {
  return (HINT as Readonly<Record<string, string>>)[kind] ?? HINT.loaded
}

/** A kind of a newer scorer is explained as any loaded word. */
export function whyOf(kind: string): string {
  return (WHY as Readonly<Record<string, string>>)[kind] ?? WHY.loaded
}

/** Kinds whose name in the API is not the word that people use. */
const TITLES: Readonly<Record<string, string>> = { loaded: 'loaded word', editorial: 'opinion', peacock: 'puffery' }

/** `loaded_verb` reads "loaded verb". */
export function kindTitle(kind: string): string {
  return TITLES[kind] ?? kind.replaceAll('_', ' ')
}
