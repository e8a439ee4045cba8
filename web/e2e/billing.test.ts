import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('a plan is bought in the sandbox, its cost told before, then cancelled and resumed', async () => {
  const { page, signUp, go, close } = await site.visit()
  await signUp('/app/billing')
  await page.getByRole('button', { name: 'Choose Basic' }).click()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL(/\/app\/billing\?checkout=success/)
  await page.getByRole('heading', { name: 'Basic', exact: true }).waitFor()
  await page.getByText(/^Renews on/).waitFor()
  await go('/app/usage')
  await page.getByText('of 50,000').waitFor()
  await go('/app/billing')
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByText(/^Cancelled\. You keep it until/).waitFor()
  await page.getByRole('button', { name: 'Resume plan' }).click()
  await page.getByText(/^Renews on/).waitFor()
  await close()
})

test('on paper the screen is light, and holds the plan and the payments only', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/billing')
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  const ink = () =>
    page.getByRole('heading', { name: 'Payments' }).evaluate((heading) => getComputedStyle(heading).color)
  await expect.poll(ink).not.toBe('rgb(0, 0, 0)')
  const onScreen = await ink()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await ink()).toBe('rgb(0, 0, 0)')
  await page.getByRole('heading', { name: 'Payments' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Plans' }).count()).toBe(0)
  expect(await page.getByRole('banner').count()).toBe(0)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  expect(await ink()).toBe(onScreen)
  await close()
})

test('a failed renewal says so, and offers to pay', async () => {
  const { page, signUp, go, close } = await site.visit()
  await signUp('/app/billing')
  await page.getByRole('button', { name: 'Choose Basic' }).click()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL(/checkout=success/)
  await page.getByRole('button', { name: 'Payment details' }).click()
  await page.getByRole('button', { name: 'Let the renewal fail' }).click()
  await go('/app/billing')
  await page.getByText(/^The last payment failed\. You keep the plan until/).waitFor()
  await page.getByRole('button', { name: 'Manage payment' }).click()
  await page.getByRole('button', { name: 'Pay the open invoice' }).click()
  await go('/app/billing')
  await page.getByText(/^Renews on/).waitFor()
  await close()
})

test('a top-up raises the balance', async () => {
  const { page, signUp, go, close } = await site.visit()
  await signUp('/app/billing')
  await page.getByRole('button', { name: /^Buy 10,000 units/ }).click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL(/checkout=success/)
  await go('/app/usage')
  await page.getByText('10,000', { exact: true }).waitFor()
  await close()
})

test('leaving the payment page charges nothing', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/billing')
  await page.getByRole('button', { name: 'Choose Pro' }).click()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Close without paying' }).click()
  await page.waitForURL(/checkout=cancelled/)
  await page.getByText('Nothing was charged.').waitFor()
  expect(await page.getByRole('heading', { name: 'Free', exact: true }).count()).toBe(1)
  await close()
})

test('a plan that was cancelled never reads as renewing while it loads', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/usage')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/billing/subscription', (route) => held.then(() => route.continue()))
  await page.goto(`${site.url}/app/billing`)
  await page.getByText('Current plan').waitFor()
  expect(await page.getByText(/Renews|Free, with no time limit/).count()).toBe(0)
  answer()
  await page.getByText('Free, with no time limit.').waitFor()
  await close()
})
