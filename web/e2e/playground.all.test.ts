import { readFileSync } from 'node:fs'
import { Equipoise } from '@equipoise/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../../server/test/upstream.ts'
import { openSite, PASSWORD, pasted, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  const CHAT_MODELS = JSON.stringify([{ id: 'simulated', price: { input: 0, output: 3 } }])
  site = await openSite({ env: { CHAT_MODELS } })
})
afterAll(() => site.close())

test('a key has its own filter mode, and the tokens and cost of its requests are shown', async () => {
  const { page, signUp, go, close } = await site.visit()
  await signUp('/app/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Filter mode').selectOption('strict')
  await form.getByRole('button', { name: 'Create' }).click()
  const apiKey = (await page.getByTestId('new-key').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('Filter: strict').waitFor()

  site.upstream.plan(say('It depends on the place.', { usage: { input: 2_000, output: 1_000_000 } }))
  const client = new Equipoise({ baseUrl: site.url, apiKey })
  const { svc_filter } = await client.v1.completion({ messages: [{ role: 'user', content: 'Why?' }] })
  expect(svc_filter.filter_mode).toBe('strict')

  await go('/app/usage')
  const row = page.getByRole('row', { name: /^Default Key/ })
  const attempts = svc_filter.attempts.length
  const expected = ['Default Key', '1', `${2 * attempts},000`, `${attempts},000,000`, `€${attempts * 3}.00`]
  await expect.poll(() => row.getByRole('cell').allTextContents()).toEqual(expected)
  const account = page.getByRole('heading', { name: 'Model tokens' }).locator('..')
  await account.getByText(`€${attempts * 3}.00`).waitFor()
  await close()
})

test('a long name and a long address stay inside their card', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/sign-up?next=/app/account')
  await page.getByLabel('Name').fill('N'.repeat(100))
  await page.getByLabel('Email').fill(`${'a'.repeat(40)}@${`${'b'.repeat(60)}.`.repeat(3)}${Date.now()}.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  const card = page.getByRole('heading', { name: 'Profile' }).locator('..')
  await card.getByText('Free plan').waitFor()
  expect(await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await close()
})

test('the result follows the slider, and the address holds the settings', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/playground?bias=0.1&N=9&samples=1000&seed=42')
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText('001001011').waitFor()
  await result.getByText('0.199').waitFor()
  await page.getByRole('slider').press('ArrowRight')
  await page.waitForURL(/bias=0\.11/)
  await result.getByText('001001011').waitFor({ state: 'detached' })
  await close()
})

test.each([1280, 640, 390])('at %i pixels nothing moves much when the result arrives', async (width) => {
  const { page, close } = await site.visit({ viewport: { width, height: 800 } })
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/engine-worker*', (route) => held.then(() => route.continue()))
  await page.goto(`${site.url}/app/playground?bias=0.1&N=9&samples=1000&seed=42`)
  const result = page.getByRole('region', { name: 'Result' })
  const heightPx = () => result.evaluate((section) => section.clientHeight)
  await page.getByLabel('Computing').waitFor()
  const before = await heightPx()
  arrive()
  await result.getByText('Balanced output').waitFor()
  expect(Math.abs((await heightPx()) - before)).toBeLessThan(60)
  await close()
})

test('the digest is copied in full, and the result is saved with it', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/playground?bias=0.1&N=9&samples=1000&seed=42')
  await page.getByRole('button', { name: 'Copy the digest' }).click()
  const digest = '35d8e505950befd02e3f2fb12a9cdb14b8e2f95c837bfc4d4e78dfc1e663e6cc'
  await expect.poll(() => pasted(page)).toBe(digest)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the result as JSON' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('equipoise-result-42.json')
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ seed: 42, bias: 0.1, digest })
  await close()
})

test('invalid inputs are reported at their field', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/sign-up')
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Too short: at least 8 characters.').waitFor()
  await page.getByText('This is not a valid email address.').waitFor()
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  const focusedField = () => page.evaluate(() => document.activeElement?.getAttribute('type'))
  await expect.poll(focusedField).toBe('email')
  await close()
})

test('samples out of range are reported, and set to the nearest allowed number', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/playground?bias=0.5&N=9&samples=1000&seed=1')
  const field = page.getByLabel('Samples')
  await field.fill('60000')
  await page.getByText('Between 100 and 50,000').waitFor()
  expect(await field.inputValue()).toBe('60,000')
  await field.blur()
  await page.waitForURL(/samples=50000/)
  expect(await field.inputValue()).toBe('50,000')
  await field.fill('')
  await field.blur()
  expect(await field.inputValue()).toBe('50,000')
  await close()
})

test('a large block tells an anonymous visitor that it needs an account, and sign-up leads back', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/playground?bias=0.5&N=16&samples=1000&seed=1')
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText(/^N = 16 needs an account/).waitFor()
  await result.getByRole('link', { name: /^Sign in/ }).click()
  expect(new URL(page.url()).searchParams.get('next')).toBe('/app/playground?bias=0.5&N=16&samples=1000&seed=1')
  await close()
})

test('the playground works offline, and never shows the result of another seed', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/playground?bias=0.1&N=9&samples=1000&seed=42')
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText('001001011').waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Seed', { exact: true }).fill('43')
  await result.getByText('001001011').waitFor({ state: 'detached' })
  await result.getByText(/^[01]{9}$/).waitFor()
  expect(await page.getByText('cannot be reached').count()).toBe(0)
  await page.context().setOffline(false)
  await close()
})

test('more than a thousand keys are shown a page at a time, and found by name', async () => {
  const { page, signUp, close } = await site.visit()
  const email = await signUp('/app/usage')
  await site.service.sql`
    insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at)
    select id, 'Key ' || n, sha256(('k' || n)::bytea), 'svc_' || n, 'full', now()
    from accounts, generate_series(1, 1030) n where email = ${email}`
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api-keys')) asked.push(new URL(request.url()).search)
  })
  await page.goto(`${site.url}/app/keys`)
  await page.getByText('Keys 1 to 25', { exact: true }).waitFor()
  expect(await page.locator('*').count()).toBeLessThan(2500)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Keys 26 to 50', { exact: true }).waitFor()
  await page.getByText('Key 1005', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByText('Keys 1 to 25', { exact: true }).waitFor()
  // The service does the searching: no page loads all keys.
  expect(asked.every((search) => search.includes('limit=26'))).toBe(true)
  await page.getByLabel('Search keys').fill('Key 1027')
  await page.getByRole('button', { name: 'Actions for Key 1027' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Build server')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('Search keys').fill('build')
  await page.getByRole('cell', { name: 'Build server', exact: true }).waitFor()
  await close()
})

test('after signing up, three steps lead to the first request', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/sign-up?plan=pro')
  await page.getByText(/^You chose the Pro plan, €29 a month\. .* right after that you can buy the plan\.$/).waitFor()
  await page.getByLabel('Email').fill(`welcome-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('You chose the Pro plan.').waitFor()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.getByTestId('new-key').textContent()) ?? ''
  expect(await page.locator('pre').textContent()).toContain(key)
  await new Equipoise({ baseUrl: site.url, apiKey: key }).ai.analyze('The meeting starts at nine.')
  await page.getByText('Your first call arrived').waitFor()
  await close()
})
