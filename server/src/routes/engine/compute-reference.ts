// What people read about the engine's routes.
import type { Operation } from '../../http/http.ts'

const COST =
  'It costs one compute unit for every 10,000 of N × samples, rounded up. `X-Compute-Units` says how many. Anonymous requests are free and limited to N = 9.'

export const computeSequence: Operation = {
  operationId: 'computeSequence',
  access: 'anonymous, or scope compute',
  sdk: ['compute', 'body'],
  tags: ['Engine'],
  summary: 'Compute a balanced sequence',
  description: `Draws blocks of N bits from a source with the given bias, balances them, and reports statistics of every stage. The result does not depend on the bias, and the same seed gives the same result. ${COST}`,
  examples: {
    request: { bias: 0.8, N: 3, samples: 100, seed: 1 },
    response: {
      ain: 1,
      mean: 0.5,
      std: 0.2516611478423583,
      min: 0,
      max: 1,
      histogram: [
        { value: 0, count: 8 },
        { value: 0.3333333333333333, count: 42 },
        { value: 0.6666666666666666, count: 42 },
        { value: 1, count: 8 },
      ],
      p_output: 0.5,
      deviation_from_0_5: 0,
      N: 3,
      samples: 100,
      bias: 0.8,
      status: 'STABLE',
      seed: 1,
      definition_text: 2,
      digest: '7debb0216ad1c7d63b3b7a8274f1d4add591413fd954a29dd77ece9f42b2d364',
      sequence: '100',
      expected_std: 0.2886751345948129,
      std_error: 0.023570226039551584,
      p_value: 0.406240320042899,
      chi2: 2.9066666666666667,
      df: 3,
      input: {
        mean: 0.7733333333333333,
        std: 0.22548712700383683,
        ain: 0.45333333333333337,
        histogram: [
          { value: 0, count: 0 },
          { value: 0.3333333333333333, count: 6 },
          { value: 0.6666666666666666, count: 22 },
          { value: 1, count: 22 },
        ],
      },
      raw: {
        mean: 0.49333333333333335,
        std: 0.2515728301881761,
        ain: 0.9866666666666667,
        histogram: [
          { value: 0, count: 5 },
          { value: 0.3333333333333333, count: 19 },
          { value: 0.6666666666666666, count: 23 },
          { value: 1, count: 3 },
        ],
      },
    },
  },
}

export const sweepBiases: Operation = {
  operationId: 'sweepBiases',
  access: 'anonymous, or scope compute or read-only',
  sdk: ['sweep'],
  tags: ['Engine'],
  summary: 'Compute balanced sequences for biases from 0 to 1',
  description: `Runs the same computation for evenly spaced biases, with one p-value for all of them together. ${COST.replace('samples', 'samples × steps')}`,
  examples: {
    response: {
      N: 3,
      samples: 100,
      steps: 5,
      seed: 1,
      results: [
        {
          bias: 0,
          ain: 1,
          p_output: 0.5,
          deviation_from_0_5: 0,
          status: 'STABLE',
          p_value: 0.8044781851108667,
          input_ain: 0,
          raw_ain: 0.92,
        },
        {
          bias: 0.25,
          ain: 1,
          p_output: 0.5,
          deviation_from_0_5: 0,
          status: 'STABLE',
          p_value: 0.3895740034512851,
          input_ain: 0.5333333333333333,
          raw_ain: 0.9733333333333334,
        },
        {
          bias: 0.5,
          ain: 1,
          p_output: 0.5,
          deviation_from_0_5: 0,
          status: 'STABLE',
          p_value: 0.44136141365217285,
          input_ain: 0.9733333333333334,
          raw_ain: 0.8933333333333333,
        },
        {
          bias: 0.75,
          ain: 1,
          p_output: 0.5,
          deviation_from_0_5: 0,
          status: 'STABLE',
          p_value: 0.9510255129824796,
          input_ain: 0.5333333333333333,
          raw_ain: 0.9866666666666667,
        },
        {
          bias: 1,
          ain: 1,
          p_output: 0.5,
          deviation_from_0_5: 0,
          status: 'STABLE',
          p_value: 0.8558341311090997,
          input_ain: 0,
          raw_ain: 0.9466666666666667,
        },
      ],
      p_value: 0.9292177406081301,
    },
  },
}

export const getSequence: Operation = {
  operationId: 'getSequence',
  access: 'anonymous, or scope draws or read-only',
  sdk: ['sequence', 'query'],
  sample: { bias: 0.8 },
  tags: ['Engine'],
  summary: 'Download the bits of a balanced sequence',
  description: `Streams the samples that \`POST /compute\` describes, each block followed by its mirror. \`offset\` and \`limit\` select a part, which costs as much as the whole. The header \`X-Seed\` has the seed. ${COST}`,
}
