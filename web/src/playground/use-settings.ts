import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paramsOf, randomSeed, type Settings, settingsFrom } from './settings.ts'

interface SettingsInUse {
  readonly settings: Settings
  readonly change: (part: Partial<Settings>) => void
  /** Whether the seed that stands in its field is the one of the settings: an invalid one never gets there. */
  readonly isSeedValid: boolean
  readonly setSeedValid: (isValid: boolean) => void
}

/** Settings out of the address, and a way to change them there. */
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
