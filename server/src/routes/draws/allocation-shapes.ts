// The request and response shapes of allocations.
import {
  ARMS_MAX,
  ARMS_MIN,
  BLOCK_KINDS,
  BLOCK_SIZE_MAX,
  BLOCK_SIZES_MAX,
  FACTOR_WEIGHT_MAX,
  FACTORS_MAX,
  LEVELS_MAX,
  LIMIT_MAX,
  STRATA_MAX,
  WEIGHT_MAX,
} from '@equipoise/engine'
import { z } from 'zod'
import { RIGHTS, STRATA_SHOWN } from '../../draws/draws.ts'
import { integer, named, plainText, queryInt, timestamp } from '../../http/http.ts'
import { secretSeedInput, unicodeText } from '../engine/seed-input.ts'
import { receiptShape } from './receipt-shape.ts'

const NAME_LENGTH_MAX = 100
const PARTICIPANT_LENGTH_MAX = 256
const PAGE_ROWS_MAX = 250
/** In one list. */
const PEOPLE_MAX = 500
const REASON_LENGTH_MIN = 10
const REASON_LENGTH_MAX = 500
const EMAIL_LENGTH_MAX = 254
const POSITION_MAX = 2_147_483_647

const ownName = (max: number) =>
  unicodeText({ max })
    .transform((text) => text.trim().normalize('NFC'))
    .pipe(z.string().min(1))
const different = (names: readonly string[]) => new Set(names).size === names.length

const arm = named(
  'Arm',
  'A group that people are assigned to.',
  z.object({
    name: z.string().describe('What the group is called.'),
    weight: z.int().describe('Its share, as a whole number: weights 2 and 1 mean two thirds and one third.'),
  }),
)
const armWish = named(
  'ArmRequest',
  'A group that people are assigned to.',
  z.object({
    name: ownName(NAME_LENGTH_MAX).describe('What the group is called, 1 to 100 characters.'),
    weight: integer().min(1).max(WEIGHT_MAX).default(1).describe('Its share, as a whole number from 1 to 1,000.'),
  }),
)

const factorWish = named(
  'FactorRequest',
  'Something that minimisation keeps balanced, such as sex or site.',
  z.object({
    name: ownName(NAME_LENGTH_MAX).describe('What it is called, 1 to 100 characters.'),
    levels: z
      .array(ownName(NAME_LENGTH_MAX))
      .min(2)
      .max(LEVELS_MAX)
      .refine(different, { error: 'The levels need different names' })
      .describe('Its 2 to 36 levels, such as female and male.'),
    weight: integer().min(1).max(FACTOR_WEIGHT_MAX).default(1).describe('How much its imbalance counts, 1 to 100.'),
  }),
)

export const allocationWish = named(
  'AllocationRequest',
  'A new allocation.',
  z.object({
    name: unicodeText({ min: 0, max: NAME_LENGTH_MAX }).default('').describe('What it is for, up to 100 characters.'),
    arms: z
      .array(armWish)
      .min(ARMS_MIN)
      .max(ARMS_MAX)
      .refine((arms) => different(arms.map(({ name }) => name)), { error: 'The arms need different names' })
      .describe('2 to 50 groups with different names.'),
    block: z
      .literal(BLOCK_KINDS)
      .default('permuted')
      .describe(
        '`permuted`: blocks of random sizes in random order. `equilibrium`: a free sequence and its mirror. `big_stick`: chance alone, unless an arm is too far ahead. `minimisation`: mostly the arm that balances the factors best.',
      ),
    limit: integer()
      .min(1)
      .max(LIMIT_MAX)
      .optional()
      .describe('For `big_stick`: how many people an arm can be above its share, 1 to 100. By default 2.'),
    factors: z
      .array(factorWish)
      .min(1)
      .max(FACTORS_MAX)
      .refine((factors) => different(factors.map(({ name }) => name)), { error: 'The factors need different names' })
      .optional()
      .describe(
        'For `minimisation`: 1 to 10 factors. Participants then have a level of each, and there are no strata.',
      ),
    probability: integer()
      .min(1)
      .max(100)
      .optional()
      .describe('For `minimisation`: how often the best arm is taken, in per cent. By default 80; 100 can be guessed.'),
    block_sizes: z
      .array(integer().min(1).max(BLOCK_SIZE_MAX))
      .min(1)
      .max(BLOCK_SIZES_MAX)
      .optional()
      .describe(
        'Multiples of the sum of the weights in lowest terms. One for `equilibrium`. For two equal arms: 4, 6 and 8.',
      ),
    strata: z
      .array(ownName(NAME_LENGTH_MAX))
      .min(1)
      .max(STRATA_MAX)
      .refine(different, { error: 'The strata need different names' })
      .optional()
      .describe('Subgroups that are each balanced separately, such as sites: 1 to 1,000 names.'),
    seed: secretSeedInput
      .optional()
      .describe(
        'The seed. If you leave it out, it is random and secret. If you give one, you can compute every arm in advance. It needs the length of 16 random bytes: 32 hexadecimal digits or 22 other characters.',
      ),
  }),
)
export type AllocationWish = z.infer<typeof allocationWish>

