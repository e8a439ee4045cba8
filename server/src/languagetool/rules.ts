// Our evidence under the names of rules, as editors list and switch them off.
import type { Evidence } from '@equipoise/score'

type Kind = Evidence['kind']

export interface Rule {
  readonly id: string
  readonly description: string
}

const RULES: Partial<Record<Kind, Rule>> = {
  intensifier: { id: 'LOADED_INTENSIFIER', description: 'Adds emphasis, not a fact.' },
  absolutist: { id: 'LOADED_ABSOLUTE', description: 'Leaves no room for exceptions.' },
  label: { id: 'LOADED_LABEL', description: 'A label that judges instead of describing.' },
  insult: { id: 'LOADED_INSULT', description: 'Judges a person instead of describing what they did.' },
  doubt: { id: 'LOADED_DOUBT', description: 'Casts doubt without saying why.' },
  hedge: { id: 'LOADED_HEDGE', description: 'Leaves open who says so, and how sure they are.' },
  editorial: { id: 'LOADED_EDITORIAL', description: "The writer's own comment on the facts." },
  peacock: { id: 'LOADED_PEACOCK', description: 'Praise that asks to be taken on trust.' },
  superlative: { id: 'LOADED_SUPERLATIVE', description: 'Puts something above everything else without a measure.' },
  report: { id: 'LOADED_REPORT', description: 'A way of reporting speech that takes a side.' },
  loaded_verb: { id: 'LOADED_VERB', description: 'A verb that tells readers how to feel about what was done.' },
  praise: { id: 'LOADED_PRAISE', description: 'Praise in place of what was done.' },
  fear: { id: 'LOADED_FEAR', description: 'Raises fear or anger before it informs.' },
  obligation: { id: 'LOADED_OBLIGATION', description: 'Tells the reader what must be done.' },
  flagged: { id: 'OWN_WORD', description: 'One of your own words to avoid.' },
  generalisation: { id: 'GENERALISATION', description: 'Says the same of a whole group of people.' },
}
const LOADED: Rule = { id: 'LOADED_WORD', description: 'A word that readers tend to hear as taking a side.' }

export const CATEGORY = { id: 'NEUTRALITY', name: 'Neutral wording' }

export function ruleOf(kind: Kind): Rule {
  return RULES[kind] ?? LOADED
}

/** What an editor wants to see. Lists are of ids. */
export interface RuleChoice {
  readonly enabledRules: readonly string[]
  readonly disabledRules: readonly string[]
  readonly enabledCategories: readonly string[]
  readonly disabledCategories: readonly string[]
  /** Nothing but what is enabled by name. */
  readonly enabledOnly: boolean
}

export function isWanted({ id }: Rule, choice: RuleChoice): boolean {
  if (choice.enabledRules.includes(id)) return true
  if (choice.disabledRules.includes(id)) return false
  if (choice.enabledCategories.includes(CATEGORY.id)) return true
  return !choice.enabledOnly && !choice.disabledCategories.includes(CATEGORY.id)
}
