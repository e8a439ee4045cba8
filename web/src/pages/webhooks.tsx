// Webhooks: addresses that we tell about quotas, budgets, payments, keys and audits, and the log of what they were told.
import type { WebhookWithSecret } from '@equipoise/sdk'
import { Anchor, Button, Modal, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useClient } from '../api.ts'
import { LeaveKey, useLeaveGuard } from '../shell/leave-guard.tsx'
import { NoneYet } from '../shell/none-yet.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { ShownOnce } from '../shell/shown-once.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { WebhookCard } from '../webhooks/webhook-card.tsx'
import { WebhookForm } from '../webhooks/webhook-form.tsx'

export function Webhooks() {
  const client = useClient()
  const [adding, modal] = useDisclosure(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const [created, setCreated] = useState<WebhookWithSecret>()
  const [isCopied, setCopied] = useState(false)
  const guard = useLeaveGuard(created !== undefined && !isCopied)
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => client.webhooks.list({ signal }),
    staleTime: 0,
  })
  const show = (webhook: WebhookWithSecret) => {
    modal.close()
    setCopied(false)
    setCreated(webhook)
  }
  /** Moves the focus after the focused webhook has gone from the list. */
  const goOn = () => addButton.current?.focus()
  return (
    <>
      <PageTitle
        title="Webhooks"
        action={
          <Button ref={addButton} leftSection={<IconPlus size={16} />} onClick={modal.open}>
            Add webhook
          </Button>
        }
      >
        We tell your own server when a quota or budget runs out, a key expires, a payment fails or an audit is finished.{' '}
        <Anchor href="/docs/guide/accounts#webhooks" underline="always">
          How to receive them
        </Anchor>
      </PageTitle>
      {created && (
        <ShownOnce
          title="The signing secret of your webhook"
          secret={created.secret}
          what="secret"
          onCopied={() => setCopied(true)}
          close={() => {
            setCreated(undefined)
            goOn()
          }}
        />
      )}
      <LeaveKey guard={guard} what="secret" />
      <Trouble error={error} retry={() => refetch()} />
      {!data && !error && <Skeleton h={160} radius="lg" />}
      {data?.length === 0 && (
        <NoneYet title="No webhooks yet" icon={<IconWebhook size={32} stroke={1.5} aria-hidden />}>
          Add the address of the server that we should tell.
        </NoneYet>
      )}
      <Stack>
        {data?.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} show={show} goOn={goOn} />
        ))}
      </Stack>
      <Modal opened={adding} onClose={modal.close} title="Add a webhook" centered>
        <WebhookForm done={(webhook) => 'secret' in webhook && show(webhook)} />
      </Modal>
    </>
  )
}
