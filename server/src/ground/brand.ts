// Every name that a deployment can change. Types use the default names, values the deployment's own, so that `[brand.field.options]` in a
// schema is fully typed and no renaming layer is needed.

export const DEFAULT_BRAND = 'svc'
export const BRAND_PATTERN = /^[a-z][a-z0-9]{1,15}$/

export interface Brand {
  /** The prefix of keys and field names. */
  readonly word: string
  /** The name that people read. */
  readonly name: string
  readonly keyPrefix: string
  readonly cookie: string
  readonly header: { readonly filterMode: string }
  readonly field: {
    readonly options: 'svc_options'
    readonly filter: 'svc_filter'
    readonly certified: 'svc_certified'
  }
}

export function brandNamed(word: string = DEFAULT_BRAND): Brand {
  return {
    word,
    name: word === DEFAULT_BRAND ? 'Equipoise' : word.charAt(0).toUpperCase() + word.slice(1),
    keyPrefix: `${word}_`,
    cookie: `${word}_session`,
    header: { filterMode: `x-${word}-filter-mode` },
    field: {
      options: `${word}_options` as 'svc_options',
      filter: `${word}_filter` as 'svc_filter',
      certified: `${word}_certified` as 'svc_certified',
    },
  }
}
