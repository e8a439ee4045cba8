// A service that does not respond: what people see, and how they can continue.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test.each([
  ['/app/usage', 'This month'],
  ['/app/text', 'Strongly loaded words'],
  ['/app/chat', 'Our model'],
])('a signed-in person is not asked to sign in at %s because the service does not respond', async (path, words) => {
  const { page, signUp, close } = await site.visit()
  await signUp(path)
  await page.route('**/auth/session', (route) => route.abort())
  await page.reload()
  await page.getByText('The service cannot be reached.').waitFor()
  expect(page.url()).toBe(`${site.url}${path}`)
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/auth/session')
  // Click only if the button is still there: the screen may have retried by itself.
  await again.evaluateAll((buttons) => buttons.map((button) => (button as HTMLElement).click()))
  await page.getByText(words, { exact: true }).waitFor()
  await close()
})

test('a person stays on their screen when reading their account again fails', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/usage')
  let asked = 0
  const failure = { status: 500, headers: { 'x-should-retry': 'false' }, json: { detail: 'The service failed' } }
  await page.route('**/auth/session', (route) => (asked++ === 0 ? route.continue() : route.fulfill(failure)))
  const failed = page.waitForResponse((answer) => answer.status() === 500)
  // Coming back from a payment page reads the account a second time.
  await page.goto(`${site.url}/app/billing?checkout=success`)
  await failed
  await page.waitForLoadState('networkidle')
  expect(page.url()).toBe(`${site.url}/app/billing`)
  await page.getByRole('heading', { name: 'Payments' }).waitFor()
  await close()
})

test('an error of the service shows an id that people can quote', async () => {
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
])('what could not be loaded at %s can be loaded again', async (path, words) => {
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

const NOT_LOADED = 'This screen could not be loaded'

test('a screen that could not be loaded offline loads by itself when the connection is back', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/draws')
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
  await page.locator('[aria-controls="account-menu"]').click()
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('heading', { name: NOT_LOADED }).waitFor()
  // Trying again too early does not lead to the browser's own error page.
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The service still cannot be reached.').waitFor()
  await page.context().setOffline(false)
  await page.getByText('No keys yet').waitFor()
  await close()
})

test('a screen that could not be loaded is loaded when it is opened again', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/usage')
  await page.route('**/*', (route) => route.abort())
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('heading', { name: NOT_LOADED }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Usage' }).waitFor()
  await page.unroute('**/*')
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByText('No keys yet').waitFor()
  await close()
})

test('a script that never arrives is reported, and the page does not reload in a loop', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/usage')
  await page.route('**/assets/keys-*', (route) => route.abort())
  let loads = 0
  let looks = 0
  page.on('load', () => loads++)
  page.on('response', (response) => {
    if (response.request().method() === 'HEAD') looks++
  })
  await page.getByRole('link', { name: 'API keys' }).click()
  await expect.poll(() => [looks, loads]).toEqual([2, 1])
  // The page loads again only when the person asks for it.
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => [looks, loads]).toEqual([4, 2])
  await close()
})

test('signing out without a connection changes nothing on the screen, and asks about the drafts once connected', async () => {
  const { page, signUp, close } = await site.visit()
  const email = await signUp('/app/text')
  const input = page.getByLabel('Text to score')
  await input.fill('The council met on Tuesday.')
  await page.getByText('Saved in this browser', { exact: true }).waitFor()
  await page.route('**/*', (route) => route.abort())
  const signOut = async () => {
    await page.getByRole('button', { name: email }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
  }
  await signOut()
  const load = page.getByRole('button', { name: 'Load again' })
  await load.click()
  await load.waitFor()
  expect(await input.inputValue()).toBe('The council met on Tuesday.')
  await page.unroute('**/*')
  await Promise.all([page.waitForEvent('load'), load.click()])
  await signOut()
  await page.getByRole('dialog', { name: 'Keep your drafts on this computer?' }).waitFor()
  await close()
})

test('if the lower half of the playground cannot be loaded, the rest still works', async () => {
  const { page, close } = await site.visit({ viewport: { width: 1280, height: 400 } })
  await page.route('**/assets/more-*', (route) => route.abort())
  let isDown = true
  await page.route(`${site.url}/`, (route) => (isDown ? route.abort() : route.continue()))
  await page.goto(`${site.url}/app/playground?bias=0.1&N=9&samples=1000&seed=42`)
  await page.mouse.wheel(0, 2000)
  await page.getByRole('heading', { name: 'This part could not be loaded' }).waitFor()
  // The page must not reload by itself: somebody may be using the rest of it.
  isDown = false
  await page.evaluate(async () => {
    Object.assign(globalThis, { isSamePage: true })
    window.dispatchEvent(new Event('online'))
    for (let i = 0; i < 3; i++) await fetch('/', { method: 'HEAD' })
  })
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  await page.getByRole('region', { name: 'Result' }).getByText('001001011').waitFor()
  await page.unroute('**/assets/more-*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('This part could not be loaded').waitFor({ state: 'detached' })
  await close()
})

test('an editor dialog that cannot be loaded is reported, and the text stays', async () => {
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
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Load again' }).click()])
  await expect.poll(() => input.inputValue()).toBe('The council met on Tuesday.')
  await page.getByRole('button', { name: 'Documents' }).click()
  await page.getByRole('dialog', { name: 'Documents in this browser' }).waitFor()
  await close()
})
