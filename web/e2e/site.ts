// Runs the built application in a real browser: the whole service with a fresh database and a fake AI provider.
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
  /** Opens a page with its own cookies and storage, and collects its console errors. */
  visit(options?: BrowserContextOptions): Promise<Visit>
  close(): Promise<void>
}

interface Visit {
  readonly page: Page
  /** Console errors and uncaught errors, without expected 4xx responses. */
  readonly complaints: string[]
  go(path: string): Promise<void>
  /** Signs a new person up through the API and opens a screen; returns the email address. */
  signUp(next?: string): Promise<string>
  close(): Promise<void>
}

/** Listens at a free port unless a port is given, as when something else must know the address beforehand. */
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
      // Visits that a failed test left open.
      for (const one of visits) await one.close()
      await service.close()
      await upstream.close()
    },
  }
}

/** `BROWSER=firefox npx vitest run --project e2e` runs the same tests in Firefox. */
const isFirefox = process.env.BROWSER === 'firefox'
/** Playwright cannot emulate colour schemes, print and high contrast in Firefox yet. */
export const canEmulate = !isFirefox

/** Puts both formatted and plain text on the clipboard, as another program would. */
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

/** What pasting gives now. Reading the clipboard instead needs a permission that Firefox does not grant. */
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

/**
 * In Firefox, Playwright sets a field's value directly, and React ignores the input event because it knows that value
 * already. Clearing what React remembers makes it notice.
 */
function tellReact(): void {
  const forget = ({ isTrusted, target }: Event) => {
    const field = target as unknown as { _valueTracker?: { setValue(value: string): void } } | null
    if (!isTrusted) field?._valueTracker?.setValue('\0')
  }
  addEventListener('input', forget, true)
}

let browser: Promise<Browser> | undefined

/**
 * One browser for all test files of a worker: each visit has its own cookies and storage. It ends with the worker;
 * after a crash the next visit starts another.
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
    const isRejection = /Failed to load resource: the server responded with a status of 4/.test(message.text())
    if (message.type() === 'error' && !isRejection) complaints.push(message.text())
  })
  const go = async (path: string) => {
    await page.goto(url + path)
    // Wait for the screen itself, not for its loading placeholder.
    await page.locator('main:not(:empty):not(:has([aria-label="Loading"]))').waitFor()
  }
  return {
    page,
    complaints,
    go,
    async signUp(next = '/app/usage') {
      const email = `person-${++people}-${Date.now()}@example.org`
      // The context shares the session cookie with its pages.
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

/** goto and reload wait until the script has taken over: before that, the prerendered page cannot be used. */
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
