// Signing in through an identity provider, in the browser.
import { TOTP, Secret as TotpSecret } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../server/test/free-port.ts'
import { type IdentityProvider, openIdentityProvider } from '../../server/test/identity-provider.ts'
import { openSite, PASSWORD, type Site } from './site.ts'

let provider: IdentityProvider
let site: Site
beforeAll(async () => {
  const port = await freePort()
  provider = await openIdentityProvider(`http://127.0.0.1:${port}/auth/oidc/callback`)
  site = await openSite({
    port,
    env: {
      ...provider.env,
    },
  })
})
afterAll(async () => {
  await site.close()
  await provider.close()
})

const work = { subject: 'ada-at-work', email: 'ada@work.example', isVerified: true }
const codeNow = (secret: string) => new TOTP({ secret: TotpSecret.fromBase32(secret) }).generate()

async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect single sign-on' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: `Remove ${work.email}` }).waitFor()
}

test('an identity is connected with the password once the address is confirmed, and removed with the password', async () => {
  provider.signInAs(work)
  const { page, signUp, go, close } = await site.visit()
  const email = await signUp('/app/account')
  await page.getByText('Confirm your email address first.').waitFor()
  expect(await page.getByRole('button', { name: 'Connect single sign-on' }).isDisabled()).toBe(true)
  await site.service.sql`update accounts set email_verified_at = now() where email = ${email}`
  await go('/app/account')
  await connect(page)
  await page.getByText(work.email).first().waitFor()
  await page.getByRole('button', { name: `Remove ${work.email}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByText('The password is wrong.').waitFor()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('None yet.').waitFor()
  await close()
})

test('signing in through the provider also asks for the second-factor code', async () => {
  provider.signInAs(work)
  const { page, signUp, go, close } = await site.visit()
  const email = await signUp('/app/account')
  await site.service.sql`update accounts set email_verified_at = now() where email = ${email}`
  await go('/app/account')
  await connect(page)
  const secret = await page.evaluate(async (password) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ password })
    return (await (await fetch('/auth/second-factor', { method: 'POST', headers, body })).json()).secret as string
  }, PASSWORD)
  const recovery = await page.evaluate(async (code) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/auth/second-factor/confirm', {
      method: 'POST',
      headers,
      body: JSON.stringify({ code }),
    })
    return (await answer.json()).recovery_codes[0] as string
  }, codeNow(secret))
  await page.context().clearCookies()
  await go('/app/sign-in?next=/app/keys')
  await page.getByRole('link', { name: 'Continue with single sign-on' }).click()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The code is wrong').waitFor()
  await page.getByLabel('Code').fill(recovery)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${site.url}/app/keys`)
  await close()
})
