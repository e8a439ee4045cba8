// Allocations, receipts and evidence in the browser.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canBeUsed, downloadBy, drawnBy } from './draw-steps.ts'
import { fits } from './faults.ts'
import { openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('a receipt dropped on the page is checked without an account', async () => {
  const { page, go, close } = await site.visit()
  const { receipt } = await drawn()
  await go('/app/verify-receipt')
  const files = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'receipt.json', { type: 'application/json' }))
    return transfer
  }, JSON.stringify(receipt))
  await page.getByLabel('Receipt', { exact: true }).dispatchEvent('drop', { dataTransfer: files })
  await page.getByRole('heading', { name: 'Computed correctly. Nothing shows that this was the only draw.' }).waitFor()
  await page.getByText('3 1 1 = 5, 5 3 2 = 10').waitFor()
  await close()
})

test('the playground runs all tests of a run and plots their p-values', async () => {
  const { page, complaints, go, close } = await site.visit({ viewport: { width: 390, height: 844 } })
  await go('/app/playground?seed=42')
  const run = page.getByRole('button', { name: 'Run all tests' })
  // Sections further down load when they are scrolled into view.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      return run.count()
    })
    .toBe(1)
  await run.click()
  await page.getByRole('cell', { name: 'Runs of equal bits' }).waitFor()
  const plots = page.getByRole('img', { name: /p-value .* values, the smallest/ })
  expect(await plots.count()).toBe(2)
  expect(await plots.first().locator('circle').count()).toBe(9)
  const bits = await downloadBy(page, () => page.getByRole('button', { name: 'Download the output bits' }).click())
  expect(bits.trim().split('\n')).toHaveLength(1_000)
  expect(await fits(page)).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

test('an invalid seed has no result, and the result of an earlier seed cannot be saved', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/playground?bias=0.1&N=9&samples=1000&seed=42')
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText('STABLE', { exact: true }).waitFor()
  const save = page.getByRole('button', { name: 'Save the sequence as CSV' })
  await save.waitFor()
  for (const seed of ['bad seed!!', 'ärger', '']) {
    await page.getByLabel('Seed', { exact: true }).fill(seed)
    await result.getByText('There is no result for this seed').waitFor()
    expect(await result.getByText('STABLE', { exact: true }).count()).toBe(0)
    expect(await canBeUsed(save)).toBe(false)
  }
  await page.getByLabel('Seed', { exact: true }).fill('42')
  await result.getByText('001001011').waitFor()
  expect(await canBeUsed(save)).toBe(true)
  await page.getByLabel('Seed', { exact: true }).fill('ärger')
  await page.getByRole('button', { name: 'Another seed' }).click()
  await result.getByText('STABLE', { exact: true }).waitFor()
  await close()
})

test('a block that the plan does not include is rejected with a message', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/playground?seed=1&N=32')
  await page.getByText('Blocks of N = 32 need a larger plan. The Free plan includes blocks up to N = 9.').waitFor()
  await close()
})

test('the link in the email opens the confirmation of the address', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/verify-email?token=anything')
  await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
  await close()
})

test('the draws screen says so when the session was ended elsewhere', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/draws')
  await page.getByRole('tab', { name: 'Commit and reveal' }).waitFor()
  await page.context().clearCookies()
  await page.getByRole('tab', { name: 'Published' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await close()
})

const drawn = () => drawnBy(site, { kind: 'dice', dice: '3d6', count: 2, seed: 'demo' })

test('the form of a draw does not render endlessly if the clock moves on between two renders', async () => {
  const { page, complaints, signUp, close } = await site.visit()
  await page.addInitScript(() => {
    let timeMs = Date.now()
    Date.now = () => ++timeMs
  })
  await signUp('/app/usage')
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Draws' }).click()
  await page.getByLabel('Names').fill('Ada\nGrace')
  await page.locator('[aria-controls="account-menu"]').click()
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByRole('heading', { name: 'Usage' }).waitFor()
  await page.goBack()
  await page.getByLabel('Names').fill('Ada\nGrace')
  await page.getByLabel('Source of randomness').selectOption({ label: 'A random seed, now' })
  await page.getByRole('button', { name: 'Draw a winner' }).click()
  await page.getByRole('heading', { name: 'Drawn' }).waitFor()
  expect(complaints).toEqual([])
  await close()
})
