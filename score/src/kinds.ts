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

/** A kind of a newer scorer is explained as any loaded word. */
export function whyOf(kind: string): string {
  return (WHY as Readonly<Record<string, string>>)[kind] ?? WHY.loaded
}

/** `loaded_verb` reads "loaded verb". */
export function kindTitle(kind: string): string {
  return kind === 'loaded' ? 'loaded word' : kind.replaceAll('_', ' ')
}
