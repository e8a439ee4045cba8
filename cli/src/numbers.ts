// Numbers on the command line.

export function optionalNumber(value: string | undefined, name: string): number | undefined {
  return value === undefined ? undefined : requireNumber(value, name)
}

export function requireNumber(value: string | undefined, name: string): number {
  if (value === undefined) throw new Error(`${name} is missing (see --help)`)
  const number = Number(value)
  if (value.trim() === '' || Number.isNaN(number)) throw new Error(`${name} must be a number`)
  return number
}
