// Committing and revealing, and the list of published draws.
import { printable } from '@equipoise/engine/verify'
import type { ListedCommitment, ListedPublishedDraw } from '@equipoise/sdk'
import { Anchor, Badge, Button, Card, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../api.ts'
import { formatDay, formatMoment } from '../format.ts'
import { useRereadDraws } from '../kept/kept-draws.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { Form } from '../shell/form.tsx'
import { NoneYet } from '../shell/none-yet.tsx'
import { ShowMore, usePages } from '../shell/pages.tsx'
import { saveText } from '../shell/save-file.ts'
import { Trouble, tellTrouble } from '../shell/trouble.tsx'

export function Commitments() {
  const client = useClient()
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [isOnce, setOnce] = useState(true)
  const refresh = () => cache.invalidateQueries({ queryKey: ['commitments'] })
  const list = usePages<ListedCommitment>(['commitments'], (page) => client.commitments.list(page))
  const create = useMutation({
    mutationFn: () => client.commitments.create({ name: name.trim(), ...(isOnce ? { draws_max: 1 } : {}) }),
    onSuccess: () => {
      setName('')
      return refresh()
    },
  })
  return (
    <Stack>
      <Card>
        <Form act={create} gap="sm">
          <Text size="sm" c="dimmed">
            First publish the fingerprint of a secret seed. Draw from it later, then reveal the seed: everybody can
            check that it never changed. We keep the seed, so people must trust us not to tell anybody.
          </Text>
          <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
          <Checkbox
            label="Allow one draw only"
            checked={isOnce}
            onChange={(event) => setOnce(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending}>
              Commit
            </Button>
          </Group>
        </Form>
      </Card>
      <Trouble error={list.error} />
      {list.items?.map((one) => (
        <CommitmentCard key={one.id} commitment={one} refresh={refresh} />
      ))}
      <ShowMore list={list} />
    </Stack>
  )
}

function CommitmentCard({ commitment, refresh }: { commitment: ListedCommitment; refresh(): Promise<void> }) {
  const { id, name, sha256, created_at, revealed_at, seed_from, draws } = commitment
  const client = useClient()
  const reveal = useMutation({
    mutationFn: () => client.commitments.reveal(id),
    onSuccess: refresh,
    onError: (error) => tellTrouble(error, 'The seed could not be revealed'),
  })
  const remove = useMutation({
    mutationFn: () => client.commitments.remove(id),
    onSuccess: refresh,
    onError: (error) => tellTrouble(error, 'The commitment could not be deleted'),
  })
  const save = useMutation({
    mutationFn: () => client.commitments.get(id),
    onSuccess: ({ receipt, reveal_receipt }) => {
      const lines = [receipt, reveal_receipt].filter((one) => one !== null).map((one) => JSON.stringify(one))
      saveText(`commitment-${id}.jsonl`, `${lines.join('\n')}\n`, 'application/jsonl')
    },
    onError: (error) => tellTrouble(error, 'The receipt could not be loaded'),
  })
  const isOpen = revealed_at === null && seed_from === null
  return (
    <Card>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name || 'Untitled'}
        </Text>
        <Badge variant="light" color={isOpen ? 'teal' : 'gray'}>
          {seed_from ? (draws === 0 ? 'announced' : 'drawn') : isOpen ? 'concealed' : 'revealed'}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {seed_from
          ? `Announced on ${formatDay(created_at)}. Round ${seed_from.round} becomes public on ${formatMoment(seed_from.public_at)}.`
          : `Committed on ${formatDay(created_at)}.`}
      </Text>
      <Group wrap="nowrap" gap="xs" mt={4}>
        <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {sha256}
        </Text>
        <CopyButton value={sha256} label="Copy the fingerprint" />
      </Group>
      <Group mt="sm">
        <Button variant="default" size="xs" loading={save.isPending} onClick={() => save.mutate()}>
          Download receipts
        </Button>
        {isOpen && (
          <Button variant="default" size="xs" loading={reveal.isPending} onClick={() => reveal.mutate()}>
            Reveal the seed
          </Button>
        )}
        {(revealed_at !== null || (seed_from && draws > 0)) && (
          <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        )}
      </Group>
    </Card>
  )
}

export function PublishedList() {
  const client = useClient()
  const cache = useQueryClient()
  const rereadDraws = useRereadDraws()
  const list = usePages<ListedPublishedDraw>(['published'], (page) => client.published.list(page))
  const remove = useMutation({
    mutationFn: (id: string) => client.published.remove(id),
    onSuccess: () => Promise.all([cache.invalidateQueries({ queryKey: ['published'] }), rereadDraws()]),
    onError: (failure) => tellTrouble(failure, 'The page could not be unpublished'),
  })
  return (
    <Stack>
      <Trouble error={list.error} />
      {list.items?.length === 0 && (
        <NoneYet title="Nothing is published yet">
          Draw something and choose Publish: anybody can open the page and check it.
        </NoneYet>
      )}
      {list.items?.map(({ id, title, url, created_at }) => (
        <Card key={id} padding="md">
          <Group justify="space-between">
            <div>
              <Anchor href={url} style={{ overflowWrap: 'anywhere' }}>
                {printable(title || 'Untitled')}
              </Anchor>
              <Text size="sm" c="dimmed">
                Published on {formatDay(created_at)}
              </Text>
            </div>
            <Group gap="xs">
              <CopyButton value={url} label="Copy the link" />
              <Button variant="default" size="xs" onClick={() => remove.mutate(id)}>
                Unpublish
              </Button>
            </Group>
          </Group>
        </Card>
      ))}
      <ShowMore list={list} />
    </Stack>
  )
}
