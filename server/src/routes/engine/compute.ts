// Balanced sequences: one at a time, or a sweep over all biases.

import { computeUnits, SAMPLES_MAX, SAMPLES_MIN, SIZES, type Size, STEPS_MAX, STEPS_MIN } from '@equipoise/engine'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError, invalidField } from '../../ground/errors.ts'
import type { Catalogue, Plan } from '../../ground/plans.ts'
import {
  type App,
  callerGone,
  type Guarded,
  integer,
  intOneOf,
  named,
  ownerOf,
  queryInt,
  rejectAnonymous,
} from '../../http/http.ts'
import type { Computation, Job, Outcome, Pool } from '../../threads/pool/pool.ts'
import { computeSequence, sweepBiases } from './compute-reference.ts'
import { type SeedFor, seedInput } from './seed-input.ts'

interface ComputeParts {
  readonly pool: Pick<Pool, 'run' | 'samplesMax'>
  readonly catalogue: Catalogue
  readonly seedFor: SeedFor
}

export const SIZE_DEFAULT = 9
export const SAMPLES_DEFAULT = 1_000
const SWEEP_SAMPLES_DEFAULT = 500
const STEPS_DEFAULT = 20
const JSON_TYPE = 'application/json; charset=utf-8'

const samples = integer().min(SAMPLES_MIN).max(SAMPLES_MAX)
const steps = integer().min(STEPS_MIN).max(STEPS_MAX)
const seed = seedInput.describe(
  'Makes the result repeatable. If you leave it out, a random seed is chosen and returned. Rejected (422) if the deployment runs in certified mode.',
)

const N_TEXT = 'Bits in a block. Your plan limits it: 9 without credentials and on the free plan.'
const SAMPLES_TEXT = 'How many samples to report. Each block and its mirror are two samples.'
const computeBody = named(
  'ComputeRequest',
  'What to compute.',
  z.object({
    bias: z.number().min(0).max(1).describe('Probability of a 1 in the source, from 0 to 1.'),
    N: intOneOf(SIZES).default(SIZE_DEFAULT).describe(N_TEXT),
    samples: samples.default(SAMPLES_DEFAULT).describe(SAMPLES_TEXT),
    seed: seed.optional(),
    report: z
      .boolean()
      .default(false)
      .describe('Adds `report`: more tests of the bits, with data for plots. Same price.'),
  }),
)
const sweepQuery = z.object({
  N: queryInt(intOneOf(SIZES), { enum: [...SIZES], default: SIZE_DEFAULT })
    .default(SIZE_DEFAULT)
    .describe(N_TEXT),
  samples: queryInt(integer().min(1).max(SAMPLES_MAX), {
    minimum: 1,
    maximum: SAMPLES_MAX,
    default: SWEEP_SAMPLES_DEFAULT,
  })
    .default(SWEEP_SAMPLES_DEFAULT)
    .describe('How many samples to report for each bias.'),
  steps: queryInt(steps, { minimum: STEPS_MIN, maximum: STEPS_MAX, default: STEPS_DEFAULT })
    .default(STEPS_DEFAULT)
    .describe('How many biases to compute, evenly spaced from 0 to 1.'),
  seed: seed.optional(),
})

const bar = named(
  'HistogramBar',
  'How many samples have one exact value.',
  z.object({
    value: z.number().describe('The share of ones in a block: 0/N, 1/N … N/N.'),
    count: z.int().describe('How many samples have this share.'),
  }),
)
const histogram = z.array(bar).describe('All N + 1 possible shares of ones, in ascending order.')
const ain = z.number().describe('Balance: 1 − 2·|mean − 0.5|. 1 when ones and zeros are equally frequent.')
const mean = z.number().describe('Mean share of ones, from 0 to 1.')
const std = z.number().describe('Standard deviation of the share of ones.')
const stage = named('Stage', 'Statistics of one stage of the computation.', z.object({ mean, std, ain, histogram }))
const status = z
  .literal(['STABLE', 'UNSTABLE'])
  .describe('`STABLE` on a working deployment. `UNSTABLE` means that its randomness fails a self-test.')
const usedSeed = z.union([z.int(), z.string()]).describe('The seed that was used. Send it again to repeat the result.')
const usedSize = z.int().describe('Bits in a block.')
const deviation = z.number().describe('How far the mean is from 0.5.')
const pOutput = z.number().describe('The mean share of ones (same as `mean`).')
const pValue = z
  .number()
  .describe('Probability of a result at least this unusual if the bits before mirroring are uniform.')
