// The sandbox's payment pages, on deployments without real payments. A button's event goes through POST /billing/webhook.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deliver, Sandbox } from '../../billing/billing.ts'
import { type App, acceptForms } from '../../http/http.ts'

const options = { config: { access: 'open' }, schema: { hide: true } } as const
/** A customer is what administrators see of one at Stripe. */
const PATHS = ['/sandbox/checkout/:id', '/sandbox/portal/:id', '/sandbox/customer/:id']

export function sandboxRoutes(app: App, { page }: Pick<Sandbox, 'page'>): void {
  const deliver = webhookOf(app)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.slice('/sandbox'.length).split('?', 1)
    const fields = (request.body ?? {}) as Record<string, unknown>
    const response = await page({ method: request.method, path, fields }, deliver)
    return reply
      .status(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(await response.text())
  }
  // Encapsulated, because only these routes accept HTML forms.
  app.register(async (scope: App) => {
    acceptForms(scope)
    scope.get('/sandbox/style.css', options, answer)
    scope.get('/sandbox/receipt/:id', options, answer)
    for (const path of PATHS) {
      scope.get(path, options, answer)
      scope.post(path, options, answer)
    }
  })
}

/** Our own webhook, called as Stripe would call it. */
function webhookOf(app: App): Deliver {
  return async ({ rawBody, signature }) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/billing/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: rawBody,
    })
    return statusCode === 200
  }
}
