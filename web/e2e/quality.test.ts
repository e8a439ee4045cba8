// What every screen owes everybody: accessible, no errors, nothing from other hosts, small enough, fits a phone.
import { brotliDecompressSync } from 'node:zlib'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const LOOKS = [
  { name: 'desktop, light', wishes: { colorScheme: 'light', viewport: { width: 1280, height: 900 } } },
  { name: 'phone, dark', wishes: { colorScheme: 'dark', viewport: { width: 390, height: 844 } } },
] as const

test('every screen is accessible, quiet on the console and as wide as the window', async () => {
  // Both at once: one waits while the other computes.
  const faults = await Promise.all(LOOKS.map(({ name, wishes }) => faultsOf(name, wishes)))
  expect(faults.flat()).toEqual([])
})

async function faultsOf(name: string, wishes: BrowserContextOptions): Promise<string[]> {
  const { page, complaints, go, signUp, close } = await site.visit(wishes)
  const faults: string[] = []
  const look = async (path: string) => {
    await go(path)
    faults.push(...(await accessFaults(page)).map((fault) => `${name}: ${path} ${fault}`))
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (overhang > 0) faults.push(`${name}: ${path} is ${overhang} pixels wider than the window`)
  }
  for (const path of PUBLIC_SCREENS) await look(path)
  await signUp()
  for (const path of MEMBER_SCREENS) await look(path)
  await close()
  return [...faults, ...complaints]
}

/** What axe calls serious or critical. There are no frames, so it need not look into any. */
async function accessFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

test('the menu of the account is accessible, and the header holds at 768 pixels', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/status')
  await page.locator('[aria-controls="account-menu"]').click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  expect(await accessFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  for (const width of [768, 900, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    // A font much wider than ours, as a person might have set it.
    await page.addStyleTag({ content: '* { letter-spacing: 0.12em !important }' })
    const { height, overhang } = await page.evaluate(() => ({
      height: document.querySelector('header')?.clientHeight ?? 0,
      overhang: document.documentElement.scrollWidth - window.innerWidth,
    }))
    expect([width, height <= 72, overhang <= 0]).toEqual([width, true, true])
  }
  await close()
})

test.each(['/', '/app/text', '/app/pricing', '/app/sign-in'])(
  '%s can be read with letters twice as large',
  async (path) => {
    const { page, go, close } = await site.visit({ viewport: { width: 640, height: 900 } })
    await go(path)
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await close()
  },
)

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
    const answer = await site.service.app.inject({ url: new URL(name).pathname, headers: { 'accept-encoding': 'br' } })
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
