// How likely an observation is if the coin is fair, computed with additions and multiplications only, so that every machine agrees.

export { twoSidedBinomial } from './binomial.ts'
export { type Composition, compositionChance, compositionSteps } from './composition.ts'
export { chanceAbove, combineByFisher, fitFair } from './fit.ts'
