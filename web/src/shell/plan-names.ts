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

const FOR_WHOM: Readonly<Record<string, string>> = {
  free: 'To try it, and for small sites',
  basic: 'For one writer',
  pro: 'For a newsroom or an app',
  gamepro: 'For an online game',
  studio: 'For a studio',
  enterprise: 'For large organisations',
  enterprise_xl: 'For large organisations',
}

/** Nothing for a plan of the deployment's own. */
export function planFor(plan: string): string {
  return (Object.hasOwn(FOR_WHOM, plan) && FOR_WHOM[plan]) || ''
}
