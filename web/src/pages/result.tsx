// A published result: anybody can open it, and their own browser checks it.
import type { PublishedDraw } from '@equipoise/sdk'
import { Button, Container, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useAnonymousClient } from '../api.ts'
import { formatMoment } from '../format.ts'
import { PageTitle } from '../shell/page-title.tsx'
import { saveText } from '../shell/save-file.ts'
import { Trouble } from '../shell/trouble.tsx'
import { ChainChecks } from '../verify/chain-checks.tsx'

export function ResultPage() {
  const { id = '' } = useParams()
  const client = useAnonymousClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['published', id],
    queryFn: ({ signal }) => client.published.get(id, { signal }),
  })
  return (
    <Container size="md" px={0}>
      <PageTitle title={data ? data.title || 'Result of a draw' : 'Result of a draw'}>
        {data &&
          `Published on ${formatMoment(data.created_at)}. Your browser computes the result again; you need no account.`}
      </PageTitle>
      <Trouble error={error} retry={() => refetch()} />
      {!data && !error && <Skeleton h={240} radius="lg" />}
      {data && <Checked result={data} />}
    </Container>
  )
}

function Checked({ result }: { result: PublishedDraw }) {
  const receipts = [...result.receipts, ...result.commitment_receipts]
  return (
    <>
      <ChainChecks receipts={receipts} entries={result.entries ?? undefined} />
      <Group mt="lg" justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 280px' }}>
          To check it without this page, download the result and run{' '}
          <code>equipoise verify result.json --keys keys.json</code> or <code>python3 verify.py</code> with the same
          words. Use keys that you saved before the draw.
        </Text>
        <Button
          variant="default"
          onClick={() => saveText(`result-${result.id}.json`, JSON.stringify(result, null, 2), 'application/json')}
        >
          Download the result
        </Button>
      </Group>
    </>
  )
}
