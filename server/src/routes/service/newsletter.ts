import { z } from 'zod'
import { ApiError } from '../../ground/errors.ts'
import { type App, named } from '../../http/http.ts'
import type { Newsletter } from '../../newsletter/newsletter.ts'
import { emailInput } from '../account/email-input.ts'
import { shown, shownError } from './newsletter-page.ts'
import * as reference from './newsletter-reference.ts'

const config = { access: 'open' } as const
const link = { ...config, refuses: ['not_found'], formatError: shownError } as const
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

  const confirm = {
    ...reference.confirm,
    querystring: z.object({ token: token.describe('The token from the link in the email.') }),
    response: { 200: confirmed },
  }
  app.get('/newsletter/confirm', { config: link, schema: confirm, exposeHeadRoute: false }, async (request, reply) => {
    if (!(await newsletter.confirm(request.query.token))) {
      throw new ApiError('not_found', 'This link does not belong to a subscription. Subscribe again to get a new link.')
    }
    return shown(request, reply, 'confirmed')
  })

  const unsubscribe = {
    ...reference.unsubscribe,
    querystring: z.object({ token: token.describe('The token from the link in the email.') }),
    response: { 200: unsubscribed },
  }
  app.get(
    '/newsletter/unsubscribe',
    // Looking does not act: what scans mails for bad links asks with HEAD.
    { config: link, schema: unsubscribe, exposeHeadRoute: false },
    async (request, reply) => {
      if (!(await newsletter.unsubscribe(request.query.token))) {
        throw new ApiError('not_found', 'This link does not belong to a subscription.')
      }
      return shown(request, reply, 'unsubscribed')
    },
  )
}
