import { Anchor, Badge, Button, Card, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useAccount, useClient } from '../api.ts'
import { formatCount, formatMoment } from '../format.ts'
import { forgetDraws, type PastDraw, usePastDraws, useRereadDraws } from '../kept/kept-draws.ts'
import { NoneYet } from '../shell/none-yet.tsx'
import { saveText } from '../shell/save-file.ts'
import { Trouble, tellTrouble } from '../shell/trouble.tsx'
import { Values } from './values.tsx'

const KINDS: Readonly<Record<string, string>> = { winners: 'Winners', dice: 'Dice', loot: 'Loot' }

export function History() {
  const client = useClient()
  const isMember = Boolean(useAccount())
  const reread = useRereadDraws()
  const { draws, error } = usePastDraws()
  const clear = useMutation({
    mutationFn: async () => void (isMember ? await client.kept.clear() : forgetDraws()),
    onSuccess: reread,
    onError: (failure) => tellTrouble(failure, 'The history could not be cleared'),
  })
  if (error) return <Trouble error={error} />
  if (draws.length === 0) {
    return (
      <NoneYet title="No draws yet">{isMember ? 'Your last 50 draws stay here, on all your devices.' : HERE}</NoneYet>
    )
  }
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {isMember ? 'Your last 50 draws, stored in your account.' : HERE}
        </Text>
        <Button variant="default" size="xs" loading={clear.isPending} onClick={() => clear.mutate()}>
          Clear the history
        </Button>
      </Group>
      {draws.map((draw) => (
        <DrawCard key={draw.id} draw={draw} />
      ))}
    </Stack>
  )
}

const HERE = 'Your last 50 draws stay here, in this browser.'

/** The last result of this kind, shown again after a reload. */
export function LastDraw({ kind }: { kind: string }) {
  const last = usePastDraws().draws.find((one) => one.kind === kind)
  return last ? <DrawCard draw={last} /> : null
}

function DrawCard({ draw }: { draw: PastDraw }) {
  const { id, kind, drawn_at, seed, url, values, count = values.length } = draw
  const heading = `${KINDS[kind] ?? kind} · ${formatMoment(drawn_at)}`
  return (
    <Card padding="md" component="section" aria-label={heading.replace(' ·', ',')}>
      <Group justify="space-between" mb="sm">
        <Text size="sm" fw={600}>
          {heading}
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
      {count > values.length && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {formatCount(values.length)} of {formatCount(count)}. The receipt proves all of them.
        </Text>
      )}
      {seed === undefined ? (
        <ReceiptButton id={id} />
      ) : (
        <Text size="sm" c="dimmed" mt="sm" style={{ overflowWrap: 'anywhere' }}>
          Seed <code>{seed}</code>
        </Text>
      )}
    </Card>
  )
}

function ReceiptButton({ id }: { id: string }) {
  const client = useClient()
  const save = useMutation({
    mutationFn: () => client.kept.receipt(id),
    onSuccess: (receipt) => saveText(`draw-${id}.json`, JSON.stringify(receipt, null, 2), 'application/json'),
    onError: (error) => tellTrouble(error, 'The receipt could not be loaded'),
  })
  return (
    <Button
      mt="sm"
      variant="default"
      size="xs"
      style={{ alignSelf: 'flex-start' }}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Download receipt
    </Button>
  )
}
