// Parses the values of words and options, with a message that says what they must be; and prints values, for people and as JSON.
import { z } from 'zod'
import { normaliseEmail } from '../accounts/accounts.ts'
import { invalid } from './arguments.ts'

export function wholeNumber(text: string, what: string, { min, max }: { min: number; max: number }): number {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw invalid(`${what} must be a whole number from ${min} to ${max}.`)
}

const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** A date without a time means midnight UTC. */
export function futureDate(text: string, what: string, nowMs: number): Date {
  const given = date.safeParse(text)
  const found = new Date(given.success ? given.data : Number.NaN)
  if (Number.isNaN(found.getTime())) throw invalid(`${what} must be a date such as 2027-12-31.`)
  if (found.getTime() <= nowMs) throw invalid(`${what} must be in the future.`)
  return found
}

/** In the form in which addresses are stored. */
export function emailAddress(text: string, what: string): string {
  const email = normaliseEmail(text)
  if (email === undefined) throw invalid(`${what} must be an email address.`)
  return email
}

/** Prints what the API answers as text: the rows of a list, or the fields of an object, in columns. */
export function plainText(value: object): string {
  const plain: unknown = JSON.parse(jsonText(value))
  return linesOf(plain, '').join('\n') || 'none'
}

function linesOf(value: unknown, name: string): string[] {
  const start = name ? [name] : []
  if (Array.isArray(value)) return value.map((row) => [...start, ...cellsOf(row)].join('\t'))
  if (typeof value !== 'object' || value === null) return [[...start, ...cellsOf(value)].join('\t')]
  return Object.entries(value).flatMap(([key, one]) => linesOf(one, name ? `${name}.${key}` : key))
}

function cellsOf(value: unknown): string[] {
  if (value === null) return ['-']
  if (typeof value !== 'object') return [String(value)]
  return Object.values(value).map((one) =>
    typeof one === 'object' && one !== null ? JSON.stringify(one) : (cellsOf(one)[0] ?? ''),
  )
}

/** What `--json` prints, with the field names of the API. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, withApiNames, 2)
}

function withApiNames(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const named = Object.entries(value).map(([name, one]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    one,
  ])
  return Object.fromEntries(named)
}
