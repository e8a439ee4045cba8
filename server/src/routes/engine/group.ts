// Sequences and their statistics, from a seed.
import type { Draws } from '../../draws/draws.ts'
import type { Catalogue } from '../../ground/plans.ts'
import type { Group } from '../../http/http.ts'
import type { Pool } from '../../threads/pool/pool.ts'
import { computeRoutes } from './compute.ts'
import { rejectOwnSeed, type SeedFor } from './seed-input.ts'
import { sequenceRoutes } from './sequence.ts'

interface EngineParts {
  readonly pool: Pool
  readonly catalogue: Catalogue
  readonly randomness: Draws['randomness']
}

const RANDOM_SEED_BYTES = 16

export function engineGroup({ pool, catalogue, randomness }: EngineParts): Group {
  const seedFor: SeedFor = async (given, where) => {
    if (given === undefined) return randomness.seed(RANDOM_SEED_BYTES)
    rejectOwnSeed(randomness, where)
    return given
  }
  return async (app) => {
    computeRoutes(app, { pool, catalogue, seedFor })
    sequenceRoutes(app, { catalogue, seedFor })
  }
}
