// Turns errors of the API into messages for people, without endpoints, field names and codes.
import {
  AuthenticationError,
  ConnectionError,
  DeadlineError,
  EquipoiseError,
  PermissionError,
  QuotaError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from '@equipoise/sdk'
import { providerLabel } from '../api.ts'
import { formatCost, formatCount, formatUtcDay } from '../format.ts'
import { planTitle } from './plan-names.ts'

export function messageFor(error: unknown, field: string): string | undefined {
  const found = error instanceof ValidationError && error.fields.find(({ loc }) => loc.at(-1) === field)
  if (!found) return undefined
  const isShort = found.type === 'missing' || found.type === 'string_too_short'
  return field === 'email' && isShort ? 'Enter your email address.' : plainWords(found)
}

/** Messages of the API are for programs; fields show a shorter one. */
function plainWords({ msg, type }: { msg: string; type: string }): string {
  const [limit] = /\d+/.exec(msg) ?? []
  if (type === 'missing' || (type === 'string_too_short' && limit === '1')) return 'Fill in this field.'
  if (type === 'string_too_short' && limit) return `Too short: at least ${formatCount(Number(limit))} characters.`
  if (type === 'string_too_long' && limit) return `Too long: at most ${formatCount(Number(limit))} characters.`
  const sentence = msg.replace(/^(value|input) (is|should)/i, 'This $2')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1).replace(/\.$/, '')}.`
}

export const SESSION_ENDED = 'Your session has ended. Sign in again.'

/** The error in one sentence. A 401 usually means an ended session, but on the sign-in form a wrong password. */
export function errorText(error: unknown, signingIn = false): string {
  if (error instanceof AuthenticationError && !signingIn) return SESSION_ENDED
  const [only, ...others] = error instanceof ValidationError ? error.fields : []
  if (only && others.length === 0) return plainWords(only)
  if (error instanceof ConnectionError) return 'The service cannot be reached. Check the connection and try again.'
  if (error instanceof TimeoutError) return 'The service took too long to answer. Try again in a moment.'
  if (error instanceof QuotaError) return quotaWords(error)
  if (error instanceof RateLimitError) return rateWords(error)
  if (error instanceof PermissionError) return planWords(error)
  if (error instanceof EquipoiseError && error.status === 413)
    return 'This is too much at once. Shorten the list or text.'
  if (error instanceof ServerError && providerWords(error.message)) return withoutCode(error.message)
  if (error instanceof ServerError) return 'Something went wrong on our side. Try again in a moment.'
  if (error instanceof DeadlineError) return 'This took too long and was stopped. Try again, or ask for less.'
  if (error instanceof Error) return withoutCode(error.message)
  return 'Something went wrong.'
}

const ALLOWANCES: readonly [RegExp, string][] = [
  [/\/ai\/analyze/, 'text analyses'],
  [/\/ai\/chat/, 'chats'],
  [/\/ai\/proxy/, 'calls with your own key'],
  [/\/compute/, 'compute units'],
]

/** A limit that the owner of an account has set, or the operator for a plan. */
const LIMIT_REACHED =
  /^The limit of ([\w ]+) is ([\d.]+) (\w+) a (\w+): ([\d.]+) are left(?:, and this request can use up to ([\d.]*\d))?/
export const isLimit = ({ message }: QuotaError): boolean => LIMIT_REACHED.test(message)

/** The API's message names the endpoint and a time; people want to know which quota is used up, and until which day. */
function quotaWords({ message, resetsAt }: QuotaError): string {
  const reset = (it: string) => (resetsAt ? ` ${it} on ${formatUtcDay(resetsAt.toISOString())}.` : '')
  const [, whose, limit = '', unit = '', period, left = '', most] = LIMIT_REACHED.exec(message) ?? []
  if (whose !== undefined) {
    const amount = (given: string) =>
      unit === 'euros'
        ? formatCost(Number(given))
        : `${formatCount(Number(given))} ${given === '1' ? unit.slice(0, -1) : unit}`
    const allowed = `${amount(limit)} a ${period}`
    return most === undefined || left === '0'
      ? `You have reached the limit of ${whose}: ${allowed}.${reset('It resets')}`
      : `This request can use up to ${amount(most)}. The limit of ${whose} leaves ${amount(left)} of ${allowed}.${reset('It resets')}`
  }
  const what = ALLOWANCES.find(([pattern]) => pattern.test(message))?.[1] ?? 'units'
  const [, allowed] = /of (\d+) /.exec(message) ?? []
  const used = allowed === undefined ? `all ${what}` : `all ${formatCount(Number(allowed))} ${what}`
  return `You have used ${used} this month.${reset('They reset')}`
}

export const OWN_KEY_NOT_INCLUDED = 'Your plan does not include questions with your own provider key.'

/** What the plan does not include; the API names the plan by its id. */
function planWords({ message }: PermissionError): string {
  const [, size, sizeMax, plan] = /^N=(\d+) exceeds the maximum N=(\d+) of the (\w+) plan/.exec(message) ?? []
  if (/^\/ai\/proxy is not included/.test(message)) return OWN_KEY_NOT_INCLUDED
  if (plan === undefined) return withoutCode(message)
  return `Blocks of N = ${size} need a larger plan. The ${planTitle(plan)} plan includes blocks up to N = ${sizeMax}.`
}

function rateWords({ message, retryAfterMs }: RateLimitError): string {
  if (/without an account|sign-?in|login attempts/i.test(message)) return withoutCode(message)
  const seconds = Math.ceil((retryAfterMs ?? 60_000) / 1000)
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `You sent too many requests at once. Try again in ${wait}.`
}

/** An error of an AI provider, with its display name and without field name and status; undefined for other errors. */
function providerWords(message: string): string | undefined {
  const [whole, id = '', did = ''] =
    /^([\w-]+) ((rejected|failed|did not|does not know|accepts no|cannot|stopped|closed|answered|sent|withheld)\b.*)$/s.exec(
      message,
    ) ?? []
  if (whole === undefined) return undefined
  const name = providerLabel(id)
  return did.startsWith('rejected the API key given')
    ? `${name} rejected this key. Check that it is valid and allows this model.`
    : `${name} ${did.replace(/ \(status \d+\)/, '')}`
}

/** Removes names of settings and endpoints, which are for operators and programs. */
function withoutCode(message: string): string {
  return (providerWords(message) ?? message)
    .replaceAll(/ ?\([^)]{0,200}\b[A-Z]{1,60}_[A-Z_]{1,60}\b[^)]{0,200}\)/g, '')
    .replaceAll(/: set [A-Z]+_[A-Z_]+( and [A-Z]+_[A-Z_]+)*\.?/g, '.')
}