export const params = z.object({ id: z.uuid().describe('The id of the allocation.') })

const test = named(
  'BalanceTest',
  'A test of how people are spread over the arms.',
  z.object({
    chi2: z.number().describe("Pearson's statistic."),
    df: z.int().describe('Degrees of freedom: arms − 1.'),
    p_value: z.number().describe('The probability that independent draws with the same odds are at least this uneven.'),
    exact: z
      .boolean()
      .describe('True for two arms (binomial). Otherwise an approximation, good from five people per arm.'),
  }),
)
const balance = named(
  'Balance',
  'How well an allocation is balanced.',
  z.object({
    imbalance: z.number().describe('The largest current difference between an arm and its exact share, in people.'),
    imbalance_max: z
      .number()
      .nullable()
      .describe(
        'Null for `minimisation`, which has no limit. Otherwise the largest difference that is possible. Two equal arms differ by at most twice that.',
      ),
    counts: test
      .nullable()
      .describe(
        'Test of all people. Blocks keep arms even, so its p-value is near 1. Null before anybody is assigned.',
      ),
    first_places: test
      .nullable()
      .describe(
        'Test of the first place of each block, which is decided by chance alone: all p-values are equally likely.',
      ),
  }),
)
const counts = z
  .array(z.int())
  .nullable()
  .describe('People in each arm, in the order of `arms`. Null if you may not see arms.')
const factorShape = named(
  'Factor',
  'Something that minimisation keeps balanced.',
  z.object({
    name: z.string().describe('What it is called.'),
    levels: z.array(z.string()).describe('Its levels.'),
    weight: z.int().describe('How much its imbalance counts.'),
  }),
)
const stratum = named(
  'Stratum',
  'One stratum of an allocation.',
  z.object({
    id: z.int().describe('Counts the strata of the allocation, from 1.'),
    stratum: z.string().describe('Its name. Empty if the allocation has no strata.'),
    assigned: z.int().describe('How many people are assigned.'),
    counts,
    balance: balance.nullable().describe('Its balance. Null if you may not see arms.'),
  }),
)
export const strataShape = z
  .array(stratum)
  .max(STRATA_SHOWN)
  .describe('The strata, in the order in which they were named.')
const listedFields = {
  id: z.uuid().describe('The id of the allocation.'),
  name: z.string().describe('What you called it.'),
  block: z.literal(BLOCK_KINDS).describe('How blocks are filled.'),
  arm_count: z.int().describe('How many groups it has.'),
  rights: z
    .array(z.literal([...RIGHTS, 'manage']))
    .describe('What you can do: `enrol`, `see_arms`, `unblind`, and `manage` if it is your own.'),
  status: z.literal(['open', 'closed']).describe('`open` until it is closed.'),
  assigned: z.int().describe('How many people are assigned.'),
  created_at: timestamp('When it was created.'),
  closed_at: timestamp('When it was closed. Null until then.').nullable(),
}
const fields = {
  ...listedFields,
  arms: z.array(arm).describe('The groups.'),
  block_sizes: z.array(z.int()).describe('The sizes that a block can have. Empty if there are no blocks.'),
  limit: z.int().nullable().describe('For `big_stick`: how many people an arm can be above its share. Otherwise null.'),
  factors: z.array(factorShape).nullable().describe('For `minimisation`: the factors. Otherwise null.'),
  probability: z.int().nullable().describe('For `minimisation`: how often the best arm is taken, in per cent.'),
  sha256: z.string().describe("SHA-256 of the seed's text, fixed when the allocation was created."),
  seed: z.string().nullable().describe('The seed. Null until the allocation is closed, and if you may not see arms.'),
  digest: z.string().nullable().describe('SHA-256 of all arms. Null until the allocation is closed.'),
  counts,
  balance: balance.nullable().describe('The balance of all people. Null if you may not see arms.'),
  invalidated: z.int().describe('How many of the assigned people were assigned in error and do not count.'),
  valid: z
    .object({
      counts: z.array(z.int()).describe('People in each arm, in the order of `arms`.'),
      imbalance: z.number().describe('The largest difference between an arm and its exact share. It has no limit.'),
    })
    .nullable()
    .describe('The same without those who do not count. Null if you may not see arms.'),
  strata_total: z.int().describe('How many strata there are. Without strata there is one, with an empty name.'),
  strata: strataShape.describe('The first 100 strata. `GET /allocations/{id}/strata` lists all of them.'),
}
export const listedShape = named('ListedAllocation', 'An allocation in a list.', z.object(listedFields))
export const allocationShape = named('Allocation', 'An allocation and its balance.', z.object(fields))
export const closedShape = named(
  'ClosedAllocation',
  'A closed allocation with its seed and receipt.',
  z.object({ ...fields, receipt: receiptShape }),
)

