// The documentation in a real browser: search, languages of the samples, trying a request, guides, the colour scheme.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('a reader finds an operation, reads its sample in Python and tries it', async () => {
  const { page, complaints, go, close } = await site.visit()
  await go('/docs')
  await page.getByRole('searchbox').fill('balanced sequence')
  expect(await page.locator('[data-for=get-health]').isVisible()).toBe(false)
  await page.locator('[data-for=post-compute] a').click()
  const section = page.locator('#post-compute')
  await section.getByRole('button', { name: 'Python' }).click()
  expect(await section.locator('pre[data-language=Python]').innerText()).toContain('requests.post(')
  expect(await section.locator('pre[data-language=curl]').isVisible()).toBe(false)
  await section.getByText('Try it').click()
  await section.getByRole('button', { name: 'Send request' }).click()
  await section.locator('output', { hasText: '"status": "STABLE"' }).waitFor()
  expect(await section.locator('output').innerText()).toContain('200')
  expect(complaints).toEqual([])
  await close()
})

test('the documentation knows who is signed in', async () => {
  const { page, signUp, go, close } = await site.visit()
  await signUp('/app/keys')
  await page.getByText('No keys yet').waitFor()
  await go('/docs')
  await expect.poll(() => page.locator('header').getByRole('link', { name: 'Account', exact: true }).count()).toBe(1)
  await close()
})

test('a guide is a page of the same site, in the colours chosen in the application', async () => {
  const { page, complaints, go, close } = await site.visit({ viewport: { width: 390, height: 800 } })
  await go('/docs')
  expect((await page.goto(`${site.url}/docs/guide/nothing`))?.status()).toBe(404)
  await page.getByText('There is nothing here').waitFor()
  await go('/docs')
  await page.getByRole('searchbox').fill('quotas')
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
  await page.getByRole('link', { name: 'Quotas and usage' }).click()
  await page.getByRole('heading', { name: 'Quotas and usage', level: 1 }).waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(22, 28, 31)')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
  await close()
})
