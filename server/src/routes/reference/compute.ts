// What people read about the engine's routes.
import type { Operation } from '../../http/http.ts'

const COST =
  'It costs one compute unit for each started 10,000 of N × samples. `X-Compute-Units` says how many. Anonymous requests are free and limited to N = 9.'

export const computeSequence: Operation = {
  operationId: 'computeSequence',
  tags: ['Engine'],
  summary: 'Compute a balanced sequence',
  description: `Draws blocks of N bits from a source with the given bias, balances them, and reports statistics of every stage. The result does not depend on the bias, and the same seed gives the same result. ${COST}`,
}

export const sweepBiases: Operation = {
  operationId: 'sweepBiases',
  tags: ['Engine'],
  summary: 'Compute balanced sequences for biases from 0 to 1',
  description: `Runs the same computation for evenly spaced biases, with one p-value for all of them together. ${COST.replace('samples', 'samples × steps')}`,
}
