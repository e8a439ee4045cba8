// `npm run screenshots [folder] [names…]`: every screen in every state at four widths, light, dark and in high contrast, of a demo service that is
// started for it. `sheets/` holds one picture a state, to look through.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Equipoise } from '@equipoise/sdk'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Screen } from './screen.ts'
import { MEMBER_SCREENS, NEW_MEMBER_SCREENS, VISITOR_SCREENS } from './screens.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = process.argv[2] ?? join(ROOT, 'dist/screenshots')
/** Captures only screens whose names start like this; all if empty. */
const ONLY = process.argv.slice(3)
const PORT = 18_765
const URL_OF_DEMO = `http://127.0.0.1:${PORT}`
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const START_TRIES_MAX = 400
const START_WAIT_MS = 500
/** Few enough for the Free plan, whose quota the chat of the other screens uses too. */
const AUDITED_PAIRS = 12
const PERSON = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada Lovelace' }

/** The screenshots in the README and the guides, kept small, and how many pixels of each from the top. */
const README_FOLDER = join(ROOT, 'docs/images')
const README_PICTURES = new Map([
  ['playground-light', 884],
  ['text-light', 1010],
  ['chat-dark', 760],
])
const README_WIDTH = 1280
const README_QUALITY = 80

/** The picture that other sites show with a link to us: the start of the home page, at 1200 by 630 pixels. */
const PREVIEW_FILE = join(ROOT, 'web/public/og.png')
const PREVIEW = { viewport: { width: 1500, height: 788 }, deviceScaleFactor: 0.8, colorScheme: 'light' } as const

const WIDTHS = [1440, 768, 390, 320] as const
const HEIGHT = 900
/** Waits this long after a change of width. */
const SETTLE_MS = 150
/** Captured once in Windows high contrast. */
const FORCED_WIDTH = 1440
const SCHEMES = ['light', 'dark'] as const
/** What a sheet shows, from the left: each width once, alternating light and dark, and how much smaller. */
const SHEET = [
  { look: '1440-light', scale: 0.5 },
  { look: '768-dark', scale: 0.5 },
  { look: '390-light', scale: 0.62 },
  { look: '320-dark', scale: 0.62 },
] as const
const SHEET_HEIGHT_MAX = 1500

if (spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: 'inherit' }).status !== 0) process.exit(1)
for (const folder of [FOLDER, join(FOLDER, 'sheets'), README_FOLDER]) mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'))
// For root, the database runs as another user, who must be able to enter: otherwise it would be stored elsewhere, and not be deleted.
chmodSync(dataDir, 0o755)
const demo = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts/demo.ts')], {
  cwd: ROOT,
  env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'pipe'],
})
let printed = ''
for (const stream of [demo.stdout, demo.stderr]) {
  stream?.on('data', (bytes) => {
    printed += bytes
  })
}
const gone = new Promise((resolve) => demo.once('exit', resolve))
const failures: string[] = []
try {
  await waitForDemo()
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  await takePreview(browser)
  await takeAll(browser, VISITOR_SCREENS)
  await takeAll(browser, NEW_MEMBER_SCREENS, await register('new@example.org'))
  await takeAll(browser, MEMBER_SCREENS, await fillAccount())
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  await gone
  rmSync(dataDir, { recursive: true, force: true })
}
for (const failure of failures) console.error(failure)
process.exitCode = failures.length > 0 ? 1 : 0

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

async function register(email: string): Promise<string> {
  const { access_token: token } = await new Equipoise({ baseUrl: URL_OF_DEMO }).auth.register({ ...PERSON, email })
  return token
}

/** An administrator who has used the service a little. */
async function fillAccount(): Promise<string> {
  const token = await becomeAdministrator()
  const client = new Equipoise({ baseUrl: URL_OF_DEMO, token })
  for (const name of [
    'Production',
    'Notebook',
    'CI',
    'Website',
    'A very long name of a key that somebody chose',
    'Old',
  ]) {
    const { key } = await client.keys.create({ name, scope: name === 'Notebook' ? 'compute' : 'full' })
    const byKey = new Equipoise({ baseUrl: URL_OF_DEMO, apiKey: key })
    for (let i = 0; i < (name === 'Production' ? 12 : 2); i++) await byKey.compute({ bias: i / 20, samples: 20_000 })
  }
  for (let i = 0; i < 7; i++) await client.ai.analyze(`The meeting number ${i} begins at nine.`)
  const { id } = await client.allocations.create({
    name: 'Sleep study',
    arms: [
      { name: 'Treatment', weight: 1 },
      { name: 'Control', weight: 1 },
    ],
  })
  for (let i = 1; i <= 12; i++) await client.allocations.assign(id, { participant: `P-${i}` })
  await client.audits.create({ sample: AUDITED_PAIRS, seed: 'demo' })
  return token
}

