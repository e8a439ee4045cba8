import type { Topup } from '@equipoise/sdk'
import { Button, Card, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../api.ts'
import { formatCompact, formatCount, formatEuro } from '../format.ts'
import { tellTrouble } from '../shell/trouble.tsx'

export function TopupCard({ topup }: { topup: Topup }) {
  const client = useClient()
  const buy = useMutation({
    mutationFn: () => client.billing.topup(topup.id),
    onSuccess: ({ checkout_url }) => window.location.assign(checkout_url),
    onError: (error) => tellTrouble(error, 'You cannot buy this top-up right now'),
  })
  return (
    <Card padding="md" className="num">
      <Text fz="lg" fw={650} lh={1.2}>
        {formatCompact(topup.compute)}
      </Text>
      <Text size="xs" c="dimmed">
        compute units
      </Text>
      <Text size="sm" mt="xs">
        + {formatCount(topup.ai_calls)} AI calls
      </Text>
      <Button
        mt="md"
        variant="default"
        fullWidth
        px="xs"
        loading={buy.isPending}
        onClick={() => buy.mutate()}
        aria-label={`Buy ${formatCount(topup.compute)} units for ${formatEuro(topup.price_eur)}`}
      >
        {formatEuro(topup.price_eur)}
      </Button>
    </Card>
  )
}
