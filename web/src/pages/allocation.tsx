// One allocation: assign participants, see the balance, export, close.
import type { Allocation } from '@equipoise/sdk'
import { Anchor, Badge, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { AssignForm } from '../allocations/assign-form.tsx'
import { BalanceView } from '../allocations/balance-view.tsx'
import { Invalidate, PasteList, PeopleTable, Unblind } from '../allocations/people.tsx'
import { EventLog, Team } from '../allocations/team.tsx'
import { useClient } from '../api.ts'
import { formatCount } from '../format.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { saveText } from '../shell/save-file.ts'
import { Section } from '../shell/section.tsx'
import { Trouble, tellTrouble } from '../shell/trouble.tsx'

export function AllocationScreen() {
  const { id = '' } = useParams()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['allocation', id],
    queryFn: ({ signal }) => client.allocations.get(id, { signal }),
    staleTime: 0,
  })
  return (
    <>
      <Anchor component={Link} to="/app/allocations" size="sm">
        All allocations
      </Anchor>
      <PageTitle title={data ? data.name || 'Untitled' : 'Allocation'} action={data && <Actions allocation={data} />}>
        {data && describe(data)}
      </PageTitle>
      <Trouble error={error} retry={() => refetch()} />
      {!data && !error && <Skeleton h={240} radius="lg" />}
      {data && (
        <Stack>
          {isOpenFor(data, 'enrol') && <AssignForm allocation={data} />}
          {isOpenFor(data, 'enrol') && <PasteList allocation={data} />}
          <BalanceView allocation={data} />
          <PeopleTable allocation={data} />
          {data.rights.includes('manage') && <Team allocation={data} />}
          {data.rights.includes('unblind') && !data.rights.includes('see_arms') && <Unblind allocation={data} />}
          {isOpenFor(data, 'manage') && data.assigned > 0 && <Invalidate allocation={data} />}
          {data.rights.includes('manage') && <EventLog allocation={data} />}
          <Proof allocation={data} />
        </Stack>
      )}
    </>
  )
}

function isOpenFor({ status, rights }: Allocation, right: 'enrol' | 'manage'): boolean {
  return status === 'open' && rights.includes(right)
}

function describe({ arms, assigned, status }: Allocation): string {
  const groups = arms.map(({ name, weight }) => (weight === 1 ? name : `${name} (${weight})`)).join(', ')
  return `${groups}. ${formatCount(assigned)} ${assigned === 1 ? 'person' : 'people'} assigned, ${status}.`
}

function Actions({ allocation: { id, status, rights } }: { allocation: Allocation }) {
  const client = useClient()
  const cache = useQueryClient()
  const [asking, modal] = useDisclosure(false)
  const save = useMutation({
    mutationFn: () => client.allocations.export(id),
    onSuccess: (csv) => saveText(`allocation-${id}.csv`, csv, 'text/csv'),
    onError: (error) => tellTrouble(error, 'The export failed'),
  })
  const close = useMutation({
    mutationFn: () => client.allocations.close(id),
    onSuccess: async ({ receipt }) => {
      saveText(`allocation-${id}-receipt.json`, JSON.stringify(receipt, null, 2), 'application/json')
      modal.close()
      await cache.invalidateQueries({ queryKey: ['allocation', id] })
    },
    onError: (error) => tellTrouble(error, 'It could not be closed'),
  })
  if (!rights.includes('see_arms')) return null
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Export CSV
      </Button>
      {!rights.includes('manage') ? null : status === 'open' ? (
        <Button variant="default" onClick={modal.open}>
          Close and reveal
        </Button>
      ) : (
        <Button variant="default" loading={close.isPending} onClick={() => close.mutate()}>
          Download receipt
        </Button>
      )}
      <Modal opened={asking} onClose={modal.close} title="Close this allocation?" centered>
        <Text size="sm">
          Nobody can be assigned afterwards. The seed is revealed, and you get a receipt that proves every assignment.
        </Text>
        <DialogButtons act={close} label="Close and reveal" close={modal.close} closeLabel="Keep it open" />
      </Modal>
    </Group>
  )
}

function Proof({ allocation: { sha256, seed } }: { allocation: Allocation }) {
  const text = seed ?? sha256
  return (
    <Section
      title={seed === null ? 'Fingerprint of the seed' : 'The seed'}
      isSmall
      action={
        <Badge variant="light" color="gray">
          {seed === null ? 'concealed' : 'revealed'}
        </Badge>
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {seed === null ? (
          'Write this into your protocol now. It proves later that the order was fixed from the start.'
        ) : (
          <>
            With the receipt, anybody can compute every assignment again:{' '}
            <Anchor component={Link} to="/app/verify-receipt" size="sm" underline="always">
              Verify a receipt
            </Anchor>
          </>
        )}
      </Text>
      <Group wrap="nowrap" gap="xs">
        <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        <CopyButton value={text} label="Copy" />
      </Group>
    </Section>
  )
}
