// A published result inside somebody else's page: what was drawn, whether it holds, and where to look closer.
import { Anchor, Box, Text, Title } from '@mantine/core'
import { useParams } from 'react-router'
import { useBrandName } from '../api.ts'
import { formatMoment } from '../format.ts'
import { useTabTitle } from '../shell/page-title.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { ChainChecks } from '../verify/chain-checks.tsx'
import { usePublished } from '../verify/use-published.ts'

export function EmbeddedResult() {
  const { id = '' } = useParams()
  const name = useBrandName()
  const { data, error, refetch } = usePublished(id)
  const title = data?.title || 'Result of a draw'
  useTabTitle(title)
  return (
    <Box component="main" p="md" maw={640}>
      <Title order={1} size="h3" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      <Trouble error={error} retry={() => refetch()} />
      {data && (
        <>
          <ChainChecks
            receipts={[...data.receipts, ...data.commitment_receipts]}
            entries={data.entries ?? undefined}
            isBrief
          />
          <Text size="sm" c="dimmed" mt="sm">
            Published on {formatMoment(data.created_at)} with {name}.{' '}
            <Anchor href={`/app/results/${id}`} target="_blank" rel="noreferrer" underline="always">
              Check it yourself
            </Anchor>
          </Text>
        </>
      )}
    </Box>
  )
}
