// Parses Stripe's requests: forms whose field names nest in brackets.

export interface Fields {
  [name: string]: unknown
}

export function formOf(text: string): Fields {
  const form: Fields = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.split(/[[\]]+/).filter((step) => step !== '')
    const last = steps.pop()
    if (last === undefined) continue
    const place = steps.reduce<Fields>((fields, step) => {
      fields[step] ??= Object.create(null)
      return fields[step] as Fields
    }, form)
    place[last] = value
  }
  return form
}
