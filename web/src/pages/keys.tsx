import type { CreatedKey } from '@equipoise/sdk'
import { Button, Modal, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAccount, useClient, usePlans } from '../api.ts'
import { nowMs } from '../clock.ts'
import { CreateKey } from '../keys/create-key.tsx'
import { KeyList } from '../keys/key-list.tsx'
import { countWords, FIRST_PAGE, type KeyPage, pageOf, requestOf, type Wanted } from '../keys/key-pages.ts'
import { LeaveKey, useLeaveGuard } from '../shell/leave-guard.tsx'
import { NoneYet } from '../shell/none-yet.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { ShownOnce } from '../shell/shown-once.tsx'
import { Trouble } from '../shell/trouble.tsx'

const SEARCH_WAIT_MS = 200

export function Keys() {
  const [creating, modal] = useDisclosure(false)
  const createButton = useRef<HTMLButtonElement>(null)
  const [created, setCreated] = useState<CreatedKey>()
  const [isCopied, setCopied] = useState(false)
  const guard = useLeaveGuard(created !== undefined && !isCopied)
  const [wanted, setWanted] = useState(FIRST_PAGE)
  const { page, error, refetch } = useKeyPage(wanted)
  const show = (key: CreatedKey) => {
    modal.close()
    setCopied(false)
    setCreated(key)
  }
  /** Moves the focus after the focused key has gone from the list. */
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
        <ShownOnce
          title={`Your new key “${created.name}”`}
          secret={created.key}
          what="key"
          onCopied={() => setCopied(true)}
          close={() => {
            setCreated(undefined)
            goOn()
          }}
        />
      )}
      <LeaveKey guard={guard} />
      <Trouble error={error} retry={() => refetch()} />
      {page ? (
        page.keys.length === 0 && wanted.search === '' && !page.previous ? (
          <NoneYet title="No keys yet" icon={<IconKey size={32} stroke={1.5} aria-hidden />}>
            Create one to call the API from your own code.
          </NoneYet>
        ) : (
          <>
            <KeyCount page={page} search={wanted.search} />
            <KeyList wanted={wanted} setWanted={setWanted} page={page} show={show} goOn={goOn} />
          </>
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

function KeyCount({ page, search }: { page: KeyPage; search: string }) {
  const plan = useAccount()?.plan
  const keysMax = usePlans().data?.plans.find(({ id }) => id === plan)?.keys
  if (keysMax === undefined) return null
  return (
    <Text size="sm" c="dimmed" mb="sm" className="num">
      {countWords({ page, search, keysMax, nowMs: nowMs() })}
    </Text>
  )
}

/** Searches a moment after the last letter; earlier results stay until then. */
function useKeyPage(wanted: Wanted) {
  const client = useClient()
  const [search] = useDebouncedValue(wanted.search, SEARCH_WAIT_MS)
  const asked = { ...wanted, search }
  const { data, error, refetch } = useQuery({
    queryKey: ['keys', asked],
    queryFn: async ({ signal }) => pageOf(await client.keys.list({ ...requestOf(asked), signal }), asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return { page: data, error, refetch }
}
