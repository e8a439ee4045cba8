import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAccount, useBrand, useClient } from '../api.ts'

const WAIT_MS = 500

/**
 * The analysis of the text as it was when the hand last rested, and the text it belongs to. A stale request is
 * cancelled; a text that was analysed before costs nothing again.
 */
export function useAnalysis(text: string) {
  const client = useClient()
  const account = useAccount()
  const isBrandKnown = useBrand() !== undefined
  const [settled] = useDebouncedValue(text, WAIT_MS)
  const wanted = settled.trim() === '' ? '' : settled
  const query = useQuery({
    queryKey: ['analysis', wanted],
    queryFn: async ({ signal }) => ({ text: wanted, analysis: await client.ai.analyze(wanted, { signal }) }),
    enabled: Boolean(account) && isBrandKnown && wanted !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  return { ...query, data: wanted === '' ? undefined : query.data, isStale: settled !== text || query.isFetching }
}
