// The sandbox's payment pages, on development machines only. A button's event goes through POST /billing/webhook like any other.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  CHECKOUT_ACTIONS,
  type Outcome,
  PORTAL_ACTIONS,
  SANDBOX_STYLE,
  type Sandbox,
  sandboxPages,
} from '../billing/billing.ts'
import type { Brand } from '../brand.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/http.ts'

export interface SandboxRouteParts {
  readonly sandbox: Sandbox
  readonly brand: Brand
  readonly publicUrl: string
}

const params = z.object({ id: z.string().max(100) })
const press = z.object({ action: z.literal(CHECKOUT_ACTIONS) })
const portalPress = z.object({ action: z.literal(PORTAL_ACTIONS), target: z.string().max(100) })
const config = { access: 'open' } as const

export function sandboxRoutes(app: App, { sandbox, brand, publicUrl }: SandboxRouteParts): void {
  const send = pageSender(publicUrl)
  const { name } = brand
  // Encapsulated, because only these forms are sent in the way of HTML.
  app.register(async (scope: App) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, text: string | Buffer) => Object.fromEntries(new URLSearchParams(String(text))),
    )

    scope.get('/sandbox/style.css', { config, schema: { hide: true } }, (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(SANDBOX_STYLE),
    )

    scope.get('/sandbox/checkout/:id', { config, schema: { hide: true, params } }, async (request, reply) => {
      const found = await sandbox.findCheckout(request.params.id)
      if (!found) return send(reply.status(404), sandboxPages.missing())
      return send(reply, sandboxPages.checkout({ name, path: request.url }, found))
    })

    scope.post(
      '/sandbox/checkout/:id',
      { config, schema: { hide: true, params, body: press } },
      async (request, reply) => {
        const outcome = await sandbox.actOnCheckout(request.params.id, request.body.action)
        await deliver(app, outcome)
        return reply.redirect(outcome.goTo ?? request.url, 303)
      },
    )

    scope.get('/sandbox/portal/:id', { config, schema: { hide: true, params } }, async (request, reply) => {
      const found = await sandbox.findPortal(request.params.id)
      if (!found) return send(reply.status(404), sandboxPages.missing())
      return send(reply, sandboxPages.portal({ name, path: request.url }, found))
    })

    scope.post(
      '/sandbox/portal/:id',
      { config, schema: { hide: true, params, body: portalPress } },
      async (request, reply) => {
        const { action, target } = request.body
        const outcome = await sandbox.actOnPortal(request.params.id, { action, target })
        await deliver(app, outcome)
        return reply.redirect(outcome.goTo ?? request.url, 303)
      },
    )
  })
}

/** Sends the events to our own webhook, as the payment service would. */
async function deliver(app: App, { events }: Outcome): Promise<void> {
  for (const { rawBody, signature } of events) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/billing/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: rawBody,
    })
    if (statusCode !== 200) throw new ApiError('internal', 'The webhook did not take the event: see the log')
  }
}

function pageSender(publicUrl: string) {
  // Browsers hold a form's whole way against this list, and a payment ends at the public address.
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `form-action 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return (reply: FastifyReply, html: string) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
}
