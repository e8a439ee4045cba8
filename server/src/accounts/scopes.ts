// What a key may do: each scope lists the areas and methods of the routes it permits.

export const SCOPES = ['full', 'compute', 'draws', 'ai', 'read-only'] as const
export type Scope = (typeof SCOPES)[number]

/** The part of the API that a route belongs to. */
export type Area = 'compute' | 'draws' | 'ai' | 'account'

const ALLOWS: Record<Scope, (area: Area, method: string) => boolean> = {
  full: () => true,
  compute: (area) => area === 'compute',
  draws: (area) => area === 'draws',
  ai: (area) => area === 'ai',
  'read-only': (_area, method) => method === 'GET' || method === 'HEAD',
}

export function scopeAllows(scope: Scope, area: Area, method: string): boolean {
  return ALLOWS[scope](area, method)
}
