// Which emails about their account people want.
import { z } from 'zod'
import type { Accounts, NOTICE_KINDS } from '../../accounts/accounts.ts'
import { type App, callerOf, named, originOf } from '../../http/http.ts'
import * as reference from './account-reference.ts'

const config = { access: { credentials: 'required', kinds: ['jwt'], area: 'account' } } as const

const kinds = {
  usage: z.boolean().describe('When you have used 80 % and 100 % of an allowance, once a month for each.'),
  key_expiry: z.boolean().describe('Before an API key expires, once for each key.'),
  failed_renewal: z.boolean().describe('When the payment for your plan fails, once for each period.'),
  sign_in: z.boolean().describe('When somebody signs in from a network that you have not used before.'),
} satisfies Record<(typeof NOTICE_KINDS)[number], z.ZodBoolean>

const choices = named('NoticeChoices', 'Which emails you get.', z.object(kinds))
const noticesShape = named(
  'Notices',
  'Emails about your account, and whether this deployment can send them.',
  z.object({
    available: z.boolean().describe('False if this deployment sends no emails.'),
    notices: choices,
  }),
)
const changesBody = named(
  'UpdateNoticesRequest',
  'The kinds to switch on or off. Kinds that you leave out do not change.',
  z.object({
    usage: kinds.usage.optional(),
    key_expiry: kinds.key_expiry.optional(),
    failed_renewal: kinds.failed_renewal.optional(),
    sign_in: kinds.sign_in.optional(),
  }),
)

export function noticeRoutes(app: App, { notices }: Pick<Accounts, 'notices'>): void {
  const { isConfigured: available } = notices
  app.get(
    '/auth/me/notices',
    { config, schema: { ...reference.getNotices, response: { 200: noticesShape } } },
    async (request) => ({ available, notices: await notices.choices(callerOf(request).accountId) }),
  )
  app.patch(
    '/auth/me/notices',
    { config, schema: { ...reference.updateNotices, body: changesBody, response: { 200: noticesShape } } },
    async (request) => ({
      available,
      notices: await notices.choose(callerOf(request), request.body, originOf(request)),
    }),
  )
}
