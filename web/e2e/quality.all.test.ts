// What every screen must be: accessible, without errors, without requests to other hosts, small enough, and no wider
// than a phone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessFaults, faultsOf, fits, PHONE } from './faults.ts'
import { canEmulate, openSite, type Site } from './site.ts'

const PUBLIC_SCREENS = [
  '/',
  '/app/playground?seed=42',
  '/app/status',
  '/app/verify-receipt',
  '/app/text',
  '/app/chat',
  '/app/draws',
  '/app/audits',
  '/app/pricing',
  '/app/sign-in',
  '/app/sign-up',
  '/app/forgot',
  '/docs',
  '/docs/api/engine',
]
const MEMBER_SCREENS = [
  '/app/text',
  '/app/chat',
  '/app/welcome',
  '/app/usage',
  '/app/keys',
  '/app/webhooks',
  '/app/allocations',
  '/app/draws?tab=prize',
  '/app/draws?tab=loot',
  '/app/draws?tab=history',
  '/app/draws?tab=published',
  '/app/audits',
  '/app/billing',
  '/app/account',
  '/app/nowhere',
]

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test.each(PUBLIC_SCREENS)('%s is accessible, logs no errors and is no wider than the window', async (path) => {
  const { page, complaints, go, close } = await site.visit()
  await go(path)
  expect([...(await faultsOf(page)), ...complaints]).toEqual([])
  await close()
})

