import type { Operation } from '../../http/http.ts'
import { createDraw } from './draws-reference.ts'

const tags = ['Draws'] as const
const { response: drawn } = createDraw.examples as { response: { id: string; receipt: object } }
const NAMES = { names: 'Ada\nGrace\nLinus' }

export const listKeptDraws: Operation = {
  operationId: 'listKeptDraws',
  access: 'scope draws or read-only',
  sdk: ['kept.list'],
  tags,
  summary: 'List the draws that you kept',
  description:
    'Returns the last 50 draws that your account made with `keep`, the newest first: the history that its owner sees on every device. `url` is set while the draw is published.',
  examples: {
    response: [
      {
        id: drawn.id,
        drawn_at: '2026-03-01T09:31:00.000Z',
        url: null,
        kind: 'dice',
        count: 2,
        values: [
          [3, 1, 1],
          [5, 3, 2],
        ],
        totals: [5, 10],
      },
    ],
  },
}

export const getKeptReceipt: Operation = {
  operationId: 'getKeptReceipt',
  access: 'scope draws or read-only',
  sdk: ['kept.receipt', 'path.id'],
  sample: { id: drawn.id },
  tags,
  summary: 'Get the receipt of a draw that you kept',
  description: 'Returns the receipt exactly as it was signed.',
  examples: { response: drawn.receipt },
}

export const clearKeptDraws: Operation = {
  operationId: 'clearKeptDraws',
  access: 'scope draws',
  sdk: ['kept.clear'],
  tags,
  summary: 'Delete your history of draws',
  description:
    'Deletes the draws that your account kept. Published results stay, and receipts that you saved still verify. To delete the names, save empty ones.',
  examples: { response: { status: 'removed' } },
}

export const getDrawNames: Operation = {
  operationId: 'getDrawNames',
  access: 'scope draws or read-only',
  sdk: ['kept.names'],
  tags,
  summary: 'Get the names you draw from',
  description: 'Returns the names as they were last saved, so that a list typed on one device is there on the next.',
  examples: { response: NAMES },
}

export const replaceDrawNames: Operation = {
  operationId: 'replaceDrawNames',
  access: 'scope draws',
  sdk: ['kept.replaceNames', 'body'],
  tags,
  summary: 'Save the names you draw from',
  description: 'Replaces the saved names. They are exported with the account and deleted with it.',
  examples: { request: NAMES, response: NAMES },
}
