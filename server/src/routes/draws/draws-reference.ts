import type { Operation } from '../../http/http.ts'

const tags = ['Draws'] as const
const PUBLIC_KEY = 'J0lVhcLfKoPwqOk6bNGLFmNzwOKN1Tzlz9TS9lPZfN8'
const SIGNATURE = 'qW8mYFq1bQ7Y4m0cSDoU1W3q2dTj9v0Jt3cJrBzK8oXQe5l6yT2u7nVd4fGh9sKpLzXcVbNmQwErTyUiOpAsDg'
const SHA256 = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'
const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const ID = '3f1c1c0e-8d0a-4b86-a9d2-0c3b1f0e7f55'
const AT = '2026-03-01T09:31:00.000Z'

const receiptOf = (subject: string, settings: object, digest: string) => ({
  type: 'equipoise-receipt/2',
  subject,
  id: ID,
  issued_at: AT,
  issuer: 'https://equipoise.example',
  version: 'outcomes/1',
  settings,
  digest,
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
})

const DICE_DIGEST = 'c87ec1b1e3ec0a8ae2e3e0d8bb5c1f0a1d3c5b7a9f8e6d4c2b0a19f8e7d6c5b4'
const COMMITMENT = {
  id: ID,
  name: 'Spring raffle',
  sha256: SHA256,
  created_at: AT,
  draws_max: null,
  draws: 0,
  seed_from: null,
}

export const createDraw: Operation = {
  operationId: 'createDraw',
  access: 'scope draws',
  sdk: ['draw', 'body'],
  tags,
  summary: 'Draw integers, dice, choices, an order, winners, loot or cards',
  description:
    'Draws exactly uniform outcomes from a seed, from a commitment together with your own `client_seed` and a `nonce`, or from a round of drand (`seed_from`), alone or as a commitment announced it. The same request with the same seed gives the same outcome. Nonces are used in order: 0, 1, 2, and a number that is not the next is 409. A nonce belongs to one request: sent again it returns the same draw, and with another request it is 409. The response has a signed receipt. It costs one compute unit for every 10,000 bits, rounded up, with 32 bits per number. A draw can have at most 100,000 numbers, and 16,384 bytes of settings: names and weights of options, items or cards; names of options or items that are drawn again and again can have 4 MiB together. For a loot table with guarantees, send the `state` of the response with the next draw of the same player; for a deck, send the copies that are `left`.',
  examples: {
    request: { kind: 'dice', dice: '3d6', count: 2, seed: 'demo' },
    response: {
      id: ID,
      kind: 'dice',
      outcome: [3, 1, 1, 5, 3, 2],
      values: [
        [3, 1, 1],
        [5, 3, 2],
      ],
      totals: [5, 10],
      digest: DICE_DIGEST,
      seed: 'demo',
      receipt: receiptOf('draw', { kind: 'dice', dice: 3, sides: 6, modifier: 0, count: 2, seed: 'demo' }, DICE_DIGEST),
    },
  },
}

export const computeOdds: Operation = {
  operationId: 'computeOdds',
  access: 'scope draws',
  sdk: ['odds', 'body'],
  tags,
  summary: 'Compute the exact odds of a loot table or a deck',
  description:
    'Returns what the weights and guarantees of a table amount to: the share of each item in the long run, how many to expect in a number of pulls from a given state, and the probability of at least one. Nothing is simulated: every state of the guarantees is followed with its probability. With `observed` it tests whether counts can be chance: exactly multinomial without guarantees (hypergeometric for a deck), and with guarantees by the exact distribution of the hits. It costs one compute unit.',
  examples: {
    request: {
      kind: 'loot',
      items: [
        { name: 'common', weight: 99 },
        { name: 'legendary', weight: 1 },
      ],
      pity: [{ items: ['legendary'], after: 90 }],
      pulls: 10,
      observed: [10, 0],
    },
    response: {
      pulls: 10,
      items: [
        { name: 'common', base: 0.99, long_run: 0.9832, expected: 9.9, observed: 10 },
        { name: 'legendary', base: 0.01, long_run: 0.0168, expected: 0.1, observed: 0 },
      ],
      guarantees: [{ items: ['legendary'], after: 90, pulls_mean: 59.53, within: 0.0956 }],
      test: { p_value: 1, exact: true, parts: [{ what: 'How often legendary came', p_value: 1 }] },
    },
  },
}

