import { z } from 'zod'
import { normaliseEmail } from '../../accounts/accounts.ts'
import { plainText } from '../../http/http.ts'

const EMAIL_LENGTH = { min: 3, max: 320 } as const
const emailShown = { minLength: EMAIL_LENGTH.min, maxLength: EMAIL_LENGTH.max, examples: ['me@example.com'] }

/** Normalises to the form in which addresses are stored and compared. */
export const emailInput = plainText(EMAIL_LENGTH)
  .transform((text, context) => {
    const email = normaliseEmail(text)
    if (email !== undefined) return email
    context.addIssue({ code: 'custom', message: 'value is not a valid email address' })
    return z.NEVER
  })
  .meta({ description: 'An email address. Case does not matter.', override: { type: 'string', ...emailShown } })
