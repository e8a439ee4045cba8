// Prompt sets: our own, and readers for files that others published. A set has a hash, so that a report identifies exactly what was
// asked.

export { EVEN_HANDED, evenHandedPairs, isEvenHanded } from './even-handed.ts'
export { drawSample, isSamePrompt, PAIRS_MAX, type Pair, type PromptSet, pairsHash, promptSetOf } from './prompt-set.ts'
export { checkPairs, readPromptSet } from './readers.ts'
export { readJsonLines } from './table.ts'
