// What every draw on a screen shares: where its chance comes from, and what happens with the result.
import type { Draw, DrawRequest } from '@equipoise/sdk'
import { Anchor, Badge, Button, Card, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useClient } from '../api.ts'
import { formatCount } from '../format.ts'
import { Choice } from '../shell/choice.tsx'
import { CopyButton } from '../shell/copy-button.tsx'
import { saveText } from '../shell/save-file.ts'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'

interface DrawFormProps {
  readonly children: ReactNode
  readonly fields: readonly string[]
  /** What to draw; undefined while the form is not complete. */
  readonly wish: DrawRequest | undefined
  readonly action: string
  /** Asks for what the caller keeps, such as how guarantees stand. */
  readonly onDrawn?: (draw: Draw) => void
}

const SHOWN_MAX = 500

export function DrawForm({ children, fields, wish, action, onDrawn }: DrawFormProps) {
  const client = useClient()
  const cache = useQueryClient()
  const [origin, setOrigin] = useState({ commitment: '', clientSeed: '' })
  const draw = useMutation({
    mutationFn: async () => {
      const { commitment, clientSeed } = origin
      if (!wish) throw new Error('Fill in the form first.')
      if (commitment === '') return client.draw(wish)
      const { draws } = await client.commitments.get(commitment)
      return client.draw({ ...wish, commitment, client_seed: clientSeed, nonce: draws })
    },
    onSuccess: async (made) => {
      onDrawn?.(made)
      await cache.invalidateQueries({ queryKey: ['commitments'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    draw.mutate()
  }
  return (
    <Stack>
      <Card>
        <form onSubmit={submit} noValidate>
          <Stack>
            <Trouble error={draw.error} fields={[...fields, 'client_seed']} />
            {children}
            <OriginFields origin={origin} change={setOrigin} error={draw.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={draw.isPending} disabled={!wish}>
                {action}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
      {draw.data && <Result key={draw.data.id} draw={draw.data} entries={entriesIn(wish)} />}
    </Stack>
  )
}

function entriesIn(wish: DrawRequest | undefined): readonly string[] | undefined {
  return wish && 'entries' in wish ? wish.entries : undefined
}

interface Origin {
  readonly commitment: string
  readonly clientSeed: string
}

function OriginFields(props: { origin: Origin; change(origin: Origin): void; error: unknown }) {
  const { origin, change, error } = props
  const client = useClient()
  const { data } = useQuery({ queryKey: ['commitments'], queryFn: ({ signal }) => client.commitments.list({ signal }) })
  const open = data?.filter(({ revealed_at, seed_from }) => revealed_at === null && seed_from === null) ?? []
  return (
    <>
      <Choice
        label="Where the chance comes from"
        description={
          origin.commitment === ''
            ? 'Quick. Others must believe that you drew only once.'
            : 'The seed was fixed before. Others can check that nothing was left out.'
        }
        data={[
          { value: '', label: 'A random seed, now' },
          ...open.map(({ id, name }) => ({ value: id, label: `Commitment: ${name || id.slice(0, 8)}` })),
        ]}
        value={origin.commitment}
        onChange={(commitment) => change({ ...origin, commitment })}
      />
      {origin.commitment !== '' && (
        <TextInput
          label="Client seed"
          description="A text that the people who take part choose, such as tonight's lottery numbers."
          value={origin.clientSeed}
          error={messageFor(error, 'client_seed')}
          onChange={(event) => change({ ...origin, clientSeed: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** What was drawn, its receipt, and a page for everybody. */
function Result({ draw, entries }: { draw: Draw; entries?: readonly string[] | undefined }) {
  const client = useClient()
  const cache = useQueryClient()
  const [title, setTitle] = useState('')
  const [isListed, setListed] = useState(true)
  const publish = useMutation({
    mutationFn: () =>
      client.published.create({
        title: title.trim(),
        receipts: [draw.receipt],
        entries: entries && isListed ? [...entries] : undefined,
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['published'] }),
  })
  return (
    <Card aria-live="polite">
      <Title order={2} size="h4" mb="sm">
        Drawn
      </Title>
      <Values draw={draw} />
      <Group mt="md" align="flex-end">
        <Button
          variant="default"
          onClick={() => saveText(`draw-${draw.id}.json`, JSON.stringify(draw.receipt, null, 2), 'application/json')}
        >
          Download receipt
        </Button>
        <TextInput
          label="Heading of the public page"
          placeholder="Spring raffle"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          style={{ flex: '1 1 200px' }}
        />
        <Button loading={publish.isPending} disabled={publish.isSuccess} onClick={() => publish.mutate()}>
          Publish
        </Button>
      </Group>
      {entries && (
        <Checkbox
          mt="sm"
          label="Show the list of names on the page"
          checked={isListed}
          onChange={(event) => setListed(event.currentTarget.checked)}
        />
      )}
      <Trouble error={publish.error} />
      {publish.data && (
        <Group mt="sm" wrap="nowrap" gap="xs">
          <Anchor href={publish.data.url} style={{ overflowWrap: 'anywhere' }}>
            {publish.data.url}
          </Anchor>
          <CopyButton value={publish.data.url} label="Copy the link" />
        </Group>
      )}
    </Card>
  )
}

function Values({ draw: { values, totals } }: { draw: Draw }) {
  const shown = values.slice(0, SHOWN_MAX).map((value, i) => {
    const text = Array.isArray(value) ? value.join(' ') : String(value)
    return totals && Array.isArray(value) && value.length > 1 ? `${text} = ${totals[i]}` : String(totals?.[i] ?? text)
  })
  return (
    <>
      <Group gap={8}>
        {shown.map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same value can come twice, and the order never changes
          <Badge key={`${i} ${text}`} size="lg" variant="light" tt="none" maw="100%">
            {text}
          </Badge>
        ))}
      </Group>
      {values.length > SHOWN_MAX && (
        <Text size="sm" c="dimmed" mt="xs">
          And {formatCount(values.length - SHOWN_MAX)} more.
        </Text>
      )}
    </>
  )
}
