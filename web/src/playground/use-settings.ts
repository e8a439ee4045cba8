import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paramsOf, randomSeed, type Settings, settingsFrom } from './settings.ts'

/** Settings out of the address, and a way to change them there. */
export function useSettings(): { settings: Settings; change: (part: Partial<Settings>) => void } {
  const [params, setParams] = useSearchParams()
  const [seed] = useState(() => randomSeed())
  const settings = settingsFrom(params, seed)
  const change = useCallback(
    (part: Partial<Settings>) =>
      setParams((now) => paramsOf({ ...settingsFrom(now, seed), ...part }), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams, seed],
  )
  return { settings, change }
}
