// `npm run bench -- lighthouse`: Lighthouse (mobile) on home, editor, playground and sign-in, five runs each, the median by performance.
// npx fetches Lighthouse for this run; it is not a dependency. Run it on an idle machine, because the score depends on timing.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumPath } from '../server/test/chromium.ts'
import { withService } from './web-service.ts'

const LIGHTHOUSE = 'lighthouse@12.8.2'
const RUNS = 5
const SCREENS = [
  ['home', '/'],
  ['text', '/app/text'],
  ['playground', '/app/playground'],
  ['sign-in', '/app/sign-in'],
] as const

interface Audit {
  readonly id: string
  readonly score: number | null
  readonly scoreDisplayMode: string
  readonly displayValue?: string
}

interface Report {
  readonly categories: Record<string, { id: string; score: number }>
  readonly audits: Record<string, Audit>
}

const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
try {
  await withService(async (url) => {
    for (const [name, path] of SCREENS) {
      const reports = Array.from({ length: RUNS }, () => measure(url + path))
      print(name, median(reports))
    }
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measure(address: string): Report {
  const file = join(folder, 'report.json')
  const flags = ['--quiet', '--output=json', `--output-path=${file}`]
  const chrome = '--chrome-flags=--headless --no-sandbox --disable-gpu'
  const env = { ...process.env, CHROME_PATH: chromiumPath() }
  execFileSync('npx', ['--yes', LIGHTHOUSE, address, ...flags, chrome], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return JSON.parse(readFileSync(file, 'utf8'))
}

function median(reports: readonly Report[]): Report {
  const performance = ({ categories }: Report) => categories.performance?.score ?? 0
  const sorted = [...reports].sort((a, b) => performance(a) - performance(b))
  return sorted[Math.floor(sorted.length / 2)] as Report
}

function print(name: string, { categories, audits }: Report): void {
  const scores = Object.values(categories).map(({ id, score }) => `${id} ${Math.round(score * 100)}`)
  const times = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
  console.log(`${name}: ${scores.join(', ')}; ${times.map((id) => `${id} ${audits[id]?.displayValue}`).join(', ')}`)
  for (const { id, score, scoreDisplayMode } of Object.values(audits)) {
    if (scoreDisplayMode === 'binary' && score !== null && score < 1) console.log(`  not passed: ${id}`)
  }
}
