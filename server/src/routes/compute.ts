// Balanced sequences: one at a time, or a sweep over all biases.

import {
  computeUnits,
  SAMPLES_MAX,
  SAMPLES_MIN,
  SEED_TEXT,
  SIZES,
  type Size,
  STEPS_MAX,
  STEPS_MIN,
} from '@equipoise/engine'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { type App, callerGone, type Guarded, integer, intOneOf, queryInt, refuseStranger } from '../http/http.ts'
import type { Catalogue, Plan } from '../plans.ts'
import type { Job, Outcome, Pool } from '../pool/pool.ts'

export interface ComputeParts {
  readonly pool: Pick<Pool, 'run'>
  readonly catalogue: Catalogue
  /** The seed of a call that names none. */
  readonly randomSeed: () => string
}

const SIZE_DEFAULT = 9
const SAMPLES_DEFAULT = 1_000
const SWEEP_SAMPLES_DEFAULT = 500
const STEPS_DEFAULT = 20
const JSON_TYPE = 'application/json; charset=utf-8'
const SEED_WORDS = `Input should be an integer from 0 to ${Number.MAX_SAFE_INTEGER} or 1 to 128 characters of 0-9 A-Z a-z _ -`

const samples = integer().min(SAMPLES_MIN).max(SAMPLES_MAX)
const steps = integer().min(STEPS_MIN).max(STEPS_MAX)
const seed = z
  .union([z.int().min(0), z.string().regex(SEED_TEXT, SEED_WORDS)], { error: SEED_WORDS })
  .meta({ description: 'Makes the result repeatable; a random one is chosen and returned where it is absent' })

const computeBody = z.object({
  bias: z.number().min(0).max(1).meta({ description: 'Probability of a 1 in the source' }),
  N: intOneOf(SIZES).default(SIZE_DEFAULT).meta({ description: 'Bits in a block' }),
  samples: samples.default(SAMPLES_DEFAULT),
  seed: seed.optional(),
})
const samplesRange = { minimum: SAMPLES_MIN, maximum: SAMPLES_MAX }
const sweepQuery = z.object({
  N: queryInt(intOneOf(SIZES), { enum: [...SIZES], default: SIZE_DEFAULT }).default(SIZE_DEFAULT),
  samples: queryInt(samples, { ...samplesRange, default: SWEEP_SAMPLES_DEFAULT }).default(SWEEP_SAMPLES_DEFAULT),
  steps: queryInt(steps, { minimum: STEPS_MIN, maximum: STEPS_MAX, default: STEPS_DEFAULT }).default(STEPS_DEFAULT),
  seed: seed.optional(),
})

const histogram = z.array(z.object({ value: z.number(), count: z.int() }))
const stage = z.object({ mean: z.number(), std: z.number(), ain: z.number(), histogram })
const status = z.literal(['STABLE', 'UNSTABLE'])
const usedSeed = z.union([z.int(), z.string()])
const computeAnswer = z.object({
  ain: z.number(),
  mean: z.number(),
  std: z.number(),
  min: z.number(),
  max: z.number(),
  histogram,
  p_output: z.number(),
  deviation_from_0_5: z.number(),
  N: z.int(),
  samples: z.int(),
  bias: z.number(),
  status,
  seed: usedSeed,
  digest: z.string(),
  sequence: z.string(),
  expected_std: z.number(),
  p_value: z.number(),
  input: stage,
  raw: stage,
})
const sweepStep = z.object({
  bias: z.number(),
  ain: z.number(),
  p_output: z.number(),
  deviation_from_0_5: z.number(),
  status,
  p_value: z.number(),
  input_ain: z.number(),
  raw_ain: z.number(),
})
const sweepAnswer = z.object({
  N: z.int(),
  samples: z.int(),
  steps: z.int(),
  seed: usedSeed,
  results: z.array(sweepStep),
  p_value: z.number(),
})

