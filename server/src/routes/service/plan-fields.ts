// Names of plans in requests and responses. Each deployment has its own: requests accept those of its catalogue, responses are not
// limited to a list, so that clients written for one deployment work with all.
import { z } from 'zod'
import type { PlanId } from '../../ground/plans.ts'

export function planName(description: string) {
  return z.string().describe(`${description} \`GET /plans\` lists those on offer.`)
}

/** The API document of the deployment lists these plans. */
export function planInput(plans: readonly PlanId[]) {
  return z.literal([...plans])
}
