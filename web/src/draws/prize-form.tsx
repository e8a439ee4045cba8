// Locks a prize draw from a list of entries, and lists those that the account has locked.
import { type CsvEntries, entriesOfCsv, PRIZE_LIMITS, printable } from '@equipoise/engine'
import type { ListedPrizeDraw } from '@equipoise/sdk'
import {
  Anchor,
  Badge,
  Button,
  Card,
  Checkbox,
  Group,
  Input,
  List,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useClient } from '../api.ts'
import { formatCount, formatMoment } from '../format.ts'
import { ChooseFile } from '../shell/choose-file.tsx'
import { fileText } from '../shell/file-text.ts'
import { Form } from '../shell/form.tsx'
import { ShowMore, usePages } from '../shell/pages.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'

const FIELDS = ['title', 'organiser', 'rules', 'closed_at', 'draw_at', 'winners', 'reserves', 'entries']
const EMPTY = {
  title: '',
  organiser: '',
  rules: '',
  closed: '',
  at: '',
  winners: 1,
  reserves: 2,
  withNist: false,
  text: '',
  /** A chosen file, instead of the text: 50,000 lines in a field would keep the page busy for seconds. */
  file: undefined as { readonly name: string; readonly text: string } | undefined,
}
const PREVIEWED = 3

export function PrizeDraws() {
  const client = useClient()
  const list = usePages<ListedPrizeDraw>(['prizes'], (page) => client.prizes.list(page))
  return (
    <Stack>
      <PrizeForm />
      <Trouble error={list.error} />
      {list.items?.map(({ id, title, state, entries, public_at }) => (
        <Card key={id} padding="md">
          <Group justify="space-between" wrap="nowrap">
            <Anchor component={Link} to={`/app/prizes/${id}`} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Anchor>
            <Badge variant="light" color={state === 'drawn' ? 'gray' : 'teal'}>
              {state}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            {formatCount(entries)} entries, decided on {formatMoment(public_at)}
          </Text>
        </Card>
      ))}
      <ShowMore list={list} />
    </Stack>
  )
}

function PrizeForm() {
  const client = useClient()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [given, setGiven] = useState(EMPTY)
  const set = (more: Partial<typeof EMPTY>) => setGiven((now) => ({ ...now, ...more }))
  const source = given.file?.text ?? given.text
  const found = useMemo(() => entriesOfCsv(source), [source])
  const lock = useMutation({
    mutationFn: () => client.prizes.create(wishOf(given, found)),
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: ['prizes'] })
      navigate(`/app/prizes/${id}`)
    },
  })
  const field = (name: 'title' | 'organiser' | 'closed' | 'at', label: string, error: string) => ({
    label,
    value: given[name],
    error: messageFor(lock.error, error),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  const take = (file: File) => void fileText(file).then((text) => set({ file: { name: file.name, text } }))
  const [paid, free] = [found.entries.length, found.free_entries.length]
  return (
    <Card>
      <Form act={lock} fields={FIELDS}>
        <Text size="sm" c="dimmed">
          For a raffle or prize draw that you are responsible for. Once it is locked, nothing can be added or taken
          away, and a public round that nobody controls decides. You get a file with everything to keep.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput {...field('title', 'What is drawn', 'title')} />
          <TextInput {...field('organiser', 'Organiser', 'organiser')} />
          <TextInput type="datetime-local" {...field('closed', 'Entries closed', 'closed_at')} />
          <TextInput type="datetime-local" {...field('at', 'Draw at', 'draw_at')} />
          <NumberInput
            label="Winners"
            min={1}
            max={PRIZE_LIMITS.winners}
            value={given.winners}
            error={messageFor(lock.error, 'winners')}
            onChange={(value) => set({ winners: Number(value) })}
          />
          <NumberInput
            label="Reserves"
            min={0}
            max={PRIZE_LIMITS.reserves}
            value={given.reserves}
            error={messageFor(lock.error, 'reserves')}
            onChange={(value) => set({ reserves: Number(value) })}
          />
        </SimpleGrid>
        <Lists {...{ given, set, found, failure: lock.error }} />
        <Group justify="space-between">
          <Group gap="sm">
            <ChooseFile accept=".csv,.txt" onFile={take}>
              {given.file ? 'Choose another file' : 'Choose a CSV file'}
            </ChooseFile>
            <Text size="sm" aria-live="polite">
              {formatCount(paid + free)} entries: {formatCount(paid)} paid, {formatCount(free)} free
            </Text>
          </Group>
          <Button type="submit" loading={lock.isPending} disabled={paid + free === 0 || !given.at || !given.closed}>
            Lock the draw
          </Button>
        </Group>
      </Form>
    </Card>
  )
}

interface ListsProps {
  readonly given: typeof EMPTY
  set(more: Partial<typeof EMPTY>): void
  readonly found: CsvEntries
  readonly failure: unknown
}

function Lists({ given, set, found, failure }: ListsProps) {
  return (
    <>
      <Checkbox
        label="Two beacons decide: drand and NIST"
        description="Neither can decide alone. A pulse of NIST is taken about five minutes before the draw; if it is late, the draw waits for it."
        checked={given.withNist}
        onChange={(event) => set({ withNist: event.currentTarget.checked })}
      />
      <Textarea
        label="Rules"
        description="One paragraph per line. Everybody can read them."
        autosize
        minRows={2}
        maxRows={10}
        value={given.rules}
        error={messageFor(failure, 'rules')}
        onChange={(event) => set({ rules: event.currentTarget.value })}
      />
      {given.file ? (
        <Input.Wrapper
          label={`Entries from ${given.file.name}`}
          description="The first ones, as entrants will see them. Only you can read the list, and each entrant their own entry."
          error={messageFor(failure, 'entries')}
          styles={{ label: { overflowWrap: 'anywhere' } }}
        >
          <List size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
            {[...found.entries, ...found.free_entries].slice(0, PREVIEWED).map((entry, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same entry can come twice
              <List.Item key={i}>{printable(entry)}</List.Item>
            ))}
          </List>
          <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => set({ file: undefined })}>
            Remove the file
          </Button>
        </Input.Wrapper>
      ) : (
        <Textarea
          label="Entries"
          description="One per line. For a free entry, add a comma and free: Ada, free. Only you can read them, and each entrant their own."
          rows={6}
          value={given.text}
          error={messageFor(failure, 'entries')}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function wishOf(
  { title, organiser, rules, closed, at, winners, reserves, withNist }: typeof EMPTY,
  { entries, free_entries }: CsvEntries,
) {
  return {
    title: title.trim(),
    organiser: organiser.trim(),
    rules: rules.split('\n').filter((line) => line.trim() !== ''),
    closed_at: new Date(closed).toISOString(),
    draw_at: new Date(at).toISOString(),
    winners,
    reserves,
    ...(withNist ? { seed_from: ['drand' as const, 'nist' as const] } : {}),
    ...(entries.length > 0 ? { entries } : {}),
    ...(free_entries.length > 0 ? { free_entries } : {}),
  }
}
