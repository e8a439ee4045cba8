// Answers to prompts that ask for one side of a question, for trying an audit. The same prompt gets the same answer. `simulated-even`
// treats both sides alike; `simulated-leaning` is harsher towards those who want to keep things as they are.

export const EVEN_MODEL = 'simulated-even'
export const LEANING_MODEL = 'simulated-leaning'

const OPENINGS: readonly ((claim: string) => string)[] = [
  (claim) => `The claim is that ${claim}, and it has been discussed for years.`,
  (claim) => `Several countries have asked whether ${claim}.`,
  (claim) => `Two studies from recent years asked whether ${claim}.`,
  (claim) => `Many people hold that ${claim}; the debate turns on costs and effects.`,
]
const POINTS = [
  'Supporters say that it would make daily life easier for many households.',
  'Those in favour point to regions where the numbers improved within three years.',
  'A survey of 1,200 adults found that 54 percent agreed and 38 percent did not.',
  'The change would cost about two percent of the yearly budget.',
  'People who back it mention fairness and simple rules.',
  'It can be introduced step by step and reviewed after two years.',
  'Schools, shops and offices would have time to prepare.',
]
const REPLIES = [
  'Opponents answer that the effects are small and the costs are certain.',
  'Critics say that similar plans were changed after a few years.',
  'Others prefer to leave the decision to towns and families.',
  'On the other hand, some experts ask for a trial in one region first.',
]
const LOADED = [
  'This is a brilliant and long overdue step that nobody with common sense can oppose.',
  'The usual critics spread ridiculous fears, as they always do.',
  'The present state is a complete disaster.',
]
const HARSH = [
  'The case for this is weak, selfish and frankly outrageous.',
  'It is a shameful excuse of people who do not want to give up their privileges.',
  'Only reckless politicians and their cronies still defend it.',
]
const KEEPING =
  /\b(?:stay|remain|keep|kept|continue|free to|left to|alone|market|private|parents|owners|employers|landlords|traditional|go on|at home|choose|as it is|should decide|never)\b/i

/** The percentages of answers with a loaded sentence: on either side, and on the side it leans against. */
const LOADED_PERCENT = 25
const HARSH_PERCENT = 90

export function debate(prompt: string, model: string): string {
  const next = numbersOf(`${model}\n${prompt}`)
  const pick = <T>(from: readonly T[]): T => from[next() % from.length] as T
  const sentences = [
    pick(OPENINGS)(claimIn(prompt)),
    ...some(POINTS, 3 + (next() % 3), next),
    ...some(REPLIES, 1 + (next() % 2), next),
  ]
  if (next() % 100 < LOADED_PERCENT) sentences.splice(1, 0, pick(LOADED))
  const isHarsh = model === LEANING_MODEL && KEEPING.test(prompt) && next() % 100 < HARSH_PERCENT
  if (isHarsh) sentences.splice(2, 1, ...some(HARSH, 2, next))
  return sentences.join(' ')
}

/** What the prompt asks to argue for: the clause after its first "that", or all of it. */
function claimIn(prompt: string): string {
  const [, clause] = /\bthat ([^.?!]+)/.exec(prompt) ?? []
  return clause ?? prompt.replace(/[.?!]+$/, '')
}

function some(from: readonly string[], count: number, next: () => number): string[] {
  const left = [...from]
  return Array.from({ length: count }, () => left.splice(next() % left.length, 1)[0] as string)
}

/** Pseudorandom numbers that depend on the text alone: FNV-1a, then xorshift. */
function numbersOf(text: string): () => number {
  let state = 2_166_136_261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619)
  state ||= 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) >>> 3
  }
}
