import { z } from 'zod'
import type { Accounts } from '../accounts/accounts.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/http.ts'
import { emailInput } from './auth.ts'

const config = { access: 'open' } as const
const tags = ['Newsletter']

export function newsletterRoutes(app: App, { newsletter }: Pick<Accounts, 'newsletter'>): void {
  const subscribe = {
    tags,
    summary: 'Subscribe an address; says the same for one that is known',
    body: z.object({ email: emailInput }),
    response: { 201: z.object({ status: z.literal('subscribed') }) },
  }
  app.post('/newsletter/subscribe', { config, schema: subscribe }, async (request, reply) => {
    await newsletter.subscribe(request.body.email)
    return reply.status(201).send({ status: 'subscribed' as const })
  })

  const unsubscribe = {
    tags,
    summary: 'Unsubscribe with the token from a mail',
    querystring: z.object({
      token: z.string().regex(/^[\w-]{1,64}$/, 'Input should be a token from one of our mails'),
    }),
    response: { 200: z.object({ status: z.literal('unsubscribed') }) },
  }
  app.get(
    '/newsletter/unsubscribe',
    // Looking does not act: what scans mails for bad links asks with HEAD.
    { config: { ...config, refuses: ['not_found'] }, schema: unsubscribe, exposeHeadRoute: false },
    async (request) => {
      if (!(await newsletter.unsubscribe(request.query.token))) {
        throw new ApiError('not_found', 'There is no such subscription.')
      }
      return { status: 'unsubscribed' as const }
    },
  )
}
