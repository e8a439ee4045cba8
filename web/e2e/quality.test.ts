// What every screen owes everybody: accessible, no errors, nothing from other hosts, small enough, fits a phone.
import { brotliDecompressSync } from 'node:zlib'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'

const PUBLIC_SCREENS = [
  '/',
  '/app/playground?seed=42',
  '/app/status',
  '/app/verify-receipt',
  '/app/text',
  '/app/chat',
  '/app/pricing',
  '/app/sign-in',
  '/app/sign-up',
  '/app/forgot',
  '/docs',
]
const MEMBER_SCREENS = [
  '/app/text',
  '/app/chat',
  '/app/welcome',
  '/app/usage',
  '/app/keys',
  '/app/allocations',
  '/app/billing',
  '/app/account',
  '/app/nowhere',
]
/** Compressed with brotli, as browsers get it. */
const HOME_SCRIPT_BYTES_MAX = 130_000

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

describe.each([
  { name: 'desktop, light', wishes: { colorScheme: 'light', viewport: { width: 1280, height: 900 } } },
  { name: 'phone, dark', wishes: { colorScheme: 'dark', viewport: { width: 390, height: 844 } } },
] as const)('$name', ({ wishes }) => {
  test('every screen is accessible, quiet on the console and as wide as the window', async () => {
    const { page, complaints, go, signUp, close } = await site.visit(wishes)
    const faults: string[] = []
    const look = async (path: string) => {
      await go(path)
      const { violations } = await new AxeBuilder({ page }).analyze()
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      faults.push(...grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${path} ${id}: ${html.slice(0, 160)}`)))
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (overhang > 0) faults.push(`${path} is ${overhang} pixels wider than the window`)
    }
    for (const path of PUBLIC_SCREENS) await look(path)
    await signUp()
    for (const path of MEMBER_SCREENS) await look(path)
    expect(faults).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})

test('the home page is small, compressed, and asks no other host', async () => {
  const { page, go, close } = await site.visit()
  let scriptBytes = 0
  const strangers: string[] = []
  page.on('response', async (response) => {
    if (!response.url().startsWith(site.url)) strangers.push(response.url())
  })
  await go('/')
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry.name)
      .filter((name) => name.endsWith('.js')),
  )
  for (const name of scripts) {
    const answer = await site.house.app.inject({ url: new URL(name).pathname, headers: { 'accept-encoding': 'br' } })
    scriptBytes += answer.rawPayload.length
    if (answer.headers['content-encoding'] === 'br') brotliDecompressSync(answer.rawPayload)
  }
  expect(scripts.length).toBeGreaterThan(1)
  expect(scriptBytes).toBeGreaterThan(50_000)
  expect(scriptBytes).toBeLessThan(HOME_SCRIPT_BYTES_MAX)
  expect(strangers).toEqual([])
  await close()
})

test('the dark page is dark before the application runs', async () => {
  const { page, close } = await site.visit({ colorScheme: 'dark' })
  await page.route(/\/assets\/index-.*\.js/, (route) => route.abort())
  await page.goto(site.url)
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  await close()
})

test('an unknown address is a 404 with a way back', async () => {
  const { page, close } = await site.visit()
  const answer = await page.goto(`${site.url}/no/such/page`)
  expect(answer?.status()).toBe(404)
  await page.getByText('There is nothing here').waitFor()
  await close()
})
