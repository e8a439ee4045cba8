import type { Subscription } from '@equipoise/sdk'
import { Box, Button, Card, Group, Modal, Skeleton, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount, useClient } from '../api.ts'
import { formatDay } from '../format.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { Notice } from '../shell/notice.tsx'
import { planTitle } from '../shell/plan-names.ts'
import { toast } from '../shell/toast.tsx'
import { Trouble, tellTrouble } from '../shell/trouble.tsx'
import { standingWords } from './standing.ts'

export function CurrentPlan() {
  const client = useClient()
  const account = useAccount()
  const { data, error, refetch } = useQuery({
    queryKey: ['subscription'],
    queryFn: ({ signal }) => client.billing.subscription({ signal }),
    staleTime: 0,
  })
  const plan = data?.plan ?? account?.plan ?? 'free'
  const isUnpaid = data?.status === 'past_due'
  const words = data && standingWords(data)
  return (
    <Card>
      {error ? (
        <Box mb="md">
          <Trouble error={error} retry={() => refetch()} />
        </Box>
      ) : null}
      <Group justify="space-between" gap="md">
        <div>
          <Text className="eyebrow">Current plan</Text>
          <Title order={2} mt={2}>
            {planTitle(plan)}
          </Title>
          {words === undefined && !error && <Skeleton h={18} w={240} mt={6} />}
          {!isUnpaid && words !== undefined && (
            <Text c="dimmed" size="sm">
              {words}
            </Text>
          )}
        </div>
        {data && plan !== 'free' && data.status !== 'none' && <PlanActions subscription={data} />}
      </Group>
      {isUnpaid && words && (
        <Box mt="md">
          <Notice tone="trouble">{words}</Notice>
        </Box>
      )}
    </Card>
  )
}

function PlanActions({ subscription: { plan, status, ends_at, renews_at } }: { subscription: Subscription }) {
  const client = useClient()
  const cache = useQueryClient()
  const [asking, modal] = useDisclosure(false)
  const portal = useMutation({
    mutationFn: () => client.billing.portal(),
    onSuccess: ({ portal_url }) => window.location.assign(portal_url),
    onError: (trouble) => tellTrouble(trouble, 'The payment page cannot be opened right now'),
  })
  const resume = useMutation({
    mutationFn: () => client.billing.resume(),
    onSuccess: async () => {
      toast({ message: 'Your plan renews again.' })
      await Promise.all([['subscription'], ['account']].map((queryKey) => cache.invalidateQueries({ queryKey })))
    },
    onError: (trouble) => tellTrouble(trouble, 'The plan could not be resumed'),
  })
  const isUnpaid = status === 'past_due'
  return (
    <Group className="no-print">
      <Button variant={isUnpaid ? 'filled' : 'default'} loading={portal.isPending} onClick={() => portal.mutate()}>
        {isUnpaid ? 'Manage payment' : 'Payment details'}
      </Button>
      {status === 'cancelled' && (
        <Button loading={resume.isPending} onClick={() => resume.mutate()}>
          Resume plan
        </Button>
      )}
      {ends_at === null && (
        <Button variant="outline" color="red" onClick={modal.open}>
          Cancel plan
        </Button>
      )}
      <Modal opened={asking} onClose={modal.close} title={`Cancel the ${planTitle(plan)} plan?`} centered>
        <CancelPlan close={modal.close} until={renews_at} />
      </Modal>
    </Group>
  )
}

function CancelPlan({ close, until }: { close: () => void; until: string | null }) {
  const client = useClient()
  const cache = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => client.billing.cancel(),
    onSuccess: async () => {
      close()
      await cache.invalidateQueries({ queryKey: ['subscription'] })
    },
  })
  return (
    <>
      <Text size="sm" mb="md">
        {until
          ? `You keep everything until ${formatDay(until)}, the end of the period you have paid for. Then you are on the free plan.`
          : 'You keep everything until the end of the period you have paid for. Then you are on the free plan.'}{' '}
        You keep your top-up balance.
      </Text>
      <Trouble error={cancel.error} />
      <DialogButtons act={cancel} label="Cancel plan" close={close} closeLabel="Keep the plan" isFinal />
    </>
  )
}
