import { isTier } from '../reading/settings.ts'
import type { EditorSettings } from './documents.ts'

// The editor's settings under "equipoise".

const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

const SETTINGS: Readonly<Record<keyof EditorSettings, { fits(value: unknown): boolean; meaning: string }>> = {
  tier: { fits: isTier, meaning: '"fast" or "default"' },
  min: { fits: (value) => typeof value === 'number' && value >= 0 && value <= 1, meaning: 'a number from 0 to 1' },
  comments: { fits: isBoolean, meaning: 'true or false' },
  status: { fits: isBoolean, meaning: 'true or false' },
}

/** An invalid value is reported and ignored; unknown names are ignored silently, because other programs may use them. */
export function readSettings(given: unknown, tell: (message: string) => void): EditorSettings {
  if (typeof given !== 'object' || given === null) return {}
  const entries = Object.entries(given).filter(([name, value]) => {
    if (value === null || value === undefined || !Object.hasOwn(SETTINGS, name)) return false
    const { fits, meaning } = SETTINGS[name as keyof EditorSettings]
    if (!fits(value)) tell(`the setting equipoise.${name} must be ${meaning}`)
    return fits(value)
  })
  return Object.fromEntries(entries)
}
