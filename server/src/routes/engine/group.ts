// Sequences and their statistics, from a seed.
import { randomBytes } from 'node:crypto'
import type { Catalogue } from '../../ground/plans.ts'
import type { Group } from '../../http/http.ts'
import type { Pool } from '../../threads/pool/pool.ts'
import { computeRoutes } from './compute.ts'
import { sequenceRoutes } from './sequence.ts'

export interface EngineParts {
  readonly pool: Pool
  readonly catalogue: Catalogue
}

export function engineGroup({ pool, catalogue }: EngineParts): Group {
  return async (app) => {
    computeRoutes(app, { pool, catalogue, randomSeed })
    sequenceRoutes(app, { catalogue, randomSeed })
  }
}

/** For callers who bring none of their own. */
export function randomSeed(): string {
  return randomBytes(16).toString('hex')
}
