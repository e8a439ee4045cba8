const NAMES: Readonly<Record<string, string>> = {
  free: 'Free',
  basic: 'Basic',
  pro: 'Pro',
  gamepro: 'GamePro',
  studio: 'Studio',
  enterprise: 'Enterprise',
  enterprise_xl: 'Enterprise XL',
}

/** A deployment's custom plan is named by its id: `team_plus` is shown as "Team plus". */
export function planTitle(plan: string): string {
  const title = Object.hasOwn(NAMES, plan) ? NAMES[plan] : undefined
  return title ?? `${plan.charAt(0).toUpperCase()}${plan.slice(1).replaceAll('_', ' ')}`
}
