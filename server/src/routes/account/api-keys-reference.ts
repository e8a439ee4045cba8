import type { Brand } from '../../ground/brand.ts'
import type { Operation } from '../../http/http.ts'

const tags = ['API keys'] as const
const KEY = {
  id: 7,
  name: 'Build server',
  scope: 'compute',
  filter_mode: null,
  limits: { budget_eur: { month: 20 }, models: ['small'] },
  created_at: '2026-03-01T09:31:00.000Z',
  expires_at: '2027-01-01T00:00:00.000Z',
}

const created = ({ keyPrefix }: Brand) => ({
  ...KEY,
  key_prefix: `${keyPrefix}4fQz81Lm`,
  key: `${keyPrefix}4fQz81Lm0sVtY2pXbN6cR9dKe3uHg5jWa7TiOo1lPnM28xQvZb`,
})

export const listApiKeys = ({ keyPrefix }: Brand): Operation => ({
  operationId: 'listApiKeys',
  access: 'signed in',
  sdk: ['keys.list'],
  tags,
  summary: 'List your API keys',
  description:
    'Returns the keys that are not revoked, oldest first unless `sort` says otherwise. The secret part of a key is never shown again. If there are more keys than `limit`, the header `Link` leads to the next page.',
  examples: {
    response: [
      {
        ...KEY,
        key_prefix: `${keyPrefix}4fQz81Lm`,
        last_used_at: '2026-03-02T11:04:10.000Z',
        last_used_from: '203.0.113.7',
      },
    ],
  },
})

export const createApiKey = (brand: Brand): Operation => ({
  operationId: 'createApiKey',
  access: 'signed in',
  sdk: ['keys.create', 'body'],
  tags,
  summary: 'Create an API key',
  description:
    'Creates a key. This is the only response that contains the whole key, so store it now. Your plan limits how many keys you can have; above that, the response is 403.',
  examples: {
    request: { name: KEY.name, scope: KEY.scope, expires_at: '2027-01-01T00:00:00Z' },
    response: created(brand),
  },
})

export const createApiKeyAlias = (brand: Brand): Operation => ({
  ...createApiKey(brand),
  operationId: 'createApiKeyAlias',
  access: 'signed in',
  sdk: 'none',
  summary: 'Create an API key (alias)',
  description: 'The same as `POST /api-keys`.',
})

export const rotateApiKey = (brand: Brand): Operation => ({
  operationId: 'rotateApiKey',
  access: 'signed in',
  sdk: ['keys.rotate', 'path.key_id', 'body'],
  sample: { key_id: KEY.id },
  tags,
  summary: 'Rotate an API key',
  description:
    'Creates a new key with the same name, scope and expiry. The old key keeps working for the grace period, which is one day by default. If you rotate again, the key before that stops working at once.',
  examples: { request: { grace_seconds: 3600 }, response: created(brand) },
})

export const updateApiKey = ({ keyPrefix }: Brand): Operation => ({
  operationId: 'updateApiKey',
  access: 'signed in',
  sdk: ['keys.change', 'path.key_id', 'body'],
  sample: { key_id: KEY.id },
  tags,
  summary: 'Change an API key',
  description:
    'Changes the name, the limits or both. The key keeps working; new limits apply on every node within a second, and to requests that start after that. What was used before a limit was set does not count.',
  examples: {
    request: { name: 'Build server', limits: { budget_eur: { month: 20 } } },
    response: { ...KEY, key_prefix: `${keyPrefix}4fQz81Lm`, last_used_at: null, last_used_from: null },
  },
})

export const revokeApiKey: Operation = {
  operationId: 'revokeApiKey',
  access: 'signed in',
  sdk: ['keys.revoke', 'path.key_id'],
  sample: { key_id: KEY.id },
  tags,
  summary: 'Revoke an API key',
  description: 'The key stops working on every node within a second. This cannot be undone.',
  examples: { response: { id: KEY.id, status: 'revoked' } },
}
