import type { Operation } from '../../http/http.ts'

const tags = ['Draws'] as const
const ID = 'Zk3v1cQe9yT0bU7mWq2xLA'
const AT = '2026-03-01T09:31:00.000Z'
const RECEIPT = {
  type: 'equipoise-receipt/2',
  subject: 'draw',
  id: '3f1c1c0e-8d0a-4b86-a9d2-0c3b1f0e7f55',
  issued_at: AT,
  issuer: 'https://equipoise.example',
  version: 'outcomes/1',
  settings: { kind: 'dice', dice: 3, sides: 6, modifier: 0, count: 2, seed: 'demo' },
  digest: 'c87ec1b1e3ec0a8ae2e3e0d8bb5c1f0a1d3c5b7a9f8e6d4c2b0a19f8e7d6c5b4',
  public_key: 'J0lVhcLfKoPwqOk6bNGLFmNzwOKN1Tzlz9TS9lPZfN8',
  signature: 'qW8mYFq1bQ7Y4m0cSDoU1W3q2dTj9v0Jt3cJrBzK8oXQe5l6yT2u7nVd4fGh9sKpLzXcVbNmQwErTyUiOpAsDg',
}
const LISTED = {
  id: ID,
  title: 'Spring raffle',
  url: `https://equipoise.example/app/results/${ID}`,
  created_at: AT,
}
const PUBLISHED = { ...LISTED, receipts: [RECEIPT], commitment_receipts: [], commitments_made: null, entries: null }

export const publishDraw: Operation = {
  operationId: 'publishDraw',
  access: 'scope draws',
  sdk: ['published.create', 'body'],
  tags,
  summary: 'Publish a result',
  description:
    'Makes a page that anybody can open and check without an account. Send receipts of this deployment, unchanged, and the list of entries if everybody may read it. Anybody with the link can read the names, so ask first. It costs nothing.',
  examples: { request: { title: 'Spring raffle', receipts: [RECEIPT] }, response: PUBLISHED },
}

export const listPublishedDraws: Operation = {
  operationId: 'listPublishedDraws',
  access: 'scope draws or read-only',
  sdk: ['published.list'],
  tags,
  summary: 'List your published results',
  description:
    'Returns the results that your account has published, the newest first. For the next page, pass the `id` of the last one as `after`, or follow the `Link` header.',
  examples: { response: [LISTED] },
}

export const getPublishedDraw: Operation = {
  operationId: 'getPublishedDraw',
  access: 'anyone',
  sdk: ['published.get', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Get a published result',
  description:
    'Returns the receipts of a published result, those of its commitments (with the reveal, once there is one), and the entries if they were published: at most 1 MB. Anybody can read it. If too many are being read at this moment, it is 503 with `Retry-After`.',
  examples: { response: PUBLISHED },
}

export const removePublishedDraw: Operation = {
  operationId: 'removePublishedDraw',
  access: 'scope draws',
  sdk: ['published.remove', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Take a published result back',
  description:
    'Deletes what is on the page, with the names. Its address keeps saying that you withdrew it, and when (410). Receipts that others have saved still verify.',
  examples: { response: { status: 'removed' } },
}
