// P-values, shifts and means with intervals, equivalence and power of paired differences. The topic is the unit: its pairs are averaged
// first, because answers about one topic resemble each other. The same numbers on every machine.

export {
  type Apart,
  EXACT_CLUSTERS_MAX,
  FLIPS,
  type Flips,
  type FlipTest,
  type MeanInterval,
  makeFlips,
} from './flips.ts'
export { benjaminiHochberg, holm } from './many.ts'
export { mcNemar } from './mcnemar.ts'
export { gapFound, normalQuantile, powerOf } from './power.ts'
export { hodgesLehmann, type Shift } from './shift.ts'
