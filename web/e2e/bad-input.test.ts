// Bad input and bad conditions: markup in names, a wrong clock, slow responses, full storage, an unstable connection.
// Nothing may be lost, and nothing on the screen may be false.

import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../server/src/ground/calendar.ts'
import { openSite, PASSWORD, type Site } from './site.ts'

const MARKUP = '<img src=x onerror="document.title=1"><b>Ada</b>'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** The markup is shown as it was typed, and the browser made no element of it. */
async function readsAsTyped(page: Page): Promise<void> {
  await page.getByText(MARKUP).first().waitFor()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(await page.title()).not.toBe('1')
}

test('markup in the name of an account, a key, a document, a study, a draw and their participants is shown as text', async () => {
  const { page, complaints, go, close } = await site.visit()
  await go('/app/sign-up?next=/app/keys')
  await page.getByLabel('Name').fill(MARKUP)
  await page.getByLabel('Email').fill(`markup-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: MARKUP }).waitFor()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(MARKUP)
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await readsAsTyped(page)

  await go('/app/text')
  await page.getByLabel('Name of the document').fill(MARKUP)
  await page.getByLabel('Text to score').fill(`The plan of ${MARKUP} is reckless.`)
  await page.getByText('Saved in this browser', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Documents' }).click()
  await readsAsTyped(page)

  await go('/app/allocations')
  await page.getByRole('button', { name: 'New allocation' }).click()
  await page.getByLabel('Name').fill(MARKUP)
  await page.getByLabel('Groups', { exact: true }).fill(`${MARKUP}\nControl`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: MARKUP }).waitFor()
  await page.getByLabel('Participant', { exact: true }).fill(MARKUP)
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('cell', { name: MARKUP }).first().waitFor()
  await readsAsTyped(page)

  await go('/app/draws')
  await page.getByLabel('Names').fill(`${MARKUP}\n${MARKUP} 2`)
  await page.getByLabel('Source of randomness').selectOption({ label: 'A random seed, now' })
  await page.getByRole('button', { name: 'Draw a winner' }).click()
  await page.getByLabel('Heading of the public page').fill(MARKUP)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('link', { name: /\/app\/results\// }).click()
  await page.getByRole('heading', { name: MARKUP }).waitFor()
  await page.getByRole('heading', { name: 'Nothing shows that this was the only draw.' }).waitFor()
  await readsAsTyped(page)
  expect(complaints).toEqual([])
  await close()
})

test.each([
  ['ahead', DAY_MS],
  ['behind', -DAY_MS],
])('with a clock that is a day %s, the ages and expiry dates of keys are still right', async (_, offMs) => {
  const { page, signUp, close } = await site.visit({ timezoneId: 'UTC' })
  await page.clock.setFixedTime(Date.now() + offMs)
  await signUp('/app/account')
  await page.getByText('This one').waitFor()
  await page.getByText(/ · just now$/).waitFor()
  await page.goto(`${site.url}/app/keys`)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Expires').selectOption('30')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const day = new Date(Date.now() + 30 * DAY_MS)
  const words = day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  await page.getByText(`until ${words}`).waitFor()
  await close()
})

/** Holds all requests to a path until the test releases them. */
async function hold(page: Page, path: string): Promise<{ arrived: Promise<void>; letGo(): void }> {
  let arrive = () => {}
  let letGo = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**${path}`, async (route: Route) => {
    arrive()
    await released
    await route.continue()
  })
  return { arrived, letGo: () => letGo() }
}

test('while the service is slow, a second click does not create a second key', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Slow')
  const { arrived, letGo } = await hold(page, '/api-keys')
  const create = dialog.getByRole('button', { name: 'Create' })
  await create.click()
  await arrived
  await create.click({ force: true })
  await dialog.getByLabel('Name').press('Enter')
  letGo()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('1 of 10 keys').waitFor()
  await close()
})

test('when storage is full, the next text is not shown as saved, and can be downloaded', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/text')
  const input = page.getByLabel('Text to score')
  await input.fill('This one still fits.')
  await page.getByText('Saved in this browser', { exact: true }).waitFor()
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await input.fill('This one does not fit any more.')
  await page.getByText('Not saved: this browser has no storage for it.').waitFor()
  await page.getByRole('button', { name: 'Download' }).waitFor()
  expect(await page.getByText('Saved in this browser').count()).toBe(0)
  await close()
})

test('what was typed into a draw and a key stays when the connection is lost, and can be sent when it is back', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/draws')
  await page.getByLabel('Names').fill('Ada\nGrace')
  await page.getByLabel('Source of randomness').selectOption({ label: 'A random seed, now' })
  // The browser notices a lost or restored connection a moment later, so press again until it has.
  const drawUntil = (seen: Locator) =>
    vi.waitFor(async () => {
      await page.getByRole('button', { name: 'Draw a winner' }).click()
      await seen.waitFor({ timeout: 10_000 })
    }, 120_000)
  await page.context().setOffline(true)
  await drawUntil(page.getByRole('alert').getByText('The service cannot be reached.'))
  expect(await page.getByLabel('Names').inputValue()).toBe('Ada\nGrace')
  await page.context().setOffline(false)
  await drawUntil(page.getByRole('heading', { name: 'Drawn' }))
  expect(await page.getByRole('alert').count()).toBe(0)

  await page.locator('[aria-controls="account-menu"]').click()
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Train')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Train')
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Your new key “Train”').waitFor()
  await close()
})
