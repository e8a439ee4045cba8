import type { ApiKey, CreatedKey, Equipoise } from '@equipoise/sdk'
import { Button, Card, Modal, Skeleton, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useClient } from '../api.ts'
import { CreateKey } from '../keys/create-key.tsx'
import { KeyList } from '../keys/key-list.tsx'
import { NewKey } from '../keys/new-key.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { Trouble } from '../shell/trouble.tsx'

export function Keys() {
  const client = useClient()
  const [creating, modal] = useDisclosure(false)
  const createButton = useRef<HTMLButtonElement>(null)
  const [created, setCreated] = useState<CreatedKey>()
  const {
    data: keys,
    error,
    refetch,
  } = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => allKeys(client, signal),
    staleTime: 0,
  })
  const show = (key: CreatedKey) => {
    modal.close()
    setCreated(key)
  }
  /** Where the hand is led when what it held has gone from the screen. */
  const goOn = () => createButton.current?.focus()
  return (
    <>
      <PageTitle
        title="API keys"
        action={
          <Button ref={createButton} leftSection={<IconPlus size={16} />} onClick={modal.open}>
            Create key
          </Button>
        }
      >
        For your servers and scripts. We show a key only once and store only its fingerprint.
      </PageTitle>
      {created && (
        <NewKey
          created={created}
          close={() => {
            setCreated(undefined)
            goOn()
          }}
        />
      )}
      <Trouble error={error} retry={() => refetch()} />
      {keys ? (
        keys.length === 0 ? (
          <NoKeys />
        ) : (
          <KeyList keys={keys} show={show} goOn={goOn} />
        )
      ) : (
        !error && <Skeleton h={160} radius="lg" />
      )}
      <Modal opened={creating} onClose={modal.close} title="Create a key" centered>
        <CreateKey done={show} />
      </Modal>
    </>
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

/** Page by page: the service lists at most 1,000 at once, and a large plan has more. */
async function allKeys(client: Equipoise, signal: AbortSignal): Promise<ApiKey[]> {
  const keys: ApiKey[] = []
  for await (const key of client.keys.each({ signal })) keys.push(key)
  return keys
}
