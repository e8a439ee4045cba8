// Instant-win lists: locked before sales; the rest of their API is that of prize draws.
import { PRIZE_LIMITS } from '@equipoise/engine'
import { z } from 'zod'
import { counted } from '../../ground/counted.ts'
import { type App, type Contradiction, callerOf, consistent, type Guarded, integer, named } from '../../http/http.ts'
import { unicodeText } from '../engine/seed-input.ts'
import { drawAccess } from './draws.ts'
import { type PrizeRouteParts, prizeShape, sender, time, unitsFor } from './prizes.ts'
import * as reference from './prizes-reference.ts'

const { entries: ticketsMax, ruleLines, ruleLength, titleLength, organiserLength } = PRIZE_LIMITS
const instantWish = named(
  'InstantListRequest',
  'An instant-win list to lock before sales.',
  consistent(
    z.object({
      title: unicodeText({ max: titleLength }).describe('What is sold. Public.'),
      organiser: unicodeText({ max: organiserLength }).describe(
        'Who sells the tickets and answers for the prizes. Public.',
      ),
      rules: z
        .array(unicodeText({ min: 0, max: ruleLength }))
        .max(ruleLines)
        .default([])
        .describe('As for a prize draw. Public.'),
      sales_at: time.describe('When sales begin. In the future.'),
      ends_at: time.describe('When sales end. From then on, the whole list can be opened.'),
      tickets: integer()
        .min(1)
        .max(ticketsMax)
        .describe(`How many tickets there are, 1 to ${counted(ticketsMax)}.`),
      prizes: z
        .array(
          z.object({
            name: unicodeText({ max: PRIZE_LIMITS.prizeLength }).describe('What is won.'),
            count: integer().min(1).max(PRIZE_LIMITS.prizes).describe('How many tickets win it.'),
          }),
        )
        .min(1)
        .max(PRIZE_LIMITS.prizeKinds)
        .describe(
          `Up to ${PRIZE_LIMITS.prizeKinds} kinds of prizes with different names, and ${counted(PRIZE_LIMITS.prizes)} prizes in all. Public.`,
        ),
    }),
    listContradictions,
  ),
)

const metered: Guarded = {
  ...drawAccess,
  meter: { name: 'compute', units: (request) => unitsFor((request.body as { tickets: number }).tickets) },
}

export function instantRoutes(app: App, { draws: { prizes }, publicUrl }: PrizeRouteParts): void {
  const send = sender(publicUrl, prizes)
  app.post(
    '/draws/instant',
    {
      config: { access: metered, rejects: ['conflict', 'provider_failed'] },
      schema: { ...reference.lockInstantList, body: instantWish, response: { 201: prizeShape } },
    },
    async (request, reply) => {
      const { body } = request
      const made = await prizes.createInstant(callerOf(request).accountId, {
        ...body,
        salesAt: new Date(body.sales_at),
        endsAt: new Date(body.ends_at),
      })
      return send(reply.status(201).header('x-compute-units', String(unitsFor(body.tickets))), made) as never
    },
  )
}

function listContradictions({
  sales_at,
  ends_at,
  tickets,
  prizes,
}: {
  sales_at: string
  ends_at: string
  tickets: number
  prizes: readonly { name: string; count: number }[]
}): Contradiction[] {
  const total = prizes.reduce((sum, { count }) => sum + count, 0)
  if (total > PRIZE_LIMITS.prizes) {
    return [{ path: ['prizes'], message: `A list can have at most ${counted(PRIZE_LIMITS.prizes)} prizes` }]
  }
  if (total > tickets) return [{ path: ['tickets'], message: `There are ${total} prizes` }]
  if (new Set(prizes.map(({ name }) => name)).size < prizes.length) {
    return [{ path: ['prizes'], message: 'Two prizes have the same name' }]
  }
  return Date.parse(ends_at) > Date.parse(sales_at)
    ? []
    : [{ path: ['ends_at'], message: 'Sales must end after they begin' }]
}
