// Checks at start that every plan that accounts hold, or are invited to, is in the catalogue: a deployment whose catalogue lacks one must
// not start and quietly grant less than somebody paid for.
import type { Sql } from '../../db/db.ts'
import type { Catalogue } from '../../ground/plans.ts'
import { listOnOtherPlans } from './account-list-store.ts'
import { listToOtherPlans } from './invitation-store.ts'

/** How many accounts the message names; the others are named once these have been moved to another plan. */
const NAMED_MAX = 5

/** Who holds a plan that is not in the catalogue, and what to do about it; undefined if nobody does. */
export async function unknownPlans(
  sql: Sql,
  { order }: Pick<Catalogue, 'order'>,
  nowMs: number,
): Promise<string | undefined> {
  const page = { now: new Date(nowMs), rowsMax: NAMED_MAX + 1 }
  const [accounts, invitations] = await Promise.all([
    listOnOtherPlans(sql, order, page),
    listToOtherPlans(sql, order, page),
  ])
  const held = accounts.map(({ email, plan }) => `${email} (${plan})`)
  const invited = invitations.map(({ id, plan }) => `invitation ${id} (${plan})`)
  if (held.length + invited.length === 0) return undefined
  return [
    `PLANS_FILE has no plan for ${named(held, 'accounts')}${held.length && invited.length ? ', nor for ' : ''}${named(invited, 'invitations')}.`,
    'Put the plan back, with "offered": false if nobody else should be able to buy it, or run:',
    ...(held.length > 0 ? ['  equipoise-admin accounts set-plan ACCOUNT PLAN'] : []),
    ...(invited.length > 0 ? ['  equipoise-admin invitations withdraw ID'] : []),
  ].join('\n')
}

function named(names: readonly string[], what: string): string {
  const shown = names.slice(0, NAMED_MAX).join(', ')
  return names.length > NAMED_MAX ? `${shown} and more ${what}` : shown
}
