import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Analysis, type AnalyzeOptions, analyze, supportsSimd } from './score.ts'
import { type Deep, type KeptReadings, loadDeep, loadModel, type Model } from './scoring/scoring.ts'

// The only file of this room that reads a disk. The path is the same from src/ and from dist/.

/** `permissive` (Apache-2.0) comes with this package; `default` (AGPL-3.0) is the package @equipoise/score-weights-default. */
export type ModelTier = 'default' | 'permissive'

export interface AnalyzerOptions {
  /** `permissive` unless you say otherwise: it needs no other package. */
  readonly weights?: ModelTier | undefined
  /** `fast` scores the words alone; `default` reads whole sentences with the encoder, too. */
  readonly tier?: 'default' | 'fast' | undefined
  /** Where to keep what the encoder said of each sentence, so that it is not read again. */
  readonly kept?: KeptReadings | undefined
}

/** A function that scores texts, with its weights read once. Node only: in a browser, use `loadModel` and `analyze`. */
export function openAnalyzer({ weights = 'permissive', tier = 'default', kept }: AnalyzerOptions = {}) {
  const model = readModel(weights)
  const isDeep = tier === 'default' && supportsSimd()
  const deep = isDeep ? (kept ? loadDeep(readFileSync(encoderPath(weights)), kept) : readDeep(weights)) : undefined
  return (text: string, options: Omit<AnalyzeOptions, 'deep'> = {}): Analysis =>
    analyze(model, text, { ...options, deep })
}

const models = new Map<ModelTier, Model>()
const encoders = new Map<ModelTier, Deep>()

/** The encoder that belongs to these weights; undefined for a file of one's own, which is scored by its words alone. */
export function readDeep(which: string): Deep | undefined {
  return isTier(which) ? once(encoders, which, () => loadDeep(readFileSync(encoderPath(which)))) : undefined
}

export function encoderPath(tier: ModelTier): string {
  return pathOf(tier, 'encoder')
}

export function weightsPath(tier: ModelTier): string {
  return pathOf(tier, 'neutrality')
}

/** One of ours by its tier, or the path of a file. */
export function readModel(which: string): Model {
  try {
    return isTier(which) ? once(models, which, () => readFile(weightsPath(which))) : readFile(which)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The weights cannot be used: ${why}. NEUTRALITY_MODEL is "default", "permissive" or the path of a file`,
      {
        cause: error,
      },
    )
  }
}

function readFile(path: string): Model {
  return loadModel(readFileSync(path))
}

/** Our own weights do not change while a process runs: a second call gets the same ones. */
function once<Weights>(known: Map<ModelTier, Weights>, tier: ModelTier, read: () => Weights): Weights {
  const found = known.get(tier) ?? read()
  known.set(tier, found)
  return found
}

const DEFAULT_WEIGHTS = '@equipoise/score-weights-default'

function pathOf(tier: ModelTier, name: 'neutrality' | 'encoder'): string {
  if (tier === 'permissive') return fileURLToPath(new URL(`../weights/${name}-permissive.bin`, import.meta.url))
  try {
    return createRequire(import.meta.url).resolve(`${DEFAULT_WEIGHTS}/${name}.bin`)
  } catch (error) {
    throw new Error(
      `the default weights (AGPL-3.0) are a separate package, ${DEFAULT_WEIGHTS}, which is not installed`,
      {
        cause: error,
      },
    )
  }
}

function isTier(which: string): which is ModelTier {
  return which === 'default' || which === 'permissive'
}
