import { z } from 'zod'
import { ApiError } from '../../ground/errors.ts'
import { type App, ignoreForms, named } from '../../http/http.ts'
import type { Newsletter } from '../../newsletter/newsletter.ts'
import { emailInput } from '../account/email-input.ts'
import { askOnPage, shown, shownError } from './newsletter-page.ts'
import * as reference from './newsletter-reference.ts'

const config = { access: 'open' } as const
const link = { ...config, rejects: ['not_found'], formatError: shownError } as const
const subscribed = named(
  'Subscribed',
  'We sent an email to the address, with a link to confirm the subscription.',
  z.object({ status: z.literal('subscribed').describe('Always `subscribed`, even if the address already was.') }),
)
const unsubscribed = named(
  'Unsubscribed',
  'The address is no longer subscribed.',
  z.object({ status: z.literal('unsubscribed').describe('Always `unsubscribed`.') }),
)
const confirmed = named(
  'SubscriptionConfirmed',
  'The address gets the newsletter.',
  z.object({ status: z.literal('confirmed').describe('Always `confirmed`.') }),
)
const body = named('SubscribeRequest', 'Who wants the newsletter.', z.object({ email: emailInput }))
const token = z.string().regex(/^[\w-]{1,64}$/, 'Input should be a token from one of our emails')

export function newsletterRoutes(app: App, newsletter: Newsletter): void {
  const subscribe = {
    ...reference.subscribe,
    body,
    response: { 201: subscribed },
  }
  app.post('/newsletter/subscribe', { config, schema: subscribe }, async (request, reply) => {
    await newsletter.subscribe(request.body.email, request.ip)
    return reply.status(201).send({ status: 'subscribed' as const })
  })

  app.register(async (scope: App) => {
    ignoreForms(scope)
    linkRoutes(scope, newsletter)
  })
}

/**
 * The pages of the links in our emails, and their buttons. Programs that follow links only get the page; mail programs send the button's
 * request themselves, with a form containing List-Unsubscribe=One-Click (RFC 8058).
 */
function linkRoutes(app: App, newsletter: Newsletter): void {
  const querystring = z.object({ token: token.describe('The token from the link in the email.') })
  const page = { config: link, schema: { hide: true, querystring }, exposeHeadRoute: false } as const
  app.get('/newsletter/confirm', page, async (_request, reply) => askOnPage(reply, 'confirm'))
  app.get('/newsletter/unsubscribe', page, async (_request, reply) => askOnPage(reply, 'unsubscribe'))

  const confirm = { ...reference.confirm, querystring, response: { 200: confirmed } }
  app.post('/newsletter/confirm', { config: link, schema: confirm }, async (request, reply) => {
    if (!(await newsletter.confirm(request.query.token, request.ip))) {
      throw new ApiError('not_found', 'This link does not belong to a subscription. Subscribe again to get a new link.')
    }
    return shown(request, reply, 'confirmed')
  })
  const unsubscribe = { ...reference.unsubscribe, querystring, response: { 200: unsubscribed } }
  app.post('/newsletter/unsubscribe', { config: link, schema: unsubscribe }, async (request, reply) => {
    if (!(await newsletter.unsubscribe(request.query.token, request.ip))) {
      throw new ApiError('not_found', 'This link does not belong to a subscription.')
    }
    return shown(request, reply, 'unsubscribed')
  })
}
