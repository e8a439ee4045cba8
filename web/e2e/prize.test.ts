// A prize draw from a CSV file to the file that is kept: locked, drawn by the beacon's clock, an entry excluded, and checked by others.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drandRoundMs } from '@equipoise/engine'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prizeFile, stampSaying } from '../../engine/test/prize-files.ts'
import { zipOf } from '../../engine/test/prize-zips.ts'
import { DOCS } from '../../engine/test/python.ts'
import { KEY } from '../../engine/test/signed-receipts.ts'
import { faultsOf, PHONE } from './faults.ts'
import { openSite, type Site } from './site.ts'

const ROUND = 1000
const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
const VERIFIED = /^Every check passed, but entries were excluded when the result could be known/
const COMMAND = join(import.meta.dirname, '../../cli/bin/equipoise.mjs')
const MINUTE_MS = 60_000
const folder = mkdtempSync(join(tmpdir(), 'prize-'))

let nowMs = drandRoundMs(ROUND) - 10 * MINUTE_MS
let beacon: Server
let authority: Server
let site: Site
beforeAll(async () => {
  beacon = await answering(async () => JSON.stringify({ round: ROUND, signature: SIGNATURE }))
  // The hash comes near the end of a request, after its tag and length.
  authority = await answering(async (request) => {
    const at = request.indexOf('0420', 'hex')
    return stampSaying(request.subarray(at + 2, at + 34).toString('hex'), '20230823155000Z')
  })
  const env = { BEACONS: urlOf(beacon), TIMESTAMP_URL: urlOf(authority) }
  site = await openSite({ nowMs: () => nowMs, env })
})
afterAll(async () => {
  await site.close()
  beacon.close()
  authority.close()
})