test('every screen of a member is accessible, logs no errors and is no wider than the window', async () => {
  const { page, complaints, go, signUp, close } = await site.visit()
  await signUp()
  const send = async (path: string, data: object) =>
    (await page.request.post(site.url + path, { headers: { origin: site.url }, data })).json()
  const arms = ['New mattress', 'Control'].map((name) => ({ name, weight: 1 }))
  const { id } = await send('/allocations', { name: 'Sleep study', arms, strata: ['Leeds', 'York'] })
  await send(`/allocations/${id}/assign`, { participant: 'P-001', stratum: 'Leeds' })
  const limits = { calls: { day: 1, week: 100 }, budget_eur: { month: 20 }, models: ['simulated'] }
  await send('/keys/create', { name: 'Laptop', limits })
  await send('/webhooks', { url: 'https://example.org/events', description: 'Team chat' })
  const entries = ['Ada', 'Grace', 'Linus']
  const { receipt } = await send('/draws', { kind: 'winners', entries, count: 2, seed: 'demo' })
  const published = await send('/draws/published', { receipts: [receipt], entries, title: 'Raffle' })
  for (const path of [...MEMBER_SCREENS, `/app/allocations/${id}`, `/app/results/${published.id}`]) {
    await go(path)
    expect([path, ...(await faultsOf(page)), ...complaints]).toEqual([path])
  }
  await go('/app/keys')
  await page.getByText('0 of 1 requests today').waitFor()
  await page.getByRole('button', { name: 'Actions for Laptop' }).click()
  await page.getByRole('menuitem', { name: 'Limits…' }).click()
  await page.getByRole('dialog').getByLabel('Requests a day').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await go('/app/webhooks')
  await page.getByRole('button', { name: 'Actions for Team chat' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await close()
})

test('the account menu is accessible, and the header fits at 768 pixels', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/status')
  await page.locator('[aria-controls="account-menu"]').click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  expect(await accessFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  for (const width of [768, 900, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    // Wide letter spacing stands for a wider font that a person has chosen.
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
  '%s can be read at twice the letter size',
  async (path) => {
    const { page, go, close } = await site.visit({ viewport: { width: 640, height: 900 } })
    await go(path)
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    expect(await fits(page)).toBe(true)
    await close()
  },
)

test('text is shown before the web font has loaded, and all of it switches to the font once it has', async () => {
  const { page, close } = await site.visit()
  let send = () => {}
  const held = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/public-sans.woff2', (route) => held.then(() => route.continue()))
  await page.goto(`${site.url}/app/text`, { waitUntil: 'commit' })
  await page.locator('[data-start]').first().waitFor()
  send()
  /** By how many pixels the words are wider or narrower than in their web font. */
  const off = () =>
    page.evaluate(() => {
      const pen = document.createElement('canvas').getContext('2d')
      return [...document.querySelectorAll('[data-start], header a')].map((one) => {
        const { fontWeight, fontSize } = getComputedStyle(one)
        const font = one.hasAttribute('data-start') ? 'Source Serif' : 'Public Sans'
        if (pen) pen.font = `${fontWeight} ${fontSize} "${font}"`
        const words = document.createRange()
        words.selectNodeContents(one)
        const lines = [...words.getClientRects()].filter(({ width }) => width > 0)
        const isWords = one.children.length === 0 && lines.length === 1
        return isWords ? Math.round((lines[0]?.width ?? 0) - (pen?.measureText(one.textContent ?? '').width ?? 0)) : 0
      })
    })
  await expect.poll(async () => (await off()).every((px) => px === 0)).toBe(true)
  await close()
})

test('the home page sends no request to other hosts', async () => {
  const { page, go, close } = await site.visit()
  const outside: string[] = []
  page.on('request', (request) => outside.push(request.url()))
  await go('/')
  expect(outside.length).toBeGreaterThan(1)
  expect(outside.filter((url) => !url.startsWith(site.url))).toEqual([])
  await close()
})

/** The most script files that a page loads at once, and their size in bytes after brotli. */
const SCRIPTS_MAX: readonly (readonly [path: string, files: number, bytes: number])[] = [
  ['/', 8, 139_000],
  ['/app/text', 12, 150_000],
  ['/app/playground', 13, 147_000],
  ['/app/sign-in', 9, 126_000],
]

test.each(SCRIPTS_MAX)('%s loads few and small scripts', async (path, filesMax, bytesMax) => {
  const { payload } = await site.service.app.inject({ url: path })
  const files = new Set([...payload.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, name]) => name as string))
  let bytes = 0
  for (const url of files) {
    bytes += (await site.service.app.inject({ url, headers: { 'accept-encoding': 'br' } })).rawPayload.length
  }
  expect(bytes).toBeGreaterThan(50_000)
  expect([files.size <= filesMax, bytes < bytesMax], `${files.size} files, ${bytes} bytes`).toEqual([true, true])
})

test.skipIf(!canEmulate)(
  'the prerendered page is dark if wanted, cannot be used yet, and is replaced by the real screen',
  async () => {
    const { page: first, close } = await site.visit({ colorScheme: 'dark' })
    // Another page of the same context, because its goto does not wait for the script.
    const page = await first.context().newPage()
    let letRun = () => {}
    const held = new Promise<void>((resolve) => {
      letRun = resolve
    })
    await page.route(/\/assets\/index-.*\.js/, (route) => held.then(() => route.continue()))
    await page.goto(`${site.url}/app/text`, { waitUntil: 'commit' })
    await page.getByText('How neutral is this text?').waitFor()
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    letRun()
    await page.waitForFunction(() => document.querySelector('#root > [inert]') === null)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await close()
  },
)

test.each(['/', '/app/text', '/app/pricing', '/app/sign-in', '/app/sign-up'])(
  'on a phone, %s does not shift while its script takes over',
  async (path) => {
    const { page, close } = await site.visit({ viewport: PHONE })
    await page.addInitScript(() => {
      const moved = window as unknown as { shift: number }
      moved.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    // Web Vitals call a layout shift below 0.1 good.
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.1)
    await close()
  },
)

test.skipIf(!canEmulate)('in high contrast, marks, sentences, bars and the slider can still be seen', async () => {
  const { page, go, close } = await site.visit({ forcedColors: 'active' })
  const styleOf = (selector: string, name: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (element, [property = '', part]) => getComputedStyle(element, part).getPropertyValue(property),
        [name, pseudo],
      )
  await go('/app/text')
  await page.locator('[data-start]').first().waitFor()
  const paper = await styleOf('body', 'background-color')
  expect(await styleOf('[data-start]', 'border-bottom-color')).not.toBe(paper)
  // The browser's backplate behind the words would hide the marks below it.
  expect(await styleOf('textarea', 'forced-color-adjust')).toBe('none')
  expect(await styleOf('[role=toolbar] [data-band=biased]', 'border-bottom-width')).toBe('8px')
  await go('/app/playground?seed=42')
  const bar = page.locator('[class*=bars] [style*=background]').first()
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(paper)
  expect(await styleOf('.mantine-Slider-track', 'outline-style', '::before')).toBe('solid')
  // A size that the plan does not include must look disabled.
  const segment = '.mantine-SegmentedControl-label'
  expect(await styleOf(`${segment}[data-disabled]`, 'color')).not.toBe(await styleOf(segment, 'color'))
  await go('/app/sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  expect(await styleOf('[data-error] > .mantine-Input-input', 'border-bottom-width')).toBe('3px')
  expect(await styleOf(':not([data-error]) > .mantine-Input-input', 'border-bottom-width')).toBe('1px')
  await close()
})

test('on a phone, home and editor show the score and the button to the next word without scrolling', async () => {
  const { page, go, close } = await site.visit({ viewport: PHONE })
  for (const path of ['/', '/app/text']) {
    await go(path)
    const bar = page.getByTestId('phone-score')
    await bar.getByText(/^0\.\d\d$/).waitFor()
    await bar.getByRole('button', { name: 'Next word' }).click()
    const selected = await page.evaluate(() => {
      const field = document.querySelector('textarea')
      return field?.value.slice(field.selectionStart, field.selectionEnd)
    })
    expect(selected).toBe('shamelessly')
  }
  await close()
})

test('an unknown address is a 404 with a way back', async () => {
  const { page, close } = await site.visit()
  for (const path of ['/no/such/page', '/app/nowhere', '/app/admin/nowhere']) {
    const answer = await page.goto(site.url + path)
    expect([path, answer?.status()]).toEqual([path, 404])
    await page.getByText('There is nothing here').waitFor()
  }
  for (const path of ['/app/results/unknown', '/app/allocations/1', '/app/admin/accounts/1', '/app'])
    expect([path, (await site.service.app.inject(path)).statusCode]).toEqual([path, 200])
  await close()
})
