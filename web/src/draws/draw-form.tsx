// The parts that all draws on a screen share: the source of randomness, and the result.
import { type Draw, type DrawRequest, EquipoiseError, type PublishedDraw } from '@equipoise/sdk'
import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAccount, useClient } from '../api.ts'
import { useRereadDraws } from '../kept/kept-draws.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { saveText } from '../shell/save-file.ts'
import { Section } from '../shell/section.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { problemIn } from './draw-here.ts'
import { embedCode } from './embed-code.ts'
import { type DrawFormProps, FormCard } from './form-card.tsx'
import { LastDraw } from './history.tsx'
import { Announced, drawFrom, newOrigin, OriginFields, ROUND, useAnnounced, useWaiting } from './origin.tsx'
import { comeIntoView, Earlier, Values } from './values.tsx'
import { VisitorForm } from './visitor-form.tsx'

export function DrawForm(props: DrawFormProps) {
  const isMember = Boolean(useAccount())
  return <Stack>{isMember ? <MemberForm {...props} /> : <VisitorForm {...props} />}</Stack>
}

function MemberForm({ children, kind, fields, wish, action, onDrawn }: DrawFormProps) {
  const client = useClient()
  const cache = useQueryClient()
  const rereadDraws = useRereadDraws()
  const [given, setOrigin] = useState(newOrigin)
  const { data: waiting, isLoading } = useWaiting(kind)
  // An announced draw is offered first to draw winners, because others can trust it.
  const origin = { ...given, from: given.from ?? waiting?.id ?? (kind === 'winners' ? ROUND : '') }
  const announced = useAnnounced(origin)
  const draw = useMutation({
    mutationFn: async () => {
      if (!wish) throw new Error('Fill in the form first.')
      const problem = problemIn(wish)
      if (problem !== undefined) throw new Error(problem)
      const made = await drawFrom(client, wish, origin).catch((error: unknown) => {
        throw announced.round && isUnfetched(error) ? new Error(UNFETCHED) : error
      })
      return { ...made, wish }
    },
    onSuccess: async (made) => {
      if ('drawn' in made) {
        onDrawn?.(made.drawn)
        await rereadDraws()
      }
      await cache.invalidateQueries({ queryKey: ['commitments'] })
      if ('announced' in made) setOrigin({ ...origin, from: made.announced.id, name: '' })
      else if (announced.round) setOrigin(newOrigin)
    },
  })
  return (
    <>
      <FormCard
        draw={draw}
        fields={[...fields, 'client_seed']}
        action={origin.from === ROUND ? 'Announce' : action}
        canDraw={wish !== undefined && announced.isPublic && !isLoading}
      >
        {children}
        <OriginFields origin={origin} change={setOrigin} error={draw.error} announced={announced} />
      </FormCard>
      {!draw.data && (waiting?.id === origin.from ? <Announced commitment={waiting} /> : <LastDraw kind={kind} />)}
      {draw.data && 'announced' in draw.data && <Announced commitment={draw.data.announced} />}
      {draw.data && 'drawn' in draw.data && (
        <Result
          key={draw.data.drawn.id}
          draw={draw.data.drawn}
          entries={entriesIn(draw.data.wish)}
          earlier={<Earlier drawn={draw.data.wish} wish={wish} />}
        />
      )}
    </>
  )
}

const UNFETCHED = 'The service could not fetch the round. Paste it below, then draw again.'

function isUnfetched(error: unknown): boolean {
  return error instanceof EquipoiseError && (error.status === 502 || error.status === 503)
}

function entriesIn(wish: DrawRequest): readonly string[] | undefined {
  return 'entries' in wish ? wish.entries : undefined
}

interface ResultProps {
  readonly draw: Draw
  readonly entries: readonly string[] | undefined
  readonly earlier: ReactNode
}

/** The result, its receipt, and the button that publishes it. */
function Result({ draw, entries, earlier }: ResultProps) {
  const client = useClient()
  const cache = useQueryClient()
  const rereadDraws = useRereadDraws()
  const [title, setTitle] = useState('')
  const [isListed, setListed] = useState(true)
  const publish = useMutation({
    mutationFn: () =>
      client.published.create({
        title: title.trim(),
        receipts: [draw.receipt],
        entries: entries && isListed ? [...entries] : undefined,
      }),
    onSuccess: () => Promise.all([cache.invalidateQueries({ queryKey: ['published'] }), rereadDraws()]),
  })
  return (
    <Section
      title="Drawn"
      isSmall
      action={
        <Button
          variant="default"
          size="xs"
          onClick={() => saveText(`draw-${draw.id}.json`, JSON.stringify(draw.receipt, null, 2), 'application/json')}
        >
          Download receipt
        </Button>
      }
      aria-live="polite"
      ref={comeIntoView}
    >
      {earlier}
      <Values draw={draw} />
      {publish.data ? (
        <Published page={publish.data} />
      ) : (
        <>
          <Group mt="md" align="flex-end">
            <TextInput
              label="Heading of the public page"
              placeholder="Spring raffle"
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
              style={{ flex: '1 1 200px' }}
            />
            <Button loading={publish.isPending} onClick={() => publish.mutate()}>
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
        </>
      )}
    </Section>
  )
}

function Published({ page }: { page: Pick<PublishedDraw, 'url' | 'title'> }) {
  return (
    <>
      <Text size="sm" mt="md">
        Published. Anybody can open this page and check the draw:
      </Text>
      <Group wrap="nowrap" gap="xs" mt={4} mb="xs">
        <Anchor href={page.url} style={{ overflowWrap: 'anywhere' }}>
          {page.url}
        </Anchor>
        <CopyButton value={page.url} label="Copy the link" />
      </Group>
      <Group>
        <CopyButton value={embedCode(page)} label="Copy the code for your own site" wide />
      </Group>
    </>
  )
}
