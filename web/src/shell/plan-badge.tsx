import type { PlanName } from '@equipoise/sdk'
import { Badge } from '@mantine/core'
import { planTitle } from './plan-names.ts'

export function PlanBadge({ plan }: { plan: PlanName }) {
  return (
    <Badge
      variant="light"
      color={plan === 'free' ? 'gray' : 'teal'}
      radius="sm"
      tt="none"
      size="lg"
      fw={600}
      style={{ flexShrink: 0 }}
    >
      {planTitle(plan)} plan
    </Badge>
  )
}
