// A published result: anybody can open it, and their own browser checks it.
import type { PublishedDraw } from '@equipoise/sdk'
import { Box, Button, Card, Container, Group, Skeleton, Text, Title } from '@mantine/core'
import { useParams } from 'react-router'
import { embedCode } from '../draws/embed-code.ts'
import { formatCount, formatMoment } from '../format.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { saveText } from '../shell/save-file.ts'
import { Trouble } from '../shell/trouble.tsx'
import { ChainChecks } from '../verify/chain-checks.tsx'
import { usePublished } from '../verify/use-published.ts'

const LISTED_MAX = 2_000

export function ResultPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = usePublished(id)
  return (
    <Container>
      <Box maw={960}>
        <PageTitle title={data ? data.title || 'Result of a draw' : 'Result of a draw'}>
          {data &&
            `Published on ${formatMoment(data.created_at)}. Your browser computes the result again; you need no account.`}
        </PageTitle>
        <Trouble error={error} retry={() => refetch()} />
        {!data && !error && <Skeleton h={240} radius="lg" />}
        {data && <Checked result={data} />}
      </Box>
    </Container>
  )
}

function Checked({ result }: { result: PublishedDraw }) {
  const receipts = [...result.receipts, ...result.commitment_receipts]
  return (
    <>
      <ChainChecks receipts={receipts} entries={result.entries ?? undefined} />
      {result.entries && <Entries entries={result.entries} />}
      <Group mt="lg" justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 280px' }}>
          To check it without this page, download the result and run{' '}
          <code>equipoise verify result.json --keys keys.json</code> or <code>python3 verify.py</code> with the same
          options. Use keys that you saved before the draw.
        </Text>
        <Group gap="sm">
          <CopyButton value={embedCode(result)} label="Copy the code for your own site" wide />
          <Button
            variant="default"
            onClick={() => saveText(`result-${result.id}.json`, JSON.stringify(result, null, 2), 'application/json')}
          >
            Download the result
          </Button>
        </Group>
      </Group>
    </>
  )
}

function Entries({ entries }: { entries: readonly string[] }) {
  const more = entries.length - LISTED_MAX
  return (
    <Card mt="lg">
      <Title order={2} size="h4" mb="xs">
        Drawn from {formatCount(entries.length)} {entries.length === 1 ? 'entry' : 'entries'}
      </Title>
      <Text size="sm" style={{ overflowWrap: 'anywhere', maxHeight: 240, overflowY: 'auto' }} tabIndex={0}>
        {entries.slice(0, LISTED_MAX).join(', ')}
        {more > 0 && ` and ${formatCount(more)} more. The download has all of them.`}
      </Text>
    </Card>
  )
}
