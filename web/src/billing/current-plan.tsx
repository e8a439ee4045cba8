import { Box, Button, Card, Group, Modal, Skeleton, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount, useClient } from '../api.ts'
import { formatDay } from '../format.ts'
import { Notice } from '../shell/notice.tsx'
import { planTitle } from '../shell/plan-names.ts'
import { toast } from '../shell/toast.tsx'
import { Trouble, tellTrouble } from '../shell/trouble.tsx'
import { standingWords } from './standing.ts'

export function CurrentPlan() {
  const client = useClient()
  const cache = useQueryClient()
  const account = useAccount()
  const [asking, modal] = useDisclosure(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['subscription'],
    queryFn: ({ signal }) => client.billing.subscription({ signal }),
    staleTime: 0,
  })
  const portal = useMutation({
    mutationFn: () => client.billing.portal(),
    onSuccess: ({ portal_url }) => window.location.assign(portal_url),
    onError: (trouble) => tellTrouble(trouble, 'The payment pages cannot be opened now'),
  })
  const resume = useMutation({
    mutationFn: () => client.billing.resume(),
    onSuccess: async () => {
      toast({ message: 'Your plan renews again.' })
      await Promise.all([['subscription'], ['account']].map((queryKey) => cache.invalidateQueries({ queryKey })))
    },
    onError: (trouble) => tellTrouble(trouble, 'The plan was not resumed'),
  })
  const plan = data?.plan ?? account?.plan ?? 'free'
  const endsAt = data?.ends_at ?? null
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
          {words === undefined && !error && <Skeleton h={18} w={240} mt={6} aria-label="Loading" />}
          {!isUnpaid && words !== undefined && (
            <Text c="dimmed" size="sm">
              {words}
            </Text>
          )}
        </div>
        {data && plan !== 'free' && (
          <Group className="no-print">
            <Button
              variant={isUnpaid ? 'filled' : 'default'}
              loading={portal.isPending}
              onClick={() => portal.mutate()}
            >
              {isUnpaid ? 'Manage payment' : 'Payment details'}
            </Button>
            {data.status === 'cancelled' && (
              <Button loading={resume.isPending} onClick={() => resume.mutate()}>
                Resume plan
              </Button>
            )}
            {endsAt === null && (
              <Button variant="outline" color="red" onClick={modal.open}>
                Cancel plan
              </Button>
            )}
          </Group>
        )}
      </Group>
      {isUnpaid && words && (
        <Box mt="md">
          <Notice tone="trouble">{words}</Notice>
        </Box>
      )}
      <Modal opened={asking} onClose={modal.close} title={`Cancel the ${planTitle(plan)} plan?`} centered>
        <CancelPlan close={modal.close} until={data?.renews_at ?? null} />
      </Modal>
    </Card>
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
          ? `You keep everything until ${formatDay(until)}, the end of the period you have paid for. Then the account is on the free plan.`
          : 'You keep everything until the end of the period you have paid for. Then the account is on the free plan.'}{' '}
        Top-up balance stays yours.
      </Text>
      <Trouble error={cancel.error} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          Keep the plan
        </Button>
        <Button color="red.8" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel plan
        </Button>
      </Group>
    </>
  )
}