/** The demo prints a link that makes the first administrator. */
async function becomeAdministrator(): Promise<string> {
  const [, token] = /[?&]token=([\w-]+)/.exec(printed) ?? []
  if (!token) return register(PERSON.email)
  const answer = await new Equipoise({ baseUrl: URL_OF_DEMO }).auth.register({ ...PERSON, invitation: token })
  return answer.access_token
}

async function takePreview(browser: Browser): Promise<void> {
  const context = await browser.newContext({ ...PREVIEW, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(URL_OF_DEMO, { waitUntil: 'networkidle' })
  await page.screenshot({ path: PREVIEW_FILE })
  await context.close()
}

/** Each state is reached once; then the window takes every width and both schemes. */
async function takeAll(browser: Browser, screens: readonly Screen[], token?: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: HEIGHT }, reducedMotion: 'reduce' })
  const cookie = { name: 'svc_session', url: URL_OF_DEMO, httpOnly: true, sameSite: 'Strict' } as const
  if (token) await context.addCookies([{ ...cookie, value: token }])
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  for (const screen of screens) {
    if (ONLY.length > 0 && !ONLY.some((start) => screen.name.startsWith(start))) continue
    const note = (error: Error) => failures.push(`${screen.name}: ${error.message.split('\n')[0]}`)
    await take(page, screen).catch(note)
    await screen.after?.(page).catch(note)
    await makeSheet(context, screen.name)
  }
  await context.close()
}

async function take(page: Page, screen: Screen): Promise<void> {
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: HEIGHT })
  await page.goto(URL_OF_DEMO + screen.path, { waitUntil: 'networkidle' })
  await screen.prepare?.(page)
  if (screen.onPaper) {
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  }
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    for (const width of WIDTHS) await shoot(page, `${screen.name}-${width}-${colorScheme}`, width)
    await shootForReadme(page, `${screen.name}-${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' })
  await shoot(page, `${screen.name}-${FORCED_WIDTH}-forced`, FORCED_WIDTH)
  await page.emulateMedia({ forcedColors: null })
}

async function shoot(page: Page, name: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT })
  // The chat scrolls to its newest words; screenshots start at the top.
  await page.evaluate(() => window.scrollTo(0, 0))
  // Parts would otherwise still have the previous width. Not all pages run scripts that could tell when they are done.
  await page.waitForTimeout(SETTLE_MS)
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true })
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (overhang > 0) failures.push(`${name} is ${overhang} pixels wider than the window`)
}

async function shootForReadme(page: Page, name: string): Promise<void> {
  const height = README_PICTURES.get(name)
  if (height === undefined) return
  await page.setViewportSize({ width: README_WIDTH, height: HEIGHT })
  const clip = { x: 0, y: 0, width: README_WIDTH, height }
  const picture = { type: 'jpeg', quality: README_QUALITY, fullPage: true, clip } as const
  await page.screenshot({ ...picture, path: join(README_FOLDER, `${name.replace(/-\w+$/, '')}.jpg`) })
}

/** The four widths of a state side by side. */
async function makeSheet(context: BrowserContext, name: string): Promise<void> {
  const files = SHEET.map(({ look, scale }) => ({ file: join(FOLDER, `${name}-${look}.png`), scale }))
  if (files.some(({ file }) => !existsSync(file))) return
  const page = await context.newPage()
  const images = files.map(({ file, scale }) => {
    const source = `data:image/png;base64,${readFileSync(file).toString('base64')}`
    return `<img src="${source}" style="zoom:${scale};border:2px solid #888">`
  })
  await page.setContent(
    `<body style="margin:0;display:flex;gap:8px;align-items:start;background:#777">${images.join('')}`,
  )
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: 1600, height: Math.min(height, SHEET_HEIGHT_MAX) })
  await page.screenshot({ path: join(FOLDER, 'sheets', `${name}.png`) })
  await page.close()
}