export const createCommitment: Operation = {
  operationId: 'createCommitment',
  access: 'scope draws',
  sdk: ['commitments.create', 'body'],
  tags,
  summary: 'Commit to a server seed',
  description:
    'Creates a random server seed, stores it encrypted, and returns its SHA-256. Publish that before anybody can influence the draw. No request returns the seed before you reveal it. The operator of the service holds the key that decrypts it, so the people who take part must trust the operator not to look. Its draws have the nonces 0, 1, 2 in order, and each receipt carries the hash of the one before. With `seed_from` and `draw`, it announces a draw from a round of drand that is not public yet: then nobody can choose, not even the operator. What is drawn can have at most 16,384 bytes. It costs one compute unit.',
  examples: {
    request: { name: COMMITMENT.name },
    response: {
      ...COMMITMENT,
      server_seed: null,
      revealed_at: null,
      receipt: receiptOf('commitment', { sha256: SHA256, draws_max: null }, SHA256),
      reveal_receipt: null,
    },
  },
}

export const listCommitments: Operation = {
  operationId: 'listCommitments',
  access: 'scope draws or read-only',
  sdk: ['commitments.list'],
  tags,
  summary: 'List your commitments',
  description:
    'Returns the commitments of your account, the newest first, without their receipts. For the next page, pass the `id` of the last one as `after`, or follow the `Link` header.',
  examples: { response: [{ ...COMMITMENT, server_seed: null, revealed_at: null }] },
}

const REVEALED = {
  ...COMMITMENT,
  server_seed: SEED,
  revealed_at: '2026-03-02T18:00:00.000Z',
  draws: 3,
  receipt: receiptOf('commitment', { sha256: SHA256, draws_max: null }, SHA256),
  reveal_receipt: receiptOf('reveal', { sha256: SHA256, server_seed: SEED, draws: 3, last: DICE_DIGEST }, SHA256),
}

export const getCommitment: Operation = {
  operationId: 'getCommitment',
  access: 'anyone',
  sdk: ['commitments.get', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Get a commitment',
  description:
    'Returns what was committed to and, once it is revealed, the server seed. Anybody can read it: send the link to the people who take part.',
  examples: { response: REVEALED },
}

export const revealCommitment: Operation = {
  operationId: 'revealCommitment',
  access: 'scope draws',
  sdk: ['commitments.reveal', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Reveal the server seed',
  description:
    'Publishes the server seed, so that everybody can compute every draw again. `reveal_receipt` says how many draws there were and which was the last, so that none can be left out. After that, nothing new can be drawn from it. A second request returns the same.',
  examples: { response: REVEALED },
}

export const removeCommitment: Operation = {
  operationId: 'removeCommitment',
  access: 'scope draws',
  sdk: ['commitments.remove', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Delete a closed commitment',
  description:
    'Deletes a commitment whose seed is revealed, or whose announced draw was made. One that is still open is 409, so nobody can make a promise disappear before it is kept. Receipts that others have saved still verify; the service no longer has the seed, so save the receipts with the reveal first. A result that you published before the reveal takes the reveal from here: while you have one, it is 409. Results that others published before the reveal then lack the reveal.',
  examples: { response: { status: 'removed' } },
}

export const getSigningKeys: Operation = {
  operationId: 'getSigningKeys',
  access: 'anyone',
  sdk: ['signingKeys'],
  tags: ['Draws'],
  summary: 'Get the keys that sign receipts',
  description:
    'Returns the Ed25519 public keys of this deployment, the newest first. Retired keys stay in the list, so older receipts can still be checked. Save the keys if you want to check receipts offline.',
  examples: {
    response: { keys: [{ algorithm: 'Ed25519', public_key: PUBLIC_KEY, created_at: AT, retired_at: null }] },
  },
}
