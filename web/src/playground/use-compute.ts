import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ANONYMOUS, useAccount, useClient } from '../api.ts'
import { FREE_SIZE_MAX, type Settings, seedValue } from './settings.ts'

/** Stays below the pace that strangers may keep. */
const FREE_WAIT_MS = 120
/** Where a run costs units, wait until the hand rests. */
const PAID_WAIT_MS = 700

/** The result for these settings; while it is on its way, the one before. What is free is asked for as a stranger. */
export function useCompute(settings: Settings) {
  const client = useClient()
  const account = useAccount()
  const free = settings.N <= FREE_SIZE_MAX
  const [{ bias, N, samples, seed }] = useDebouncedValue(settings, free ? FREE_WAIT_MS : PAID_WAIT_MS)
  return useQuery({
    queryKey: ['compute', bias, N, samples, seed],
    queryFn: ({ signal }) =>
      (N <= FREE_SIZE_MAX ? ANONYMOUS : client).compute({ bias, N, samples, seed: seedValue(seed) }, { signal }),
    enabled: N <= FREE_SIZE_MAX || Boolean(account),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
}