async function answering(answer: (request: Buffer) => Promise<string | Uint8Array>): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.end(await answer(Buffer.concat(chunks)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function downloaded(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}

const ENTRIES = 60
const csv = [
  'Name,Route',
  '"Smith, Ada",paid',
  '"the ""Rock""",post',
  ...Array.from({ length: ENTRIES - 3 }, (_, i) => `person ${i + 1}@example.org,paid`),
  'Zoë,free',
].join('\r\n')

test('a prize draw goes from a CSV file to a verified file, and is drawn with nobody there', async () => {
  const organiser = await site.visit({ timezoneId: 'UTC' })
  const { page } = organiser
  await page.clock.setFixedTime(nowMs)
  await organiser.signUp('/app/draws?tab=prize')
  await lockFrom(page)
  const codes = readFileSync(await downloaded(page, 'Download the entrants’ codes'), 'utf8').split('\r\n')
  expect(codes).toHaveLength(ENTRIES + 1)
  const address = new URL(page.url()).pathname
  await organiser.go('/app/usage')

  const entrant = await site.visit({ viewport: PHONE, timezoneId: 'UTC' })
  await entrant.page.clock.setFixedTime(nowMs)
  const code =
    codes
      .find((line) => line.includes('the ""Rock""'))
      ?.split(',')
      .at(-1) ?? ''
  await entrant.go(`${address}#${code}`)
  await entrant.page.getByRole('button', { name: 'Check my entry' }).click()
  await entrant.page.getByText('Your entry is in the pool. Nothing was drawn yet.').waitFor()
  await entrant.page.getByText(/^Entry 59: the "Rock" \(free\)/).waitFor()
  expect(await faultsOf(entrant.page)).toEqual([])

  // No page of the organiser is open. The entrant sees the result without doing anything.
  nowMs = drandRoundMs(ROUND) + MINUTE_MS
  await entrant.page.clock.setFixedTime(nowMs)
  await entrant.page.getByText('The entries that won').waitFor()
  expect(await faultsOf(entrant.page)).toEqual([])

  await page.clock.setFixedTime(nowMs)
  await organiser.go(address)
  await page.getByText('The entries that won').waitFor()
  const winners = () => page.getByRole('list', { name: 'Result' }).locator('li > span').allTextContents()
  const [first = '', second = ''] = await winners()
  await page.getByLabel('Position').fill(first.replace('No. ', ''))
  await page.getByLabel('Reason').fill('Works for the organiser')
  await page.getByRole('button', { name: 'Exclude', exact: true }).click()
  await page.getByText(`${first}: Works for the organiser`).waitFor()
  expect((await winners())[0]).toBe(second)
  expect(await faultsOf(page)).toEqual([])
  await checkFile(page, await downloaded(page, 'Download it with names'))
  expect([...organiser.complaints, ...entrant.complaints]).toEqual([])
  await entrant.close()
  await organiser.close()
})

async function lockFrom(page: Page): Promise<void> {
  await page.getByLabel('What is drawn').fill('Spring prize')
  await page.getByLabel('Organiser').fill('Example Ltd')
  await page.getByLabel('Entries closed').fill('2023-08-23T15:00')
  await page.getByLabel('Draw at').fill('2023-08-23T15:59:24')
  await page.getByRole('textbox', { name: 'Winners' }).fill('2')
  await page.getByLabel('Rules').fill('Employees cannot win.\nEntries by post count like all others.')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'entries.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByText('60 entries: 58 paid, 2 free').waitFor()
  await page.getByRole('listitem').getByText('Smith, Ada').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Lock the draw' }).click()
  await page.getByRole('heading', { name: 'Spring prize' }).waitFor()
  await page.getByText('60: 58 paid, 2 free, with the same chance').waitFor()
  await page.getByText('Round 1000 of drand, public on 23 Aug 2023, 15:59').waitFor()
}

/** The page, the command and the program in Python verify the same ZIP, and find what was changed in it. */
async function checkFile(page: Page, path: string): Promise<void> {
  const keys = join(folder, 'keys.json')
  writeFileSync(keys, await (await fetch(`${site.url}/.well-known/equipoise-signing-key`)).text())
  const verified = { status: 0, last: expect.stringMatching(VERIFIED) }
  expect(lastLineOf('python3', ['-B', join(DOCS, 'verify_prize.py'), path, '--keys', keys])).toEqual(verified)
  expect(lastLineOf(process.execPath, [COMMAND, 'verify', path, '--keys', keys])).toEqual(verified)
  const zip = readFileSync(path)
  await page.goto(`${site.url}/app/verify-receipt`)
  const choose = (buffer: Buffer) => chooseZip(page, 'draw.zip', buffer)
  await choose(zip)
  await page.getByRole('heading', { name: VERIFIED }).waitFor()
  await page.getByText('Spring prize, by Example Ltd. The winners:').waitFor()
  expect(await faultsOf(page)).toEqual([])
  const altered = Buffer.from(zip)
  altered.write('Adam', zip.indexOf('Smith, Ada'))
  await choose(altered)
  await page.getByRole('heading', { name: 'A check failed' }).waitFor()
  await page.getByText('The name of entry 1 is not the one that was sealed.').waitFor()
  await choose(zip.subarray(0, -30))
  await page.getByText('The ZIP is damaged or truncated.').waitFor()
}

async function chooseZip(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer })
}

function zipWith(entries: number): Buffer {
  const { lock, result, rows } = prizeFile(Array.from({ length: entries }, (_, i) => `person ${i + 1}`))
  const parts = Object.entries({ lock, result, pool: rows })
  return zipOf(parts.map(([name, part]) => ({ name: `${name}.json`, content: Buffer.from(JSON.stringify(part)) })))
}

test('a file of 50,000 names is checked off the main thread, until another file is chosen', async () => {
  const { page, complaints, go, close } = await site.visit()
  await go('/app/verify-receipt')
  const [small, large] = [zipWith(60), zipWith(50_000)]
  await chooseZip(page, 'small.zip', small)
  await page.getByRole('heading', { name: 'A check failed' }).waitFor()
  await page.getByLabel('Key you trust').fill(KEY)
  const isSmall = page.getByText('All 60 entries are as locked')
  await isSmall.waitFor()
  const opened = page.waitForEvent('worker')
  await chooseZip(page, 'large.zip', large)
  const ended = (await opened).waitForEvent('close')
  await page.getByText('Your browser is checking large.zip').waitFor()
  await chooseZip(page, 'small.zip', small)
  await ended
  await isSmall.waitFor()
  await chooseZip(page, 'large.zip', large)
  await page.getByText('All 50000 entries are as locked').waitFor()
  expect(complaints).toEqual([])
  await close()
})

function lastLineOf(program: string, words: readonly string[]): { status: number | null; last: string | undefined } {
  const { stdout, status } = spawnSync(program, words, { encoding: 'utf8' })
  return { status, last: stdout.trim().split('\n').at(-1) }
}
