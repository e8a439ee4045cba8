import { useQuery } from '@tanstack/react-query'
import { useAnonymousClient } from '../api.ts'

/** A published result; anybody may read it. */
export function usePublished(id: string) {
  const client = useAnonymousClient()
  return useQuery({ queryKey: ['published', id], queryFn: ({ signal }) => client.published.get(id, { signal }) })
}
