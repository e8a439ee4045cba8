import type { Operation } from '../../http/http.ts'

const tags = ['Service'] as const
const HEALTHY = { status: 'ok', version: '1.0.0', uptime_seconds: 86_400, database: 'ok' }

export const getHealth: Operation = {
  operationId: 'getHealth',
  access: 'anyone',
  sdk: ['health'],
  tags,
  summary: 'Check the health of the service',
  description: 'Returns 200 if this node and its database work, and 503 if the database is unavailable.',
  examples: { response: HEALTHY },
}

export const getReadiness: Operation = {
  operationId: 'getReadiness',
  access: 'anyone',
  sdk: 'none',
  tags,
  summary: 'Check whether this node can take requests',
  description: 'For load balancers. Returns the same as `GET /health`.',
  examples: { response: HEALTHY },
}

export const getLiveness: Operation = {
  operationId: 'getLiveness',
  access: 'anyone',
  sdk: 'none',
  tags,
  summary: 'Check whether the process runs',
  description: 'For supervisors that restart a process that hangs. It does not check the database.',
  examples: { response: { status: 'ok' } },
}

export const listPlans: Operation = {
  operationId: 'listPlans',
  access: 'anyone',
  sdk: ['plans'],
  tags,
  summary: 'List plans and top-ups',
  description: 'Returns every plan and top-up with its price and limits, and what you can do without an account.',
  examples: {
    response: {
      plans: [
        {
          id: 'free',
          price_eur: 0,
          max_n: 9,
          compute: 1000,
          ai_chat: 50,
          ai_analyze: 500,
          ai_proxy: 0,
          keys: 10,
          requests_per_minute: 600,
        },
        {
          id: 'basic',
          price_eur: 9,
          max_n: 16,
          compute: 50000,
          ai_chat: 500,
          ai_analyze: 5000,
          ai_proxy: 100,
          keys: 20,
          requests_per_minute: 1200,
        },
      ],
      topups: [
        {
          id: 'topup_10k',
          price_eur: 4.99,
          compute: 10000,
          ai_calls: 200,
          plans: ['free', 'basic', 'pro', 'gamepro', 'studio', 'enterprise', 'enterprise_xl'],
        },
      ],
      anonymous: { max_n: 9, requests_per_minute: 600 },
    },
  },
}

export const getBrand = (response: object): Operation => ({
  operationId: 'getBrand',
  access: 'anyone',
  sdk: ['brand'],
  tags,
  summary: 'Get the names and features of this deployment',
  description:
    'An operator can rename the prefix of keys and three fields, and switch features off. Clients that work with every deployment read the names here.',
  examples: { response },
})
