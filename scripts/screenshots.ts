// `npm run screenshots`: the pictures of the README and the guides, and the one that other sites show with a link to us, of a demo service
// that is started for them.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Equipoise } from '@equipoise/sdk'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const PORT = 18_765
const URL_OF_DEMO = `http://127.0.0.1:${PORT}`
const START_TRIES_MAX = 400
const START_WAIT_MS = 500
const PERSON = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada Lovelace' }
const WIDTH = 1280

interface Picture {
  readonly file: string
  readonly path: string
  /** In pixels, from the top. */
  readonly height: number
  readonly look: BrowserContextOptions
  readonly prepare?: (page: Page) => Promise<void>
}

const PICTURES: readonly Picture[] = [
  // 1200 by 630 pixels, as those sites want it.
  {
    file: 'web/public/og.png',
    path: '/',
    height: 788,
    look: { viewport: { width: 1500, height: 788 }, deviceScaleFactor: 0.8, colorScheme: 'light' },
  },
  {
    file: 'docs/images/text.jpg',
    path: '/app/text',
    height: 1010,
    look: { colorScheme: 'light' },
    prepare: pointAtWord,
  },
  { file: 'docs/images/chat.jpg', path: '/app/chat', height: 760, look: { colorScheme: 'dark' }, prepare: askStrictly },
]

if (spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: 'inherit' }).status !== 0) process.exit(1)
const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'))
// For root, the database runs as another user, who must be able to enter: otherwise it would be stored elsewhere, and not be deleted.
chmodSync(dataDir, 0o755)
const demo = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts/demo.ts')], {
  cwd: ROOT,
  env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const gone = new Promise((resolve) => demo.once('exit', resolve))
try {
  await waitForDemo()
  const { access_token: token } = await new Equipoise({ baseUrl: URL_OF_DEMO }).auth.register(PERSON)
  const browser = await chromium.launch({
    executablePath: CHROMIUM.find((path) => existsSync(path)) ?? 'chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  for (const picture of PICTURES) await take(browser, picture, token)
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  await gone
  rmSync(dataDir, { recursive: true, force: true })
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

async function take(browser: Browser, { file, path, height, look, prepare }: Picture, token: string): Promise<void> {
  const viewport = { width: WIDTH, height: 900 }
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...look })
  const cookie = { name: 'svc_session', url: URL_OF_DEMO, httpOnly: true, sameSite: 'Strict' } as const
  if (prepare) await context.addCookies([{ ...cookie, value: token }])
  const page = await context.newPage()
  await page.goto(URL_OF_DEMO + path, { waitUntil: 'networkidle' })
  await prepare?.(page)
  // The chat scrolls to its newest words.
  await page.evaluate(() => window.scrollTo(0, 0))
  const clip = { x: 0, y: 0, width: look.viewport?.width ?? WIDTH, height }
  const format = file.endsWith('.jpg') ? ({ type: 'jpeg', quality: 80 } as const) : {}
  await page.screenshot({ path: join(ROOT, file), fullPage: true, clip, ...format })
  await context.close()
}

async function pointAtWord(page: Page): Promise<void> {
  const mark = page.locator('[data-start]').last()
  await mark.waitFor()
  await page.waitForLoadState('networkidle')
  // The text field lies above its marks.
  await mark.hover({ force: true })
  await page.getByRole('region', { name: /^“/ }).waitFor()
}

async function askStrictly(page: Page): Promise<void> {
  await page.getByLabel('Your question').fill('Should city centres be car-free?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('certified').waitFor()
}
