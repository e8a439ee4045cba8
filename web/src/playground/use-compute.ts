import type { ComputeResult } from '@equipoise/sdk'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ANONYMOUS, useAccount, useClient } from '../api.ts'
import { runEngine } from './engine.ts'
import { FREE_SIZE_MAX, type Settings, seedValue } from './settings.ts'

/** A run that costs units waits until the settings have not changed for this long. */
const PAID_WAIT_MS = 700

/**
 * The result for these settings. Runs that need no account are computed in this browser, and the previous result stays for those few
 * milliseconds. A result of the service is shown only when it has arrived.
 */
export function useCompute(settings: Settings) {
  const client = useClient()
  const account = useAccount()
  const isFree = settings.N <= FREE_SIZE_MAX
  const [rested] = useDebouncedValue(settings, PAID_WAIT_MS)
  const { bias, N, samples, seed } = isFree ? settings : rested
  const setting = { bias, N, samples, seed: seedValue(seed) }
  return useQuery<ComputeResult>({
    queryKey: ['compute', bias, N, samples, seed],
    queryFn: ({ signal }) =>
      isFree
        ? runEngine<ComputeResult>({ kind: 'compute', setting }).catch(() => ANONYMOUS.compute(setting, { signal }))
        : client.compute(setting, { signal }),
    enabled: isFree || (Boolean(account) && rested === settings),
    placeholderData: (previous) => (isFree ? previous : undefined),
    networkMode: isFree ? 'always' : 'online',
    staleTime: Infinity,
  })
}
