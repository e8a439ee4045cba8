import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../api.ts'
import { formatCount } from '../format.ts'
import { numeric, RowTable } from '../shell/row-table.tsx'
import { saveText } from '../shell/save-file.ts'
import { Section } from '../shell/section.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { csvOf } from './csv.ts'

export function EarlierMonths() {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['usage', 'months'],
    queryFn: ({ signal }) => client.usageMonths({ signal }),
  })
  return (
    <Section
      title="Month by month"
      action={
        <Button
          size="xs"
          variant="default"
          disabled={!data?.length}
          onClick={() => data && saveText('usage.csv', csvOf(data), 'text/csv')}
        >
          Save as CSV
        </Button>
      }
    >
      <Trouble error={error} retry={() => refetch()} />
      {data === undefined ? (
        !error && <Skeleton h={80} />
      ) : data.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing has been used yet.
        </Text>
      ) : (
        <RowTable
          columns={[
            'Month',
            numeric('Compute units'),
            numeric('Text analyses'),
            numeric('Chats'),
            numeric('With your own key'),
            'Most used key',
          ]}
          rows={data.map(({ month, endpoints, keys }) => ({
            key: month,
            cells: [
              monthWords(month),
              formatCount(endpoints.compute),
              formatCount(endpoints['ai/analyze']),
              formatCount(endpoints['ai/chat']),
              formatCount(endpoints['ai/proxy']),
              keys[0]?.name,
            ],
          }))}
        />
      )}
    </Section>
  )
}

/** `2026-03` becomes "March 2026". */
function monthWords(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
