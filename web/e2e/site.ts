// The built application in a real browser: the whole service over a fresh database, and a provider of the tests.
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../../server/test/chromium.ts'
import { launchFirefox } from '../../server/test/firefox.ts'
import { freePort } from '../../server/test/free-port.ts'
import { openService, type Service, type ServiceOptions } from '../../server/test/service.ts'
import { startUpstream, type Upstream } from '../../server/test/upstream.ts'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
/** How long a step may take before the test gives up. */
const STEP_TIMEOUT_MS = 120_000
export const PASSWORD = 'correct horse battery'

export interface Site {
  readonly url: string
  readonly service: Service
  readonly upstream: Upstream
  /** A page of a person of its own; whatever its console complains about is kept. */
  visit(options?: BrowserContextOptions): Promise<Visit>
  close(): Promise<void>
}

interface Visit {
  readonly page: Page
  /** Errors on the console and uncaught ones; an expected error (401 and the like) is not among them. */
  readonly complaints: string[]
  go(path: string): Promise<void>
  /** Signs a new person up, past the form, and opens a screen; the email address is returned. */
  signUp(next?: string): Promise<string>
  close(): Promise<void>
}

/** At a port of its own, unless somebody else must know the address before. */
export async function openSite({
  env = {},
  port: wanted,
  ...options
}: ServiceOptions & { port?: number } = {}): Promise<Site> {
  const upstream = await startUpstream()
  // The service must know its public address before it listens there.
  const port = wanted ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const service = await openService({
    webRoot: DIST,
    ...options,
    env: { PUBLIC_URL: url, ...providersAt(upstream.url), ...env },
  })
  await service.app.listen({ port, host: '127.0.0.1' })
  const visits = new Set<Visit>()
  return {
    url,
    service,
    upstream,
    async visit(wishes = {}) {
      const one = await visit(await sharedBrowser(), url, wishes)
      visits.add(one)
      return one
    },
    async close() {
      // What a failed test left open.
      for (const one of visits) await one.close()
      await service.close()
      await upstream.close()
    },
  }
}

/** `BROWSER=firefox npx vitest run --project e2e` walks the same ways in Firefox. */
const isFirefox = process.env.BROWSER === 'firefox'
/** Colours, paper and high contrast: Firefox has no command for them yet. */
export const canEmulate = !isFirefox

/** Copies as another program would: with formatting, and as plain text. */
export async function copy(page: Page, copied: { readonly html: string; readonly plain: string }): Promise<void> {
  await page.evaluate(({ html, plain }) => {
    const give = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/html', html)
      event.clipboardData?.setData('text/plain', plain)
      event.preventDefault()
    }
    addEventListener('copy', give, { once: true, capture: true })
  }, copied)
  await page.keyboard.press('Control+c')
}

/** What a person would paste now. Asking the browser for it instead needs a permission that Firefox does not give. */
export async function pasted(page: Page): Promise<string> {
  const field = await page.evaluateHandle(() => {
    const one = document.body.appendChild(document.createElement('textarea'))
    one.focus()
    return one
  })
  await page.keyboard.press('Control+v')
  return field.evaluate((one) => {
    one.remove()
    return one.value
  })
}

/** In Firefox Playwright fills a field by its value, and React takes that for its own doing unless it forgets what it knew. */
function tellReact(): void {
  const forget = ({ isTrusted, target }: Event) => {
    const field = target as unknown as { _valueTracker?: { setValue(value: string): void } } | null
    if (!isTrusted) field?._valueTracker?.setValue('\0')
  }
  addEventListener('input', forget, true)
}

let browser: Promise<Browser> | undefined

/**
 * One for all test files of a worker: each visit has its own cookies and storage. It goes when the worker does; where it went
 * before, as after a crash, the next visit starts another.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await browser)?.isConnected()) browser = launchBrowser()
  return browser as Promise<Browser>
}

async function launchBrowser(): Promise<Browser> {
  if (isFirefox) return launchFirefox()
  return chromium.launch({ executablePath: chromiumPath(), args: ['--headless', '--no-sandbox', '--disable-gpu'] })
}

function providersAt(baseUrl: string): Record<string, string> {
  const provider = { format: 'openai', base_url: baseUrl, model: 'simulated' }
  const providers = { provider_a: provider, provider_b: { ...provider, format: 'anthropic' }, provider_c: provider }
  return { PROVIDERS: JSON.stringify(providers), CHAT_API_KEY: 'a-key-of-the-deployment' }
}

let people = 0

async function visit(browser: Browser, url: string, wishes: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...wishes,
  })
  if (isFirefox) await context.addInitScript(tellReact)
  const page = await context.newPage()
  page.setDefaultTimeout(STEP_TIMEOUT_MS)
  waitForScript(page)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isRefusal = /Failed to load resource: the server responded with a status of 4/.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  const go = async (path: string) => {
    await page.goto(url + path)
    // The screen itself, not what stands there while its script is on the way.
    await page.locator('main:not(:empty):not(:has([aria-label="Loading"]))').waitFor()
  }
  return {
    page,
    complaints,
    go,
    async signUp(next = '/app/usage') {
      const email = `person-${++people}-${Date.now()}@example.org`
      // The cookie comes back into the windows of this person.
      const answer = await context.request.post(`${url}/auth/register`, {
        headers: { origin: url },
        data: { email, password: PASSWORD },
      })
      if (!answer.ok()) throw new Error(`no account: ${answer.status()} ${await answer.text()}`)
      await go(next)
      return email
    },
    close: () => context.close(),
  }
}

/** Opening a page waits until its script has taken over: the picture before that can be seen, not used. */
function waitForScript(page: Page): void {
  const isTakenOver = () => page.waitForFunction(() => document.querySelector('#root > [inert]') === null)
  const { goto, reload } = page
  page.goto = async (...args) => {
    const answer = await goto.apply(page, args)
    await isTakenOver()
    return answer
  }
  page.reload = async (...args) => {
    const answer = await reload.apply(page, args)
    await isTakenOver()
    return answer
  }
}
