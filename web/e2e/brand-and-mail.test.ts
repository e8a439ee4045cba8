import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Inbox, openInbox } from '../../server/test/inbox.ts'
import { say } from '../../server/test/upstream.ts'
import { openSite, type Site } from './site.ts'

// A deployment with its own name and with email: renamed things must work everywhere, and links in emails must lead
// here.
let site: Site
let box: Inbox
beforeAll(async () => {
  box = await openInbox()
  site = await openSite({ env: { BRAND: 'acme', SMTP_URL: box.url, MAIL_FROM: 'Acme <hello@acme.example>' } })
})
afterAll(async () => {
  await site.close()
  await box.close()
})

test('a renamed deployment shows its name, and accepts its renamed fields', async () => {
  const { page, signUp, go, close } = await site.visit()
  await signUp('/app/chat')
  expect(await box.next()).toContain('Confirm your email')
  await page.getByRole('banner').getByText('Acme').waitFor()
  site.upstream.plan(say('The plan was presented on Tuesday. The council will vote on it in March.'))
  await page.getByLabel('Your question').fill('When is the vote?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByTestId('attempts').getByText('certified').waitFor()
  await go('/app/text')
  await page.getByRole('button', { name: 'Plain notice' }).click()
  await page.getByText('certified', { exact: true }).waitFor()
  await go('/app/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  expect(await page.getByTestId('new-key').textContent()).toMatch(/^acme_/)
  await close()
})

test('an incomplete link from an email leads to a screen that sends a new one', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/reset')
  await page.getByText('This link is incomplete.').waitFor()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await page.waitForURL(`${site.url}/app/forgot`)
  await close()
})

test('a person who is signed in confirms their address and keeps their documents', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp()
  const message = (await box.next()).replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
  const link = /http:\S+token=[\w-]+/.exec(message)?.[0] ?? ''
  const elsewhere = await site.visit()
  await elsewhere.page.goto(link)
  await elsewhere.page.getByText('Sign in to your account first.').waitFor()
  await elsewhere.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await elsewhere.page.waitForURL(/app\/sign-in\?next=.*verify-email/)
  await elsewhere.close()
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your email address is confirmed.').waitFor()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await page.waitForURL(`${site.url}/app/usage`)
  await close()
})

test('a forgotten password is replaced through the link in the email', async () => {
  const { page, signUp, go, close } = await site.visit()
  const email = await signUp()
  await page.getByText('Confirm your email address').waitFor()
  expect(await box.next()).toContain('Confirm your email')
  await page.context().clearCookies()
  await go('/app/forgot')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('we have sent it an email').waitFor()
  const message = (await box.next()).replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
  const link = /http:\S+token=[\w-]+/.exec(message)?.[0] ?? ''
  expect(link.startsWith(`${site.url}/app/reset?token=`)).toBe(true)
  await page.goto(link)
  await page.getByLabel('New password').fill('a brand new secret')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByRole('main').getByRole('link', { name: 'sign in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a brand new secret')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${site.url}/app/usage`)
  await close()
})
