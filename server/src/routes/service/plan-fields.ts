// Names of plans in requests and responses. Which ones there are is data of the deployment: requests take those of its catalogue, responses
// are not bound to a list, so that clients written for one deployment understand every other.
import { z } from 'zod'
import type { PlanId } from '../../ground/plans.ts'

/** In a response. */
export function planName(description: string) {
  return z.string().describe(`${description} \`GET /plans\` lists those on offer.`)
}

/** In a request: one of these, and the API document of the deployment names them. */
export function planInput(plans: readonly PlanId[]) {
  return z.literal([...plans])
}