type ComputeBody = z.infer<typeof computeBody>
/** `queryInt` knows numbers only; its schema lets no other size through. */
type SweepQuery = z.infer<typeof sweepQuery> & { N: Size }

export const computeSchema = { body: computeBody, response: { 200: computeAnswer } }
export const sweepSchema = { querystring: sweepQuery, response: { 200: sweepAnswer } }

const tags = ['Engine']

export function computeRoutes(app: App, parts: ComputeParts): void {
  app.post<{ Body: ComputeBody }>(
    '/compute',
    {
      config: { access: accessTo(bodyOf, parts.catalogue) },
      schema: { ...computeSchema, tags, summary: 'A balanced sequence and its statistics, whatever the bias' },
    },
    (request, reply) => {
      const { bias, N, samples, seed = parts.randomSeed() } = request.body
      return answer(reply, { kind: 'compute', setting: { bias, N, samples, seed } }, parts)
    },
  )
  app.get<{ Querystring: SweepQuery }>(
    '/sweep',
    {
      config: { access: accessTo(queryOf, parts.catalogue) },
      schema: { ...sweepSchema, tags, summary: 'The same over biases from 0 to 1, with one p-value for all' },
    },
    (request, reply) => {
      const { N, samples, steps, seed = parts.randomSeed() } = request.query
      return answer(reply, { kind: 'sweep', setting: { N, samples, steps, seed: numberIfWhole(seed) } }, parts)
    },
  )
}

interface Extent {
  N: number
  samples: number
  steps?: number
}

// The gate asks only after the schema has accepted the input.
const bodyOf = (request: FastifyRequest) => request.body as Extent
const queryOf = (request: FastifyRequest) => request.query as Extent

function accessTo(extentOf: (request: FastifyRequest) => Extent, { anonymous }: Catalogue): Guarded {
  return {
    credentials: 'optional',
    kinds: ['jwt', 'key'],
    area: 'compute',
    allows: (request, plan) => checkSize(extentOf(request).N, plan, anonymous.sizeMax),
    meter: { name: 'compute', units: (request) => computeUnits(extentOf(request)) },
  }
}

function checkSize(N: number, plan: Plan | undefined, strangersMax: number): void {
  if (plan === undefined) {
    if (N > strangersMax) refuseStranger(`N=${N} needs credentials: without them N is at most ${strangersMax}.`)
    return
  }
  if (N > plan.sizeMax) {
    throw new ApiError('forbidden', `N=${N} exceeds the maximum N=${plan.sizeMax} of the ${plan.id} plan`)
  }
}

/** In a query everything is text: digits that are an integer seed are given back as one. */
function numberIfWhole(seed: string | number): string | number {
  const number = Number(seed)
  return number >= 0 && Number.isSafeInteger(number) && String(number) === seed ? number : seed
}

async function answer(reply: FastifyReply, job: Job, { pool }: ComputeParts): Promise<FastifyReply> {
  const outcome = await pool.run(job, callerGone(reply))
  const json = jsonOf(outcome)
  // Text that is JSON already goes out as it is: the engine's tests hold it against the contract.
  return reply.headers({ 'content-type': JSON_TYPE, 'x-compute-units': String(computeUnits(job.setting)) }).send(json)
}

function jsonOf(outcome: Outcome): string {
  switch (outcome.outcome) {
    case 'done':
      return outcome.json
    case 'overloaded':
      throw new ApiError('unavailable', 'Too many large computations are waiting. Try again in 30 seconds.')
    case 'timed_out':
      throw new ApiError('timed_out', 'The computation did not finish in time. Ask for fewer samples or steps.')
    case 'abandoned':
      // Nobody reads this; a refusal makes the gate give the charge back.
      throw new ApiError('caller_gone', 'The caller hung up before the answer was there')
    case 'failed':
      throw new ApiError('internal', 'Internal server error', { cause: outcome.cause })
  }
}
