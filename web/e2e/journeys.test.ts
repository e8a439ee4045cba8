import { Equipoise } from '@equipoise/sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, PASSWORD, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  const CHAT_MODELS = JSON.stringify([{ id: 'simulated', price: { input: 0, output: 3 } }])
  site = await openSite({ env: { CHAT_MODELS } })
})
afterAll(() => site.close())

test('sign up, create a key, send a request with it, and see the usage grow', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/sign-up?next=/app/keys')
  await page.getByLabel('Email').fill(`first-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Laptop')
  await form.getByRole('button', { name: 'Create' }).click()
  const key = (await page.getByTestId('new-key').textContent()) ?? ''
  expect(key).toMatch(/^svc_/)
  // Neither Escape nor a click outside closes the dialog with the new key.
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await page.getByTestId('new-key').textContent()).toBe(key)

  const client = new Equipoise({ baseUrl: site.url, apiKey: key })
  expect((await client.compute({ bias: 1, seed: 7 })).ain).toBe(1)

  await page.goto(`${site.url}/app/usage`)
  await page.getByText('1 of 1,000').waitFor()
  await page.getByText('Laptop').first().waitFor()
  const day = page.getByTestId('day')
  await day.getByText('Compute units this month: 1').waitFor()
  const plot = page.getByRole('img', { name: /^Compute units this month: 1; / })
  await plot.hover({ position: { x: 2, y: 10 } })
  await day.getByText(/^Compute units on 1 .*: \d$/).waitFor()
  expect(await page.content()).not.toContain(key)
  await close()
})

test('a key and the account are limited: the bars show what is used, and a chat beyond the limit is told in words', async () => {
  const { page, signUp, go, close } = await site.visit()
  await signUp('/app/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  const apiKey = (await page.getByTestId('new-key').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const limitTo = async (requests: string) => {
    await page.getByRole('dialog').getByLabel('Requests a day').fill(requests)
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Actions for Default Key' }).click()
  await page.getByRole('menuitem', { name: 'Limits…' }).click()
  await limitTo('5')
  await page.getByText('0 of 5 requests today').waitFor()
  await new Equipoise({ baseUrl: site.url, apiKey }).compute({ bias: 1, seed: 7 })
  await page.reload()
  await page.getByText('1 of 5 requests today').waitFor()
  await go('/app/usage')
  await page.getByRole('button', { name: 'Set limits' }).click()
  await limitTo('1')
  await page.getByText('0 of 1 requests today').waitFor()
  await go('/app/chat')
  await page.getByLabel('Your question').fill('When is the vote?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByTestId('attempts').waitFor()
  await page.getByLabel('Your question').fill('And where?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText(/^You have reached the limit of your account: 1 request a day\. It resets on/).waitFor()
  await page.getByRole('link', { name: 'See your limits' }).click()
  await page.getByText(/^1 of 1 requests today · resets/).waitFor()
  await close()
})

test('a revoked key is rejected at once', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  const key = (await page.getByTestId('new-key').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('button', { name: 'Actions for Default Key' }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No keys yet').waitFor()
  const create = page.getByRole('button', { name: 'Create key' })
  await expect.poll(() => create.evaluate((button) => button === document.activeElement)).toBe(true)
  const client = new Equipoise({ baseUrl: site.url, apiKey: key })
  await expect(client.usage()).rejects.toMatchObject({ status: 401 })
  await close()
})

test('a person whose session was ended elsewhere is told, and returns to the same screen after signing in', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/keys')
  await page.getByRole('button', { name: 'Create key' }).first().click()
  await page.context().clearCookies()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByText('Your session has ended. Sign in again.').waitFor()
  expect(page.url()).toBe(`${site.url}/app/sign-in?next=%2Fapp%2Fkeys`)
  await close()
})

test('a wrong password is rejected with a message', async () => {
  const { page, go, signUp, close } = await site.visit()
  const email = await signUp()
  await page.context().clearCookies()
  await go('/app/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the right one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${site.url}/app/usage`)
  await close()
})

test('signing out ends the session on the service, not only on the screen', async () => {
  const { page, signUp, close } = await site.visit()
  const email = await signUp()
  const cookies = await page.context().cookies()
  const cookie = cookies.find(({ name }) => name === 'svc_session')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  await page.getByRole('button', { name: email }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await homeSignedOut(page)
  const answer = await fetch(`${site.url}/auth/me`, { headers: { cookie: `svc_session=${cookie?.value}` } })
  expect(answer.status).toBe(401)
  await close()
})

test('the dashboard sends anonymous visitors to sign in, and back afterwards', async () => {
  const { page, go, close } = await site.visit()
  await go('/app')
  await page.waitForURL(`${site.url}/app/sign-in?next=%2Fapp%2Fusage`)
  await go('/app/keys')
  await page.waitForURL(`${site.url}/app/sign-in?next=%2Fapp%2Fkeys`)
  await close()
})

test('an account can be exported and deleted', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/account')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as JSON' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('equipoise-account.json')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await homeSignedOut(page)
  await close()
})

/** Waits until the page stays at the home page: passing through it on the way to the sign-in screen does not count. */
async function homeSignedOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(page.url()).toBe(`${site.url}/`)
}

test('leaving the welcome screen does not lose a new key, and the screen mentions the key later', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/usage')
  await page.goto(`${site.url}/app/welcome`)
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.getByTestId('new-key').textContent()) ?? ''
  const question = page.getByRole('dialog', { name: 'Leave without copying the key?' })
  await page.getByRole('link', { name: 'Usage' }).click()
  await question.getByRole('button', { name: 'Stay and copy it' }).click()
  await question.waitFor({ state: 'detached' })
  await page.goBack()
  await question.getByRole('button', { name: 'Stay and copy it' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await page.getByTestId('new-key').textContent()).toBe(key)
  await page.goBack()
  await question.getByRole('button', { name: 'Leave anyway' }).click()
  await page.waitForURL(/\/app\/usage$/)

  await page.goForward()
  await page.getByText(/^You already have the key “First key” \(svc_.*We cannot show it again\./).waitFor()
  await page.getByText('Waiting for your first call…').waitFor()
  await new Equipoise({ baseUrl: site.url, apiKey: key }).ai.analyze('The meeting starts at nine.')
  await page.getByText('Your first call arrived').waitFor()

  await page.getByRole('button', { name: 'Create another key' }).click()
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await page.getByText('Copied').waitFor()
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.waitForURL(/\/app\/usage$/)
  await close()
})

test('browser back does not close the dialog with a new key', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/usage')
  await page.goto(`${site.url}/app/keys`)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByTestId('new-key').waitFor()
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Leave without copying the key?' })
  await question.getByRole('button', { name: 'Stay and copy it' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByTestId('new-key').waitFor()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('row', { name: /Default Key/ }).waitFor()
  await page.getByText('1 of 10 keys').waitFor()
  await page.goBack()
  await page.waitForURL(/\/app\/usage$/)
  await close()
})

test('name and email are changed on the account screen, and the activity lists the changes', async () => {
  const { page, signUp, close } = await site.visit()
  const email = await signUp('/app/account')
  await page.getByRole('button', { name: 'Change name' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Grace')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Grace' }).waitFor()
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(`new-${email}`)
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save email' }).click()
  await page.getByText(`Email changed to new-${email}`).waitFor()
  await close()
})
