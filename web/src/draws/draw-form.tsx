// What every draw on a screen shares: where its chance comes from, and what happens with the result.
import { type Draw, type DrawRequest, EquipoiseError } from '@equipoise/sdk'
import { Anchor, Badge, Button, Card, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useClient } from '../api.ts'
import { formatCount } from '../format.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { saveText } from '../shell/save-file.ts'
import { Trouble } from '../shell/trouble.tsx'
import { Announced, drawFrom, newOrigin, OriginFields, useAnnounced } from './origin.tsx'

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
  const [origin, setOrigin] = useState(newOrigin)
  const announced = useAnnounced(origin)
  const draw = useMutation({
    mutationFn: async () => {
      if (!wish) throw new Error('Fill in the form first.')
      return drawFrom(client, wish, origin).catch((error: unknown) => {
        throw announced.round && isUnfetched(error) ? new Error(UNFETCHED) : error
      })
    },
    onSuccess: async (made) => {
      if ('drawn' in made) onDrawn?.(made.drawn)
      await cache.invalidateQueries({ queryKey: ['commitments'] })
      if ('announced' in made) setOrigin({ ...origin, from: made.announced.id, name: '' })
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
            <OriginFields origin={origin} change={setOrigin} error={draw.error} announced={announced} />
            <Group justify="flex-end">
              <Button type="submit" loading={draw.isPending} disabled={!wish || !announced.isPublic}>
                {origin.from === 'round' ? 'Announce' : action}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
      {draw.data && 'announced' in draw.data && <Announced commitment={draw.data.announced} />}
      {draw.data && 'drawn' in draw.data && (
        <Result key={draw.data.drawn.id} draw={draw.data.drawn} entries={entriesIn(wish)} />
      )}
    </Stack>
  )
}

const UNFETCHED = 'The service could not fetch the round. Paste it below, then draw again.'

function isUnfetched(error: unknown): boolean {
  return error instanceof EquipoiseError && (error.status === 502 || error.status === 503)
}

function entriesIn(wish: DrawRequest | undefined): readonly string[] | undefined {
  return wish && 'entries' in wish ? wish.entries : undefined
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
