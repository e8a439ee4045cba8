// GET /sequence: the bits themselves, streamed.
import { Readable } from 'node:stream'
import {
  computeUnits,
  readSequence,
  SAMPLES_MAX,
  SAMPLES_MIN,
  SEQUENCE_FORMATS,
  type SequenceFormat,
  SIZES,
  type Size,
} from '@equipoise/engine'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Catalogue } from '../../ground/plans.ts'
import { type App, integer, intOneOf, queryInt } from '../../http/http.ts'
import { accessTo, numberIfWhole, SAMPLES_DEFAULT, SIZE_DEFAULT } from './compute.ts'
import { getSequence } from './compute-reference.ts'
import { type SeedFor, seedInput } from './seed-input.ts'

interface SequenceParts {
  readonly catalogue: Catalogue
  readonly seedFor: SeedFor
}

const range = { minimum: SAMPLES_MIN, maximum: SAMPLES_MAX, default: SAMPLES_DEFAULT }
/** A decimal number in a query string. */
const bias = z
  .preprocess(
    (value) => (typeof value === 'string' && /^[0-9.eE+-]{1,40}$/.test(value) ? Number(value) : value),
    z.number().min(0).max(1),
  )
  .meta({ override: { type: 'number', minimum: 0, maximum: 1 } })

const query = z.object({
  bias: bias.describe('Probability of a 1 in the source, from 0 to 1.'),
  N: queryInt(intOneOf(SIZES), { enum: [...SIZES], default: SIZE_DEFAULT })
    .default(SIZE_DEFAULT)
    .describe('Bits in a sample. Your plan limits it: 9 without credentials and on the free plan.'),
  samples: queryInt(integer().min(SAMPLES_MIN).max(SAMPLES_MAX), range)
    .default(SAMPLES_DEFAULT)
    .describe('How many samples the whole sequence has. Each block is followed by its mirror.'),
  seed: seedInput
    .optional()
    .describe(
      'Makes the sequence repeatable. If you leave it out, the header `X-Seed` has the one that was chosen. Rejected (422) if the deployment runs in certified mode.',
    ),
  offset: queryInt(integer().min(0).max(SAMPLES_MAX), { minimum: 0, maximum: SAMPLES_MAX, default: 0 })
    .default(0)
    .describe('The first sample to send, counted from 0.'),
  limit: queryInt(integer().min(1).max(SAMPLES_MAX), { minimum: 1, maximum: SAMPLES_MAX })
    .optional()
    .describe('The maximum number of samples to send. All of them if you leave it out.'),
  raw: z
    .literal(['true', 'false'])
    .default('false')
    .describe(
      '`true`: only the blocks before mirroring, half as many. Use these for games: a mirror can be predicted from its block. With `format=bytes` and all of them, the SHA-256 of what you download is the `digest` of `POST /compute`.',
    ),
  format: z
    .literal(SEQUENCE_FORMATS)
    .default('text')
    .describe('`text`: a line of zeros and ones for each sample. `csv`: with a count of ones. `bytes`: packed bits.'),
})
type SequenceQuery = z.infer<typeof query> & { N: Size }

const TYPES: Record<SequenceFormat, string> = {
  text: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  bytes: 'application/octet-stream',
}
const ENDINGS: Record<SequenceFormat, string> = { text: 'txt', csv: 'csv', bytes: 'bin' }
const file = {
  description: 'The samples, in the format that you asked for.',
  content: {
    'text/plain': { schema: z.string().describe('One line of N zeros and ones for each sample.') },
    'text/csv': { schema: z.string().describe('The columns sample, bits, ones and share.') },
    'application/octet-stream': { schema: z.string().describe('All bits in order, lowest bit of a byte first.') },
  },
}

export function sequenceRoutes(app: App, { catalogue, seedFor }: SequenceParts): void {
  app.get<{ Querystring: SequenceQuery }>(
    '/sequence',
    {
      config: {
        access: { ...accessTo((request: FastifyRequest) => request.query as SequenceQuery, catalogue), area: 'draws' },
      },
      exposeHeadRoute: false,
      schema: { ...getSequence, querystring: query, response: { 200: file } },
    },
    async (request, reply) => {
      const { bias, N, samples, offset, limit = samples, format, raw } = request.query
      const seed = await seedFor(request.query.seed, 'query')
      const setting = { bias, N, samples, seed: numberIfWhole(seed) }
      const pieces = readSequence(setting, { offset, limit, format, raw: raw === 'true' })
      reply.headers({
        'content-type': TYPES[format],
        'content-disposition': `attachment; filename="sequence.${ENDINGS[format]}"`,
        'x-compute-units': String(computeUnits({ N, samples })),
        'x-seed': String(seed),
      })
      // The next piece is computed once the caller has read the previous one.
      return reply.send(Readable.from(pieces, { objectMode: false }) as never)
    },
  )
}
