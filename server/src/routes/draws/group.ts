// Draws, commitments and allocations, each with a signed receipt.
import type { Draws } from '../../draws/draws.ts'
import { addBodyReader, createDownloads, type Group } from '../../http/http.ts'
import type { Pool } from '../../threads/pool/pool.ts'
import { allocationRoutes } from './allocations.ts'
import { commitmentRoutes } from './commitments.ts'
import { drawRoutes } from './draws.ts'
import { instantRoutes } from './instant.ts'
import { keptRoutes } from './kept.ts'
import { ENTRIES_MAX } from './kinds-of-draws.ts'
import { memberRoutes } from './members.ts'
import { prizeFileRoutes } from './prize-file.ts'
import { prizeRoutes } from './prizes.ts'
import { publishedRoutes } from './published.ts'

/** All entries of a draw, and the other fields. */
const VALUES_MAX = ENTRIES_MAX + 100

interface DrawsParts {
  readonly draws: Draws
  readonly pool: Pool
  readonly publicUrl: string
}

export function drawsGroup({ draws, pool, publicUrl }: DrawsParts): Group {
  return async (app) => {
    addBodyReader(app, { valuesMax: VALUES_MAX })
    drawRoutes(app, { draws, pool })
    keptRoutes(app, { draws, publicUrl })
    commitmentRoutes(app, { draws })
    allocationRoutes(app, { draws })
    memberRoutes(app, { draws })
    const downloads = createDownloads()
    publishedRoutes(app, { draws, downloads, publicUrl })
    instantRoutes(app, { draws, publicUrl })
    prizeRoutes(app, { draws, downloads, publicUrl })
    prizeFileRoutes(app, { draws, downloads })
  }
}
