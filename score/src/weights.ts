import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Deep, loadDeep, loadModel, type Model } from './scoring/scoring.ts'

// The only file of this room that reads a disk. The path is the same from src/ and from dist/.

export type ModelTier = 'default' | 'permissive'

const FILES: Readonly<Record<ModelTier, string>> = {
  default: '../weights/neutrality.bin',
  permissive: '../weights/neutrality-permissive.bin',
}

const ENCODERS: Readonly<Record<ModelTier, string>> = {
  default: '../weights/encoder.bin',
  permissive: '../weights/encoder-permissive.bin',
}

/** The encoder that belongs to these weights; undefined for a file of one's own, which is scored by its words alone. */
export function readDeep(which: string = 'default'): Deep | undefined {
  if (!isTier(which)) return undefined
  return loadDeep(readFileSync(fileURLToPath(new URL(ENCODERS[which], import.meta.url))))
}

export function weightsPath(tier: ModelTier): string {
  return fileURLToPath(new URL(FILES[tier], import.meta.url))
}

// One of ours by its tier, or the path of a file.
export function readModel(which: string = 'default'): Model {
  const path = isTier(which) ? weightsPath(which) : which
  try {
    return loadModel(readFileSync(path))
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

function isTier(which: string): which is ModelTier {
  return Object.hasOwn(FILES, which)
}
