// `npm run screenshots [folder]`: every screen, light and dark, desktop and phone, of a demo service that is started for it.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Equipoise } from '@equipoise/sdk'
import { type Browser, chromium, type Page } from 'playwright-core'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = process.argv[2] ?? join(ROOT, 'dist/screenshots')
const PORT = 18_765
const URL_OF_DEMO = `http://127.0.0.1:${PORT}`
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const START_TRIES_MAX = 120
const START_WAIT_MS = 500
const PERSON = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada Lovelace' }

/** The few that stand in the README and the guides, kept small, and how many pixels of each from the top. */
const README_FOLDER = join(ROOT, 'docs/images')
const README_HEIGHTS = new Map([
  ['playground-desktop-light', 884],
  ['text-desktop-light', 1010],
  ['chat-desktop-dark', 760],
])
const README_QUALITY = 80

const LOOKS = [
  { name: 'desktop-light', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'desktop-dark', width: 1280, height: 800, colorScheme: 'dark' },
  { name: 'phone-light', width: 390, height: 844, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const

/** The screens, and what to do there before the picture is taken. */
const SCREENS: readonly { name: string; path: string; prepare?: (page: Page) => Promise<void> }[] = [
  { name: 'home', path: '/' },
  { name: 'welcome', path: '/app/welcome' },
  { name: 'status', path: '/app/status' },
  { name: 'playground', path: '/app/playground?bias=0.9&N=9&samples=1000&seed=42' },
  { name: 'text', path: '/app/text', prepare: pointAtWord },
  { name: 'chat', path: '/app/chat', prepare: askStrictly },
  { name: 'pricing', path: '/app/pricing' },
  { name: 'usage', path: '/app/usage' },
  { name: 'keys', path: '/app/keys' },
  { name: 'billing', path: '/app/billing' },
  { name: 'account', path: '/app/account' },
  { name: 'not-found', path: '/app/nowhere' },
]
const STRANGER_SCREENS = [
  { name: 'sign-in', path: '/app/sign-in' },
  { name: 'sign-up', path: '/app/sign-up' },
  { name: 'forgotten-password', path: '/app/forgot' },
  { name: 'text-stranger', path: '/app/text' },
  { name: 'chat-stranger', path: '/app/chat' },
]

if (spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: 'inherit' }).status !== 0) process.exit(1)
for (const folder of [FOLDER, README_FOLDER]) mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'))
// Under root the database runs as another user, who must be able to enter: otherwise it would be kept elsewhere, and stay.
chmodSync(dataDir, 0o755)
const demo = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts/demo.ts')], {
  cwd: ROOT,
  env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const gone = new Promise((resolve) => demo.once('exit', resolve))
try {
  await waitForDemo()
  const token = await fillAccount()
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  for (const look of LOOKS) await takeAll(browser, look, token)
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  await gone
  rmSync(dataDir, { recursive: true, force: true })
}

function browserPath(): string {
  const found = CHROMIUM.find((path) => existsSync(path))
  if (!found) throw new Error('No Chromium was found')
  return found
}

async function waitForDemo(): Promise<void> {
  const client = new Equipoise({ baseUrl: URL_OF_DEMO, retriesMax: 0 })
  for (let tries = 0; tries < START_TRIES_MAX; tries++) {
    const isUp = await client.health().then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, START_WAIT_MS))
  }
  throw new Error('The demo did not start')
}

/** A person who has used the service a little. */
async function fillAccount(): Promise<string> {
  const stranger = new Equipoise({ baseUrl: URL_OF_DEMO })
  const { access_token: token } = await stranger.auth.register(PERSON)
  const client = new Equipoise({ baseUrl: URL_OF_DEMO, token })
  for (const name of ['Production', 'Notebook']) {
    const { key } = await client.keys.create({ name, scope: name === 'Notebook' ? 'compute' : 'full' })
    const byKey = new Equipoise({ baseUrl: URL_OF_DEMO, apiKey: key })
    for (let i = 0; i < (name === 'Notebook' ? 4 : 9); i++) await byKey.compute({ bias: i / 10, samples: 50_000 })
  }
  for (let i = 0; i < 7; i++) await client.ai.analyze(`The meeting number ${i} begins at nine.`)
  return token
}

async function takeAll(browser: Browser, look: (typeof LOOKS)[number], token: string): Promise<void> {
  const { name, width, height, colorScheme } = look
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const screen of STRANGER_SCREENS) await take(page, screen, name)
  await context.addCookies([
    { name: 'svc_session', value: token, url: URL_OF_DEMO, httpOnly: true, sameSite: 'Strict' },
  ])
  for (const screen of SCREENS) await take(page, screen, name)
  await context.close()
}

async function take(page: Page, { name, path, prepare }: (typeof SCREENS)[number], look: string): Promise<void> {
  await page.goto(URL_OF_DEMO + path, { waitUntil: 'networkidle' })
  await prepare?.(page)
  // The chat follows its newest words; a picture begins at the top.
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`), fullPage: true })
  const height = README_HEIGHTS.get(`${name}-${look}`)
  if (height === undefined) return
  const clip = { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height }
  const picture = { type: 'jpeg', quality: README_QUALITY, fullPage: true, clip } as const
  await page.screenshot({ ...picture, path: join(README_FOLDER, `${name}.jpg`) })
}

/** At the last word, so that its card hides little of the text. */
async function pointAtWord(page: Page): Promise<void> {
  const mark = page.locator('[data-start]').last()
  await mark.waitFor()
  await page.waitForLoadState('networkidle')
  const box = await mark.boundingBox()
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.getByRole('tooltip').waitFor()
}

async function askStrictly(page: Page): Promise<void> {
  await page.getByLabel('Your question').fill('Should city centres be car-free?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('certified').waitFor()
}
