// A service that does not answer: what a person sees, and how they get on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test.each([
  ['/app/usage', 'This month'],
  ['/app/text', 'Loaded words'],
  ['/app/chat', 'Our model'],
])('whoever is signed in is not asked to sign in at %s because the service is silent', async (path, words) => {
  const { page, signUp, close } = await site.visit()
  await signUp(path)
  await page.route('**/auth/session', (route) => route.abort())
  await page.reload()
  await page.getByText('The service cannot be reached.').waitFor()
  expect(page.url()).toBe(`${site.url}${path}`)
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/auth/session')
  // Unless the screen has asked again by itself by now.
  await again.evaluateAll((buttons) => buttons.map((button) => (button as HTMLElement).click()))
  await page.getByText(words, { exact: true }).waitFor()
  await close()
})

test('a person who could not be asked for again stays on their screen', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/usage')
  let asked = 0
  const failure = { status: 500, headers: { 'x-should-retry': 'false' }, json: { detail: 'The service failed' } }
  await page.route('**/auth/session', (route) => (asked++ === 0 ? route.continue() : route.fulfill(failure)))
  const failed = page.waitForResponse((answer) => answer.status() === 500)
  // Coming back from a payment page asks for the account a second time.
  await page.goto(`${site.url}/app/billing?checkout=success`)
  await failed
  await page.waitForLoadState('networkidle')
  expect(page.url()).toBe(`${site.url}/app/billing`)
  await page.getByRole('heading', { name: 'Payments' }).waitFor()
  await close()
})

test('a failure of the service shows an id that a person can quote', async () => {
  const { page, signUp, go, close } = await site.visit()
  await signUp()
  const headers = { 'x-should-retry': 'false', 'x-request-id': '0d9f-quoted' }
  await page.route('**/api-keys*', (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ status: 500, headers, json: { detail: 'The service failed' } })
      : route.continue(),
  )
  await go('/app/keys')
  await page.getByText('If you write to us, mention 0d9f-quoted.').waitFor()
  await close()
})

test.each([
  ['/app/keys', 'No keys yet'],
  ['/app/account', 'This one'],
  ['/app/billing', 'No payments yet.'],
])('what could not be loaded at %s can be asked for again', async (path, words) => {
  const { page, signUp, go, close } = await site.visit()
  await signUp()
  const parts = /\/(api-keys|billing|auth\/sessions|auth\/me\/audit)(\/|\?|$)/
  await page.route(parts, (route) => (route.request().resourceType() === 'fetch' ? route.abort() : route.continue()))
  await go(path)
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await again.first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.unroute(parts)
  expect(await again.count()).toBe(await page.getByRole('alert').count())
  while ((await again.count()) > 0) {
    const left = await again.count()
    await again.first().click()
    await expect.poll(() => again.count()).toBeLessThan(left)
  }
  await page.getByText(words).waitFor()
  await close()
})

test('a dialog of the editor that cannot be loaded is told, and the text stays', async () => {
  const { page, close } = await site.visit()
  let isDown = true
  await page.route('**/assets/document-dialogs*', (route) => (isDown ? route.abort() : route.continue()))
  await page.goto(`${site.url}/app/text`)
  const input = page.getByLabel('Text to score')
  await input.fill('The council met on Tuesday.')
  await page.getByRole('button', { name: 'Documents' }).click()
  await page.getByText('This part could not be loaded.').waitFor()
  expect(await input.inputValue()).toBe('The council met on Tuesday.')
  isDown = false
  await page.reload()
  await page.getByRole('button', { name: 'Documents' }).click()
  await page.getByRole('dialog', { name: 'Documents in this browser' }).waitFor()
  await close()
})
