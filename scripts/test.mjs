// `npm test`: the tests that guard people's work, money and access, quickest to fail first. `npm run test:all` (node scripts/test.mjs
// all): everything a change must pass. `npm run test:night`: what takes hours. Installs the browser if possible.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures = []

const tier = process.argv[2] ?? 'test'
const browser = haveBrowser()
const BROWSER_TESTS = browser ? ['e2e'] : []
const TIERS = {
  test: () => runTests(['unit', 'slow', ...BROWSER_TESTS]),
  all: () => {
    // Counting branches costs a fifth of the processor time, and these reach the floors.
    runTests(['unit', 'slow'], {}, ['--coverage'])
    runTests(['all', ...BROWSER_TESTS])
    runTests(['alone'])
  },
  night: () => {
    for (const project of ['night', 'cluster', 'citus', 'image']) runTests([project])
    runTests(BROWSER_TESTS, { BROWSER: 'firefox' })
    for (const [trial, ...options] of [['limits'], ['fuzz'], ['audit'], ['soak', '--minutes', '30']])
      runCommand(`trial ${trial}`, ['trial', '--', trial, ...options])
    runCommand('processor time of a call', ['bench:gateway', '--', '--budget'])
  },
}
if (!(tier in TIERS)) {
  console.error(`There is no tier "${tier}": choose from ${Object.keys(TIERS).join(', ')}`)
  process.exit(2)
}
run('types', 'npm', ['run', '-s', 'typecheck'])
run('style', 'npm', ['run', '-s', 'lint'])
run('build', 'node', ['scripts/build.mjs'])
TIERS[tier]()
rmSync(reports, { recursive: true })

// Printed last, because long logs are often read from the end, or cut off before it.
for (const failure of failures) console.log(`\nFAILED ${failure}`)
console.log(`\nTests: ${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
if (!browser) console.log('THE BROWSER TESTS DID NOT RUN: no Chromium was found. Install it and run the tests again.')
process.exit(totals.failed > 0 ? 1 : 0)

function run(title, command, args) {
  console.log(`\n── ${title}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status === 0) return true
  console.error(`${title} failed`)
  process.exit(status ?? 1)
}

/**
 * All projects run even if one fails, so that one report shows everything; a crash counts as a failure. Projects that run together keep
 * all cores busy to the end (vitest.config.ts sets the order).
 */
function runTests(projects, env = {}, options = []) {
  const title = [...projects, ...Object.values(env)].join(', ')
  const file = join(reports, `${title}.json`)
  console.log(`\n── tests: ${title}`)
  const args = [
    'vitest',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...options,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${file}`,
  ]
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const report = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] }
  const failed = failuresOf(report)
  if (status !== 0 && failed.length === 0)
    failed.push(`${title}: the run ended with ${status ?? 'a signal'}; see above`)
  failures.push(...failed)
  totals.passed += report.numPassedTests
  totals.failed += failed.length
  totals.skipped += report.numPendingTests
}

function runCommand(title, script) {
  console.log(`\n── ${title}`)
  const { status } = spawnSync('npm', ['run', '-s', ...script], { stdio: 'inherit' })
  totals[status === 0 ? 'passed' : 'failed'] += 1
  if (status !== 0) failures.push(`${title}: ended with ${status ?? 'a signal'}; see above`)
}

/** Each failed test with its file and first message; a file that could not be loaded has a message but no tests. */
function failuresOf({ testResults }) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const place = relative(process.cwd(), name)
      if (failed.length === 0) return [`${place}\n${shortened(message)}`]
      return failed.map((test) => `${place} > ${test.fullName}\n${shortened(test.failureMessages[0])}`)
    })
}

function shortened(message = '') {
  return message.split('\n').slice(0, 12).join('\n').slice(0, 2_000)
}

function haveBrowser() {
  const found = () => CHROMIUM.some((path) => existsSync(path))
  if (found()) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('── installing Chromium for the browser tests')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  if (!found() && process.env.CI) {
    console.error('CI must run the browser tests, and Chromium could not be installed')
    process.exit(1)
  }
  return found()
}
