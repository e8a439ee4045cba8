import type { PlanName } from '@equipoise/sdk'

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
