import type { ApiKey, CreatedKey } from '@equipoise/sdk'
import { Button, Card, Modal, Skeleton, Table, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, useUsage } from '../api.ts'
import { formatAgo, formatCount, formatDay } from '../format.ts'
import { CreateKey } from '../keys/create-key.tsx'
import { KeyActions } from '../keys/key-actions.tsx'
import { NewKey } from '../keys/new-key.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { Trouble } from '../shell/trouble.tsx'

export function Keys() {
  const client = useClient()
  const [creating, modal] = useDisclosure(false)
  const [created, setCreated] = useState<CreatedKey>()
  const { data: keys, error } = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => client.keys.list({ signal }),
    staleTime: 0,
  })
  const show = (key: CreatedKey) => {
    modal.close()
    setCreated(key)
  }
  return (
    <>
      <PageTitle
        title="API keys"
        action={
          <Button leftSection={<IconPlus size={16} />} onClick={modal.open}>
            Create key
          </Button>
        }
      >
        For your servers and scripts. A key is shown once; we keep only its fingerprint.
      </PageTitle>
      {created && <NewKey created={created} close={() => setCreated(undefined)} />}
      {error ? (
        <Trouble error={error} />
      ) : keys ? (
        <KeyTable keys={keys} show={show} />
      ) : (
        <Skeleton h={160} radius="lg" />
      )}
      <Modal opened={creating} onClose={modal.close} title="Create a key" centered>
        <CreateKey done={show} />
      </Modal>
    </>
  )
}

function KeyTable({ keys, show }: { keys: readonly ApiKey[]; show: (key: CreatedKey) => void }) {
  const calls = useUsage().data?.keys ?? []
  if (keys.length === 0) return <NoKeys />
  return (
    <Card padding={0}>
      <Table.ScrollContainer minWidth={720}>
        <Table verticalSpacing="sm" horizontalSpacing="lg" className="num">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Key</Table.Th>
              <Table.Th>Scope</Table.Th>
              <Table.Th>Expires</Table.Th>
              <Table.Th>Last used</Table.Th>
              <Table.Th ta="right">Calls this month</Table.Th>
              <Table.Th>
                <span className="visually-hidden">Actions</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map((key) => (
              <Table.Tr key={key.id}>
                <Table.Td fw={550}>{key.name}</Table.Td>
                <Table.Td ff="monospace" fz="sm">
                  {key.key_prefix}…
                </Table.Td>
                <Table.Td>{key.scope}</Table.Td>
                <Table.Td>{key.expires_at ? formatDay(key.expires_at) : 'never'}</Table.Td>
                <Table.Td>{key.last_used_at ? formatAgo(key.last_used_at) : 'never'}</Table.Td>
                <Table.Td ta="right">{formatCount(calls.find(({ id }) => id === key.id)?.calls ?? 0)}</Table.Td>
                <Table.Td>
                  <KeyActions apiKey={key} show={show} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  )
}

function NoKeys() {
  return (
    <Card ta="center" py={48}>
      <IconKey size={32} stroke={1.5} style={{ margin: '0 auto', color: 'var(--mantine-color-dimmed)' }} />
      <Title order={2} size="h3" mt="sm">
        No keys yet
      </Title>
      <Text c="dimmed" size="sm">
        Create one to call the API from your own code.
      </Text>
    </Card>
  )
}