const batteryTest = named(
  'BatteryTest',
  'One test of the bits before mirroring.',
  z.object({
    name: z
      .literal(['fit', 'ones', 'runs', 'positions', 'serial', 'agreement', 'source', 'spread'])
      .describe('What is tested. The engine guide explains each.'),
    statistic: z.number().describe('The test statistic.'),
    df: z.int().nullable().describe('Degrees of freedom, for chi-squared tests.'),
    method: z
      .literal(['exact', 'approximate'])
      .describe(
        '`exact`: a binomial distribution, relative error below 1e-7. `approximate`: a normal or chi-squared distribution; the p-value is off by at most 0.13 at N 3 and 100 samples, by at most 0.04 at N 9 and 100 samples, and by less for more samples.',
      ),
    p_value: z.number().describe('The probability that chance alone gives a result at least this unusual.'),
  }),
)
const positionTest = named(
  'PositionTest',
  'One place of the blocks.',
  z.object({
    position: z.int().describe('The place in a block, counted from 0.'),
    share: z.number().describe('The share of blocks with a one at this place.'),
    p_value: z.number().describe('Exact two-sided p-value.'),
  }),
)
const correlationTest = named(
  'CorrelationTest',
  'How often bits equal the bit some places later.',
  z.object({
    lag: z.int().describe('How many places later.'),
    correlation: z.number().describe('−1: never equal. 0: equal as often as by chance. 1: always equal.'),
    p_value: z.number().describe('Exact two-sided p-value.'),
  }),
)
const batteryReport = named(
  'BatteryReport',
  'More tests of the bits before mirroring.',
  z.object({
    p_value: z.number().describe('The smallest p-value times the number of tests, at most 1.'),
    tests: z.array(batteryTest).describe('The tests.'),
    positions: z.array(positionTest).describe('Each place of the blocks.'),
    correlations: z.array(correlationTest).describe('Lags 1 to 16.'),
  }),
)
const computeAnswer = named(
  'ComputeResult',
  'A balanced sequence and its statistics.',
  z.object({
    ain,
    mean,
    std,
    min: z.number().describe('The smallest share of ones in a sample.'),
    max: z.number().describe('The largest share of ones in a sample.'),
    histogram,
    p_output: pOutput,
    deviation_from_0_5: deviation,
    N: usedSize,
    samples: z.int().describe('How many samples were computed.'),
    bias: z.number().describe('The bias of the source.'),
    status,
    seed: usedSeed,
    definition_text: z
      .int()
      .describe(
        'Which text of the definition `equilibrium/1` the result follows: 2. Results without it follow the first.',
      ),
    digest: z.string().describe('SHA-256 of all bits before mirroring, as 64 hexadecimal digits.'),
    sequence: z.string().describe('The first block before mirroring, as zeros and ones.'),
    expected_std: z.number().describe('The standard deviation that theory predicts: 1 / (2·√N).'),
    std_error: z.number().describe('The standard error of `std`: how far it usually is from `expected_std`.'),
    p_value: pValue,
    chi2: z.number().describe("Pearson's statistic behind `p_value`."),
    df: z.int().describe('Its degrees of freedom.'),
    input: stage.describe('The biased source.'),
    raw: stage.describe('The balanced blocks before mirroring. Use these to assess the balance.'),
    report: batteryReport.optional(),
  }),
)
const sweepStep = named(
  'SweepStep',
  'The result for one bias of a sweep.',
  z.object({
    bias: z.number().describe('The bias of the source.'),
    ain,
    p_output: pOutput,
    deviation_from_0_5: deviation,
    status,
    p_value: pValue,
    input_ain: z.number().describe('Balance of the source.'),
    raw_ain: z.number().describe('Balance of the blocks before mirroring.'),
  }),
)
const sweepAnswer = named(
  'SweepResult',
  'Results for biases from 0 to 1.',
  z.object({
    N: usedSize,
    samples: z.int().describe('How many samples were computed for each bias.'),
    steps: z.int().describe('How many biases were computed.'),
    seed: usedSeed,
    results: z.array(sweepStep).describe('One entry for each bias, in ascending order.'),
    p_value: z.number().describe("All p-values in one, combined with Fisher's method."),
  }),
)

type ComputeBody = z.infer<typeof computeBody>
/** `queryInt` returns any number; its schema only lets valid sizes through. */
type SweepQuery = z.infer<typeof sweepQuery> & { N: Size }

