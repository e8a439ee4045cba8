// Units → logits, sentence by sentence and for a whole text, and the tone of the words. Everything the weights are used for.

export { HEADS, type Head, type KeptReadings, type Reading, readTokens, splitPieces } from '../encoder/encoder.ts'
export { blendSentences } from './blending.ts'
export { addUp, type Blend, type Deep, type DeepScored, type DeepSentence, deepen, loadDeep, piecesOf } from './deep.ts'
export { nameDirection, readTones, type ToneCounts } from './direction.ts'
export {
  anyOf,
  DENSITY_MIN,
  FEATURE_COUNT,
  findTop,
  measureStyle,
  type Stretch,
  TABLE_FEATURES,
  type TableScores,
} from './features.ts'
export {
  type Constants,
  FORMAT,
  type Knots,
  loadModel,
  MAGIC,
  type Model,
  type ModelHeader,
  type SectionHeader,
} from './model.ts'
export { hasLetters, PAIR_BITS, pairOf } from './ngrams.ts'
export { mixStacks, registerOf } from './register.ts'
export { type Scored, type SentenceScore, scoreUnits } from './sentences.ts'
export { gatherTerms } from './terms.ts'
