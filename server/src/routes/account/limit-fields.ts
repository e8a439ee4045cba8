// Limits and what is used of them, as keys and accounts show them.
import { z } from 'zod'
import { limitsSchema, MEASURES, PERIODS } from '../../ground/limits.ts'
import { named, timestamp } from '../../http/http.ts'

const limitsShape = named('Limits', 'What can be used at most. What you leave out is not limited.', limitsSchema)
export const limits = limitsShape.nullable()
export const limitUse = named(
  'LimitUse',
  'How much of one limit is used. Requests in progress count with the most that they can use.',
  z.object({
    measure: z.literal(MEASURES).describe('What is limited.'),
    period: z.literal(PERIODS).describe('For how long (UTC).'),
    limit: z.number().describe('What can be used at most, in requests, tokens or euros.'),
    used: z.number().describe('What was used in this period.'),
    resets_at: timestamp('When the next period starts.'),
  }),
)
