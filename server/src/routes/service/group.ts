// The deployment itself: its health, its plans, its names, its newsletter.
import type { Brand } from '../../ground/brand.ts'
import type { Group } from '../../http/http.ts'
import type { Newsletter } from '../../newsletter/newsletter.ts'
import { catalogueRoutes, type Known } from './catalogue.ts'
import { type HealthParts, healthRoutes } from './health.ts'
import { newsletterRoutes } from './newsletter.ts'

export { type Features, type Known, knownOf } from './catalogue.ts'

interface ServiceParts extends HealthParts {
  readonly brand: Brand
  readonly known: Known
  readonly newsletter: Newsletter
}

export function serviceGroup({ brand, known, newsletter, ...health }: ServiceParts): Group {
  return async (app) => {
    newsletterRoutes(app, newsletter)
    catalogueRoutes(app, known)
    healthRoutes(app, health)
  }
}
