import type { PlanName } from '@equipoise/sdk'
import { Badge } from '@mantine/core'

const NAMES: Readonly<Record<PlanName, string>> = {
  free: 'Free',
  basic: 'Basic',
  pro: 'Pro',
  gamepro: 'GamePro',
  studio: 'Studio',
  enterprise: 'Enterprise',
  enterprise_xl: 'Enterprise XL',
}

export function planTitle(plan: PlanName): string {
  return NAMES[plan]
}

export function isPlanName(word: string): word is PlanName {
  return Object.hasOwn(NAMES, word)
}

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
