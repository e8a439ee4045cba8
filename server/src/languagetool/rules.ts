// The names of our evidence as rules, which editors list and can switch off.
import type { Evidence } from '@equipoise/score'
import { whyOf } from '@equipoise/score/kinds'

type Kind = Evidence['kind']

export interface Rule {
  readonly id: string
  readonly description: string
}

const IDS: Readonly<Record<Kind, string>> = {
  loaded: 'LOADED_WORD',
  intensifier: 'LOADED_INTENSIFIER',
  absolutist: 'LOADED_ABSOLUTE',
  label: 'LOADED_LABEL',
  insult: 'LOADED_INSULT',
  doubt: 'LOADED_DOUBT',
  hedge: 'LOADED_HEDGE',
  editorial: 'LOADED_EDITORIAL',
  peacock: 'LOADED_PEACOCK',
  superlative: 'LOADED_SUPERLATIVE',
  report: 'LOADED_REPORT',
  loaded_verb: 'LOADED_VERB',
  praise: 'LOADED_PRAISE',
  fear: 'LOADED_FEAR',
  obligation: 'LOADED_OBLIGATION',
  flagged: 'OWN_WORD',
  generalisation: 'GENERALISATION',
}

export const CATEGORY = { id: 'NEUTRALITY', name: 'Neutral wording' }

export function ruleOf(kind: Kind): Rule {
  return { id: IDS[kind], description: whyOf(kind) }
}

/** Which rules an editor wants to see, as lists of ids. */
export interface RuleChoice {
  readonly enabledRules: readonly string[]
  readonly disabledRules: readonly string[]
  readonly enabledCategories: readonly string[]
  readonly disabledCategories: readonly string[]
  /** Show only rules that are enabled by name. */
  readonly enabledOnly: boolean
}

export function isWanted({ id }: Rule, choice: RuleChoice): boolean {
  if (choice.enabledRules.includes(id)) return true
  if (choice.disabledRules.includes(id)) return false
  if (choice.enabledCategories.includes(CATEGORY.id)) return true
  return !choice.enabledOnly && !choice.disabledCategories.includes(CATEGORY.id)
}
