// A field that one of the two dialects cannot express is rejected with a 422 that names it, never dropped.
import { type ApiError, invalidField } from '../../ground/errors.ts'
import type { Json } from './json.ts'

export function cannotPass(field: string, why: string): ApiError {
  return invalidField(placeOf(field), `Not supported with this provider: ${why}`)
}

export function notSupported(field: string, why: string): ApiError {
  return invalidField(placeOf(field), `Not supported here: ${why}`)
}

function placeOf(field: string): (string | number)[] {
  return ['body', ...field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))]
}

/** Throws for the first field with a value; absent, null, false, 0 and empty lists are allowed. */
export function rejectSet(request: Json, reasons: Readonly<Record<string, string>>): void {
  for (const [field, why] of Object.entries(reasons)) if (isSet(request[field])) throw cannotPass(field, why)
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
