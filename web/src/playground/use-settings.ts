import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paramsOf, randomSeed, type Settings, settingsFrom } from './settings.ts'

interface SettingsInUse {
  readonly settings: Settings
  readonly change: (part: Partial<Settings>) => void
  /** Whether the seed in the field is valid and so the one in the settings. */
  readonly isSeedValid: boolean
  readonly setSeedValid: (isValid: boolean) => void
}

/** The settings from the address, and a function that changes them there. */
export function useSettings(): SettingsInUse {
  const [params, setParams] = useSearchParams()
  const [seed] = useState(() => randomSeed())
  const [isSeedValid, setSeedValid] = useState(true)
  const settings = settingsFrom(params, seed)
  const change = useCallback(
    (part: Partial<Settings>) =>
      setParams((now) => paramsOf({ ...settingsFrom(now, seed), ...part }), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams, seed],
  )
  return { settings, change, isSeedValid, setSeedValid }
}
