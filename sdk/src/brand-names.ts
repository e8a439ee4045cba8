// Translates between the default field names in code and the deployment's names on the wire. Only these three fields differ.

const DEFAULT_BRAND = 'svc'
const FIELDS = ['options', 'filter', 'certified'] as const

interface BrandNames {
  toWire(value: unknown): unknown
  fromWire(value: unknown): unknown
}

export function brandNames(brand: string = DEFAULT_BRAND): BrandNames {
  const pairs = FIELDS.map((field) => [`${DEFAULT_BRAND}_${field}`, `${brand}_${field}`] as const)
  const same = brand === DEFAULT_BRAND
  const toWire = new Map(pairs)
  const fromWire = new Map(pairs.map(([ours, theirs]) => [theirs, ours] as const))
  return {
    toWire: (value) => (same ? value : renamed(value, toWire)),
    fromWire: (value) => (same ? value : renamed(value, fromWire)),
  }
}

/** Renames fields on the top level and one below: they do not occur deeper. */
function renamed(value: unknown, names: ReadonlyMap<string, string>, depth = 1): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      names.get(name) ?? name,
      depth > 0 ? renamed(inner, names, depth - 1) : inner,
    ]),
  )
}
