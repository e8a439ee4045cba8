import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadModel, type Model } from './model.ts'

// The only file of this room that reads a disk. The path is the same from src/ and from dist/.

export type ModelTier = 'default' | 'permissive'

const FILES: Readonly<Record<ModelTier, string>> = {
  default: '../../weights/neutrality.bin',
  permissive: '../../weights/neutrality-permissive.bin',
}

export function weightsPath(tier: ModelTier): string {
  return fileURLToPath(new URL(FILES[tier], import.meta.url))
}

export function readModel(tier: ModelTier = 'default'): Model {
  return loadModel(readFileSync(weightsPath(tier)))
}
