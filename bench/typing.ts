// `npm run bench -- typing`: how long a keystroke takes in the editor with 10,000 characters, on a phone four times slower than this
// machine: from the key to the frame with its letter, as the browser itself reports it (Event Timing). A bare text field with the
// same text is measured in the same run: it is the least that the browser itself takes, and the editor may take twice as long.
// Letting go of a key changes nothing on the screen. Where that comes after the frame with the letter, Chromium reports the time to the
// next frame, which is that of the next key, 150 ms later: those reports are left out.
import { chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../server/test/chromium.ts'
import { withService } from './web-service.ts'

const FIELD = 'Text to score'
const SLOWDOWN = 4
const CHARS = 9_800
const KEY_EVERY_MS = 150
const SETTLE_MS = 3_000
/** What the browser reports at all; shorter ones count as this. */
const REPORTED_MS_MIN = 16
/** How many times as long as in the bare field a key may take. */
const WANTED_RATIO = 2
const TYPED = 'and the plan was presented again to everybody who had come to the town hall that day '
const SENTENCES = [
  'The council met on Tuesday and discussed the new budget for the coming year. ',
  'A reckless, disastrous scheme was rammed through by shameless backers. ',
  'Residents asked about the parking spaces near the old mill. ',
  'The mayor absolutely refused to answer the questions of the press.\n\n',
]

await withService(async (url) => {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const bare = await context.newPage()
  await bare.setContent(`<textarea aria-label="${FIELD}" style="width:100%;height:9000px;font:17px/1.85 sans-serif">`)
  const least = await measure(bare, 'a bare text field')
  await bare.close()
  const data = { email: 'typing@example.org', password: 'correct horse battery' }
  await context.request.post(`${url}/auth/register`, { headers: { origin: url }, data })
  const page = await context.newPage()
  await page.goto(`${url}/app/text`, { waitUntil: 'networkidle' })
  await measure(page, 'the editor', least)
  await browser.close()
})

/** Returns p98 at each place. */
async function measure(page: Page, what: string, least: readonly number[] = []): Promise<number[]> {
  await page.getByLabel(FIELD).fill(longText())
  await page.waitForTimeout(SETTLE_MS)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const found: number[] = []
  for (const [place, at] of [
    ['at the end', CHARS],
    ['in the middle', CHARS / 2],
  ] as const) {
    const durations = await keystrokes(page, at)
    report(`${what}, ${place}`, durations, least[found.length])
    found.push(shareOf(durations, 0.98))
  }
  return found
}

function longText(): string {
  let text = ''
  for (let i = 0; text.length < CHARS; i++) text += SENTENCES[i % SENTENCES.length]
  return text.slice(0, CHARS)
}

type Watched = typeof globalThis & { keystrokes: Map<number, number>; watcher?: PerformanceObserver }

/** The duration of each, the shortest first. */
async function keystrokes(page: Page, at: number): Promise<number[]> {
  await page.evaluate(() => {
    const watched = globalThis as Watched
    watched.watcher?.disconnect()
    const seen = new Map<number, number>()
    watched.keystrokes = seen
    watched.watcher = new PerformanceObserver((list) => {
      for (const { interactionId, name, duration } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId && name !== 'keyup') seen.set(interactionId, Math.max(seen.get(interactionId) ?? 0, duration))
      }
    })
    watched.watcher.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.getByLabel(FIELD).evaluate((field, place) => {
    const input = field as HTMLTextAreaElement
    input.focus()
    input.setSelectionRange(place, place)
  }, at)
  for (const key of TYPED) {
    await page.keyboard.type(key)
    await page.waitForTimeout(KEY_EVERY_MS)
  }
  await page.waitForTimeout(SETTLE_MS)
  const reported = await page.evaluate(() => [...(globalThis as Watched).keystrokes.values()])
  const unreported = Math.max(0, TYPED.length - reported.length)
  return [...Array.from({ length: unreported }, () => REPORTED_MS_MIN), ...reported].sort((a, b) => a - b)
}

function shareOf(durations: readonly number[], share: number): number {
  return durations[Math.ceil(durations.length * share) - 1] ?? 0
}

function report(place: string, durations: readonly number[], least: number | undefined): void {
  const [p50, p98, longest] = [0.5, 0.98, 1].map((share) => shareOf(durations, share))
  const ratio = least === undefined ? undefined : (p98 ?? 0) / least
  const verdict =
    ratio === undefined
      ? ''
      : `, ${ratio.toFixed(1)} × the bare field (at most ${WANTED_RATIO}: ${ratio <= WANTED_RATIO ? 'met' : 'not met'})`
  console.log(`${place}: ${durations.length} keys, p50 ${p50} ms, p98 ${p98} ms, longest ${longest} ms${verdict}`)
}