export const assignmentWish = named(
  'AssignmentRequest',
  'Whom to assign.',
  z.object({
    participant: ownName(PARTICIPANT_LENGTH_MAX).describe(
      'A code or name, 1 to 256 characters of any script. Spaces around it do not count.',
    ),
    stratum: ownName(NAME_LENGTH_MAX)
      .optional()
      .describe('The stratum of the participant, if the allocation has strata.'),
    levels: z
      .record(ownName(NAME_LENGTH_MAX), ownName(NAME_LENGTH_MAX))
      .optional()
      .describe('For `minimisation`: the level of each factor, such as `{"sex": "female"}`.'),
  }),
)
export const assignmentsWish = named(
  'AssignmentsRequest',
  'A list of participants.',
  z.object({
    participants: z
      .array(assignmentWish)
      .min(1)
      .max(PEOPLE_MAX)
      .refine((people) => different(people.map(({ participant }) => participant)), {
        error: 'A participant is in the list twice',
      })
      .describe('1 to 500 different participants, assigned in this order.'),
  }),
)
const assignmentFields = {
  participant: z.string().describe('The participant.'),
  stratum: z.string().describe('The stratum. Empty if the allocation has none.'),
  position: z.int().describe('The place in the sequence of the stratum, counted from 0.'),
  arm: z.string().nullable().describe('The group that the participant belongs to. Null if you may not see arms.'),
  assigned_at: timestamp('When the participant was assigned.'),
  invalidated_at: timestamp('When the assignment was declared to be made in error. Null if it counts.').nullable(),
}
export const assignmentShape = named('Assignment', 'A participant and their arm.', z.object(assignmentFields))
export const assignedShape = named(
  'Assigned',
  'A participant, their arm, and the receipt.',
  z.object({
    ...assignmentFields,
    is_new: z.boolean().describe('False if the participant was assigned before.'),
    receipt: receiptShape.nullable().describe('The receipt. Null if you may not see arms.'),
  }),
)
export const reasonedWish = named(
  'ReasonedRequest',
  'Whom it is about, and why.',
  z.object({
    participant: ownName(PARTICIPANT_LENGTH_MAX).describe('The participant.'),
    reason: ownName(REASON_LENGTH_MAX)
      .pipe(z.string().min(REASON_LENGTH_MIN))
      .describe('Why, 10 to 500 characters. It stays in the log of the allocation.'),
  }),
)
export const memberWish = named(
  'AllocationMemberRequest',
  'Somebody who works on an allocation.',
  z.object({
    email: z
      .email()
      .max(EMAIL_LENGTH_MAX)
      .describe('The address of their account. It counts once they have confirmed it.'),
    rights: z
      .array(z.literal(RIGHTS))
      .min(1)
      .max(RIGHTS.length)
      .describe('What they can do: `enrol` participants, `see_arms`, `unblind` one participant with a reason.'),
  }),
)
export const memberShape = named(
  'AllocationMember',
  'Somebody who works on an allocation.',
  z.object({
    email: z.string().describe('The address of their account, in lower case.'),
    rights: z.array(z.literal(RIGHTS)).describe('What they can do.'),
    created_at: timestamp('Since when.'),
  }),
)
export const eventShape = named(
  'AllocationEvent',
  'Something that was done with an allocation.',
  z.object({
    id: z.int().describe('Counts all events, also those of others.'),
    at: timestamp('When.'),
    actor: z
      .string()
      .describe('The account that did it: its number, and its address if that was confirmed at the time.'),
    event: z
      .literal(['member_set', 'member_removed', 'assigned', 'unblinded', 'invalidated', 'closed'])
      .describe('What was done.'),
    subject: z.string().describe('The participant or the member concerned. Empty for `closed`.'),
    reason: z
      .string()
      .describe('The reason for `unblinded` and `invalidated`, the rights for `member_set`, otherwise empty.'),
  }),
)
export const removedShape = named(
  'Removed',
  'What was asked for is removed.',
  z.object({ status: z.literal('removed').describe('Always `removed`.') }),
)
export const memberParams = params.extend({ email: plainText({ max: EMAIL_LENGTH_MAX }).describe('The address.') })

export const assignmentPage = z.object({
  limit: queryInt(integer().min(1).max(PAGE_ROWS_MAX), { minimum: 1, maximum: PAGE_ROWS_MAX, default: 100 })
    .default(100)
    .describe('How many to return, 1 to 250.'),
  after_stratum: unicodeText({ min: 0, max: NAME_LENGTH_MAX })
    .default('')
    .describe('The stratum of the last participant you have.'),
  after_position: queryInt(integer().min(-1).max(POSITION_MAX), { minimum: -1, default: -1 })
    .default(-1)
    .describe('The position of the last participant you have.'),
})

export const csvFile = {
  description: 'All assigned participants as CSV.',
  content: {
    'text/csv': { schema: z.string().describe('One line for each participant, after a line of column names.') },
  },
}