export const computeSchema = { body: computeBody, response: { 200: computeAnswer } }
export const sweepSchema = { querystring: sweepQuery, response: { 200: sweepAnswer } }

export function computeRoutes(app: App, parts: ComputeParts): void {
  app.post<{ Body: ComputeBody }>(
    '/compute',
    {
      config: { access: accessTo(bodyOf, parts.catalogue) },
      schema: { ...computeSequence, ...computeSchema },
    },
    async (request, reply) => {
      const { bias, N, samples, report: withReport } = request.body
      const seed = await parts.seedFor(request.body.seed, 'body')
      return answer(reply, { kind: 'compute', setting: { bias, N, samples, seed }, withReport }, parts)
    },
  )
  app.get<{ Querystring: SweepQuery }>(
    '/sweep',
    {
      // HEAD would compute and charge for a response that is discarded.
      exposeHeadRoute: false,
      config: { access: accessTo(queryOf, parts.catalogue) },
      schema: { ...sweepBiases, ...sweepSchema },
    },
    async (request, reply) => {
      const { N, samples, steps } = request.query
      const seed = await parts.seedFor(request.query.seed, 'query')
      return answer(reply, { kind: 'sweep', setting: { N, samples, steps, seed: numberIfWhole(seed) } }, parts)
    },
  )
}

interface Extent {
  N: number
  samples: number
  steps?: number
}

// The gate calls this only after the schema has accepted the input.
const bodyOf = (request: FastifyRequest) => request.body as Extent
const queryOf = (request: FastifyRequest) => request.query as Extent

export function accessTo(extentOf: (request: FastifyRequest) => Extent, { anonymous }: Catalogue): Guarded {
  return {
    credentials: 'optional',
    kinds: ['jwt', 'key'],
    area: 'compute',
    allows: (request, plan) => checkSize(extentOf(request).N, plan, anonymous.sizeMax),
    meter: { name: 'compute', units: (request) => computeUnits(extentOf(request)) },
  }
}

function checkSize(N: number, plan: Plan | undefined, anonymousMax: number): void {
  if (plan === undefined) {
    if (N > anonymousMax) rejectAnonymous(`N=${N} needs credentials: without them N is at most ${anonymousMax}.`)
    return
  }
  if (N > plan.sizeMax) {
    throw new ApiError('forbidden', `N=${N} exceeds the maximum N=${plan.sizeMax} of the ${plan.id} plan`)
  }
}

/** In a query everything is text: an integer seed is returned as an integer. */
export function numberIfWhole(seed: string | number): string | number {
  const number = Number(seed)
  return number >= 0 && Number.isSafeInteger(number) && String(number) === seed ? number : seed
}

async function answer(reply: FastifyReply, job: Computation, { pool }: ComputeParts): Promise<FastifyReply> {
  const samplesMax = pool.samplesMax(job)
  if (samplesMax !== undefined) throw tooManySamples(job, samplesMax)
  const json = jsonOf(await runFor(reply, job, pool))
  // The engine's JSON is sent unchanged: its tests check it against the contract.
  return reply.headers({ 'content-type': JSON_TYPE, 'x-compute-units': String(computeUnits(job.setting)) }).send(json)
}

export function runFor(reply: FastifyReply, job: Job, pool: Pick<Pool, 'run'>): Promise<Outcome> {
  const { owner, anonymous = false } = ownerOf(reply.request)
  const { raw } = reply
  return pool.run(job, { owner, anonymous, isGone: () => raw.destroyed, signal: () => callerGone(reply) })
}

function tooManySamples({ kind }: Computation, samplesMax: number): ApiError {
  const words = `This deployment cannot compute that in time: ask for at most ${samplesMax} samples`
  return invalidField([kind === 'compute' ? 'body' : 'query', 'samples'], words, 'less_than_equal')
}

export function jsonOf(outcome: Outcome): string {
  switch (outcome.outcome) {
    case 'done':
      return outcome.json
    case 'overloaded':
      throw new ApiError('unavailable', 'Too many large computations are waiting. Try again in 30 seconds.')
    case 'timed_out': {
      const words = 'The computation did not finish in time. Ask for fewer samples, steps or pulls.'
      throw new ApiError('timed_out', words, { keepsCharge: outcome.begun })
    }
    case 'abandoned': {
      const words = 'The caller hung up before the response was ready'
      throw new ApiError('caller_gone', words, { keepsCharge: outcome.begun })
    }
    case 'failed':
      throw new ApiError('internal', 'Internal server error', { cause: outcome.cause })
  }
}
