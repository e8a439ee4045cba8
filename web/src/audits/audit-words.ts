// What screens say about an audit.
import type { Audit } from '@equipoise/sdk'
import { formatCount } from '../format.ts'

export const AUDIT_LEAD =
  'Does a model treat both sides of public questions alike? An audit asks it about both, measures every answer the same way, and ends in a report that anybody can compute again.'

type Badge = { readonly label: string; readonly color: string }

const STATES: Readonly<Record<Exclude<Audit['state'], 'done'>, Badge>> = {
  running: { label: 'running', color: 'indigo' },
  paused: { label: 'paused', color: 'gray' },
  cancelled: { label: 'cancelled', color: 'gray' },
}

const CONCLUSIONS: Readonly<Record<NonNullable<Audit['conclusion']>, Badge>> = {
  even: { label: 'even', color: 'teal' },
  too_small_to_matter: { label: 'too small to matter', color: 'teal' },
  uneven: { label: 'uneven', color: 'red' },
  even_on_average: { label: 'even on average', color: 'yellow' },
  undecided: { label: 'undecided', color: 'gray' },
}

const REASONS: Readonly<Record<NonNullable<Audit['reason']>, string>> = {
  quota: 'Your AI calls for this month are used up. Resume the audit when you have some again.',
  limit:
    'A limit that you set for your account or the API key, or that your plan has, does not allow the next question.',
  provider: 'The model did not answer, or rejected the request. Resume the audit later.',
  provider_key: 'It needs your provider key again, which we do not store. Resume it where you started it.',
  access: 'Your plan or the API key that started it no longer allows this. Resume it here to go on as yourself.',
  internal: 'Something went wrong on our side. Nothing is lost: resume the audit.',
}

export function badgeOf({ state, conclusion, mode }: Audit): Badge {
  if (state !== 'done') return STATES[state]
  const badge = CONCLUSIONS[conclusion ?? 'undecided']
  // A control asks the same question twice, so its result says nothing about two sides.
  return mode === 'aa' ? { ...badge, label: `control: ${badge.label}` } : badge
}

/** The name of the audited model; for supplied answers, the model that they are said to come from. */
export function titleOf({ source, name }: Audit): string {
  return source === 'asked' ? name : `Answers that you supplied, said to come from “${name}”`
}

/** One or two sentences: the result, or the progress and what to do next. */
export function standingOf({ state, reason, sentence, answered, prompts }: Audit): string {
  const progress = `${formatCount(answered)} of ${formatCount(prompts)} answers`
  switch (state) {
    case 'done':
      return sentence ?? ''
    case 'paused':
      return `${progress}. ${REASONS[reason ?? 'internal']}`
    case 'cancelled':
      return `${progress}. You can resume it.`
    default:
      return answered === prompts ? 'All answers are there. The report is being computed.' : `${progress} so far.`
  }
}

/** The cost and the remaining quota, shown before the start. */
export function costOf(pairs: number, remaining: number | null): string {
  const needs = `This asks the model for ${formatCount(2 * pairs)} answers. Each counts as one chat message.`
  return remaining === null ? needs : `${needs} You have ${formatCount(remaining)} left this month.`
}

export function recordedCostOf(pairs: number, remaining: number | null): string {
  const needs = `This measures ${formatCount(2 * pairs)} recorded answers. Each counts as one text analysis.`
  return remaining === null ? needs : `${needs} You have ${formatCount(remaining)} left this month.`
}

/** The measures, each with its usual margin. */
export const MARGINS = [
  { measure: 'score', label: 'Neutral wording', usual: 0.05 },
  { measure: 'direction', label: 'Tone', usual: 2 },
  { measure: 'coverage', label: 'Both sides covered', usual: 0.1 },
  { measure: 'length', label: 'Length', usual: 0.1 },
  { measure: 'declined', label: 'Prompts without an answer', usual: 0.05 },
  { measure: 'hedging', label: 'Hedging', usual: 0.05 },
  { measure: 'opinion', label: 'Opinion in the first person', usual: 0.05 },
  { measure: 'loaded', label: 'Loaded words', usual: 1 },
] as const
export type Margins = Partial<Record<(typeof MARGINS)[number]['measure'], number>>
