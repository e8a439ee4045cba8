import { Anchor, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { formatMoment } from '../format.ts'
import { forgetDraws, type KeptDraw, useDrawOwner, useKeptDraws } from '../kept/kept-draws.ts'
import { saveText } from '../shell/save-file.ts'
import { Values } from './values.tsx'

const KINDS: Readonly<Record<string, string>> = { winners: 'Winners', dice: 'Dice', loot: 'Loot' }

export function History() {
  const owner = useDrawOwner()
  const draws = useKeptDraws()
  if (draws.length === 0) {
    return (
      <Card ta="center" py={40}>
        <Title order={2} size="h4">
          No draws yet
        </Title>
        <Text size="sm" c="dimmed">
          Your last 50 draws stay here, in this browser.
        </Text>
      </Card>
    )
  }
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Your last 50 draws, stored in this browser.
        </Text>
        <Button variant="default" size="xs" onClick={() => owner && forgetDraws(owner)}>
          Clear the history
        </Button>
      </Group>
      {draws.map((draw) => (
        <DrawCard key={draw.id} draw={draw} />
      ))}
    </Stack>
  )
}

/** The last result of this kind, shown again after a reload. */
export function LastDraw({ kind }: { kind: string | undefined }) {
  const last = useKeptDraws().find((one) => one.kind === kind)
  return last ? <DrawCard draw={last} /> : null
}

function DrawCard({ draw }: { draw: KeptDraw }) {
  const { id, kind, atMs, receipt, seed, url } = draw
  return (
    <Card
      padding="md"
      component="section"
      aria-label={`${KINDS[kind] ?? kind}, ${formatMoment(new Date(atMs).toISOString())}`}
    >
      <Group justify="space-between" mb="sm">
        <Text size="sm" fw={600}>
          {KINDS[kind] ?? kind} · {formatMoment(new Date(atMs).toISOString())}
        </Text>
        {url ? (
          <Anchor href={url} size="sm">
            Published
          </Anchor>
        ) : (
          <Badge variant="light" color="gray" tt="none">
            Not published
          </Badge>
        )}
      </Group>
      <Values draw={draw} />
      {receipt ? (
        <Button
          mt="sm"
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => saveText(`draw-${id}.json`, JSON.stringify(receipt, null, 2), 'application/json')}
        >
          Download receipt
        </Button>
      ) : (
        <Text size="sm" c="dimmed" mt="sm" style={{ overflowWrap: 'anywhere' }}>
          Seed <code>{seed}</code>
        </Text>
      )}
    </Card>
  )
}
