// Lists in pages of a hundred, with a button for the next page.
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

interface Page<Id> {
  readonly limit: number
  readonly after: Id | undefined
  readonly signal: AbortSignal
}

const PAGE_ITEMS = 100

export function usePages<Item extends { readonly id: string | number }>(
  queryKey: readonly string[],
  read: (page: Page<Item['id']>) => Promise<readonly Item[]>,
  /** How long until it looks again; not at all if it is left out. */
  refetchMs: (items: readonly Item[]) => number | false = () => false,
) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => read({ limit: PAGE_ITEMS, after: pageParam as Item['id'] | undefined, signal }),
    initialPageParam: undefined as Item['id'] | undefined,
    getNextPageParam: (page) => (page.length === PAGE_ITEMS ? page.at(-1)?.id : undefined),
    refetchInterval: ({ state }) => refetchMs(state.data?.pages.flat() ?? []),
    staleTime: 0,
  })
  return { ...list, items: list.data?.pages.flat() }
}

interface Listed {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

export function ShowMore({ list }: { list: Listed }) {
  if (!list.hasNextPage) return null
  return (
    <Button mt="md" variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
      Show more
    </Button>
  )
}
