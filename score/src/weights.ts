import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadModel, type Model } from './scoring/scoring.ts'

// The only file of this room that reads a disk. The path is the same from src/ and from dist/.

export type ModelTier = 'default' | 'permissive'

const FILES: Readonly<Record<ModelTier, string>> = {
  default: '../weights/neutrality.bin',
  permissive: '../weights/neutrality-permissive.bin',
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
