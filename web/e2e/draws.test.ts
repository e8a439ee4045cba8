// Allocations, receipts and evidence in the browser.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { drandRoundMs } from '@equipoise/engine'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../server/test/free-port.ts'
import { canBeUsed, downloadBy, drawnBy } from './draw-steps.ts'
import { fits } from './faults.ts'
import { openSite, PASSWORD, pasted, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

async function assign(page: Page, participant: string, answer: string): Promise<string> {
  await page.getByLabel('Participant', { exact: true }).fill(participant)
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const result = page.getByText(new RegExp(`^${participant} ${answer}`))
  await result.waitFor()
  return (await result.locator('b').innerText()).trim()
}

test('an allocation is created, people are assigned, it is exported, revealed, and the receipt verified', async () => {
  const { page, complaints, go, signUp, close } = await site.visit({ viewport: { width: 320, height: 640 } })
  await signUp('/app/allocations')
  await page.getByRole('button', { name: 'New allocation' }).click()
  await page.getByLabel('Name').fill('Sleep study')
  await page.getByLabel('Groups', { exact: true }).fill('New mattress 2\nControl')
  await page.getByLabel('Strata').fill('Leeds\nYork')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Sleep study' }).waitFor()

  const arms = new Map<string, string>()
  for (const participant of ['P-1', 'P-2', 'Zoë 🦊'])
    arms.set(participant, await assign(page, participant, 'belongs to'))
  expect(await assign(page, 'P-1', 'was assigned before')).toBe(arms.get('P-1'))
  await page.getByText('3 people assigned, open').waitFor()
  await page
    .getByText(/^(The groups are as even as they can be|If everybody had been assigned independently)/)
    .waitFor()
  expect(await fits(page)).toBe(true)

  const csv = await downloadBy(page, () => page.getByRole('button', { name: 'Export CSV' }).click())
  for (const [participant, arm] of arms) expect(csv).toMatch(new RegExp(`${participant}.*${arm}`))

  await page.getByRole('button', { name: 'Close and reveal' }).click()
  const dialog = page.getByRole('dialog')
  const receipt = await downloadBy(page, () => dialog.getByRole('button', { name: 'Close and reveal' }).click())
  await page.getByRole('heading', { name: 'The seed', exact: true }).waitFor()
  expect(await page.getByLabel('Participant', { exact: true }).count()).toBe(0)

  await page.getByRole('link', { name: 'Verify a receipt' }).first().click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'receipt.json',
    mimeType: 'application/json',
    buffer: Buffer.from(receipt),
  })
  await page.getByRole('heading', { name: /^Computed correctly: every arm follows/ }).waitFor()
  await page.getByLabel('Receipt', { exact: true }).fill(receipt.replace('"Control"', '"Kontrol"'))
  await page.getByRole('heading', { name: 'The receipt is not valid' }).waitFor()
  expect(await fits(page)).toBe(true)
  await go('/app/allocations')
  await page.getByText('closed', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await close()
})

const ROUND = 1000
const ROUND_1000 = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'

test('a raffle is announced for a beacon round, drawn once the round is public, published, and checked by anyone', async () => {
  const minuteMs = 60_000
  let nowMs = drandRoundMs(ROUND) - 10 * minuteMs
  const own = await openSite({ nowMs: () => nowMs })
  const { page, complaints, signUp, close } = await own.visit({
    viewport: { width: 390, height: 844 },
    timezoneId: 'UTC',
  })
  await page.clock.setFixedTime(nowMs)
  await signUp('/app/draws')
  await page.getByLabel('Names').fill('Ada\nGrace\nLinus\nZoë')
  const announce = page.getByRole('button', { name: 'Announce', exact: true })
  await page.getByLabel('Draw at').fill('2023-08-23T15:00')
  await announce.click()
  await page.getByText('Choose a moment in the future.').waitFor()
  await page.getByLabel('Draw at').fill('2023-08-23T15:59:24')
  await page.getByLabel('Name', { exact: true }).fill('Spring raffle')
  await announce.click()
  await page.getByRole('heading', { name: 'Announced' }).waitFor()
  await page.getByText(`Round ${ROUND} becomes public on 23 Aug 2023, 15:59. Come back and draw then.`).waitFor()
  expect(await canBeUsed(page.getByRole('button', { name: 'Draw a winner' }))).toBe(false)
  expect(await fits(page)).toBe(true)
  const fingerprint = await page.getByText(/^[0-9a-f]{64}$/).innerText()
  await page.reload()
  await page.getByRole('heading', { name: 'Announced' }).waitFor()
  await page.getByText(fingerprint).waitFor()
  await page.getByText(`Round ${ROUND} becomes public on 23 Aug 2023, 15:59. Come back and draw then.`).waitFor()
  expect(await announce.count()).toBe(0)

  nowMs = drandRoundMs(ROUND) + minuteMs
  await page.clock.setFixedTime(nowMs)
  await page.reload()
  await page.getByLabel('Names').fill('Ada\nGrace\nLinus\nZoë')
  // This deployment does not fetch beacon rounds.
  await page.getByRole('button', { name: 'Draw a winner' }).click()
  await page.getByText('The service could not fetch the round. Paste it below, then draw again.').waitFor()
  await page.getByLabel('The round (optional)').fill(JSON.stringify({ round: ROUND, signature: ROUND_1000 }))
  await page.getByRole('button', { name: 'Draw a winner' }).click()
  await page.getByRole('heading', { name: 'Drawn' }).waitFor()
  // What was drawn is not offered again.
  const offered = page.getByLabel('Source of randomness').locator('option', { hasText: 'Spring raffle' })
  await expect.poll(() => offered.count()).toBe(0)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Copy the code for your own site' }).click()
  const code = await pasted(page)
  await page.getByRole('link', { name: /\/app\/results\// }).click()
  await page.getByRole('heading', { name: 'Announced before it could be known' }).waitFor()
  await page.getByText('What was checked').click()
  await page.getByText(/Complete: nonces 0 to 0, none missing, none drawn twice/).waitFor()
  await page
    .getByText('From 24 July 2023 until this was published, the organiser’s account made no other commitment.')
    .waitFor()
  expect(await fits(page)).toBe(true)
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a picture' }).click(),
  ])
  const bytes = readFileSync(await picture.path())
  expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(['PNG', 1200, 630])
  await showFramed(own, code)
  // The 503 is the beacon round that could not be fetched; Firefox does not report it as an error.
  expect(complaints.filter((one) => !one.includes('503'))).toEqual([])
  await close()
  await own.close()
})

/** Shows the embed code on another website's page. */
async function showFramed(own: Site, code: string): Promise<void> {
  const elsewhere = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(code))
  const port = await freePort()
  await new Promise<void>((resolve) => elsewhere.listen(port, '127.0.0.1', resolve))
  const { page, complaints, close } = await own.visit({ viewport: { width: 320, height: 640 } })
  await page.goto(`http://localhost:${port}/`)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Announced before it could be known' }).waitFor()
  expect(await frame.getByRole('link', { name: 'Check it yourself' }).getAttribute('target')).toBe('_blank')
  expect(await frame.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect(complaints).toEqual([])
  await close()
  await new Promise((resolve) => elsewhere.close(resolve))
}

test('a visitor draws winners and throws dice in the browser, and the service draws the same from the seed', async () => {
  const { page, complaints, go, signUp, close } = await site.visit({ viewport: { width: 390, height: 844 } })
  await go('/')
  await page.getByRole('link', { name: 'Make a draw' }).click()
  await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['Winners', 'Dice', 'History'])
  const panel = page.getByRole('tabpanel')
  const drawnNow = async (button: string) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: 'Drawn' }).waitFor()
    return {
      seed: await panel.locator('code').textContent(),
      values: await panel.locator('[aria-live] [aria-label=Result] li > span').allTextContents(),
    }
  }
  const entries = ['Ada', 'Grace', 'Linus', 'Zoë '.repeat(50).trim()]
  await page.getByLabel('Names').fill(entries.join('\n'))
  await page.getByRole('textbox', { name: 'Winners' }).fill('4')
  const { seed, values } = await drawnNow('Draw 4 winners')
  expect(await drawnBy(site, { kind: 'winners', entries, count: 4, seed })).toMatchObject({ values })
  const labels = panel.locator('[aria-live] [aria-label=Result] li > span')
  expect(await labels.evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth))).toBe(false)
  await page.getByRole('tab', { name: 'Dice' }).click()
  await page.getByRole('textbox', { name: 'Dice' }).fill(' 1d20 + 4')
  const dice = await drawnNow('Throw')
  const total = dice.values[0]?.split(' + 4 = ')[1]
  expect(await drawnBy(site, { kind: 'dice', dice: '1d20+4', seed: dice.seed })).toMatchObject({
    totals: [Number(total)],
  })
  expect(await fits(page)).toBe(true)
  await page.getByRole('tab', { name: 'Winners' }).click()
  expect(await page.getByLabel('Names').inputValue()).toBe(entries.join('\n'))
  await expect.poll(() => labels.allTextContents()).toEqual(values)
  // A reload loses neither the names nor the result.
  await page.reload()
  await expect.poll(() => page.getByLabel('Names').inputValue()).toBe(entries.join('\n'))
  const last = page.getByRole('region', { name: /^Winners, / })
  expect(await last.locator('code').textContent()).toBe(seed)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect.poll(() => page.getByRole('region', { name: /^(Winners|Dice), / }).count()).toBe(2)
  expect(await page.getByText('Not published').filter({ visible: true }).count()).toBe(2)
  await page.getByRole('tab', { name: 'Winners' }).click()
  await page.getByLabel('Names').fill('Ada, Ada, Grace')
  await page.getByText('3 names in one line. Split at commas?').waitFor()
  await page.getByRole('button', { name: 'One name per line' }).click()
  expect(await page.getByLabel('Names').inputValue()).toBe('Ada\nAda\nGrace')
  await page.getByText('We number them: Ada 1, Ada 2.').waitFor()
  await drawnNow('Draw a winner')
  await page.getByRole('textbox', { name: 'Winners' }).fill('4')
  await page.getByLabel('Names').fill('Ada\nGrace')
  await page.getByText('You have changed the form since.').waitFor()
  await page.getByRole('button', { name: 'Draw 4 winners' }).click()
  await page.getByText('There are fewer names than winners.').waitFor()
  await page.getByRole('textbox', { name: 'Winners' }).fill('-3')
  await page.getByRole('button', { name: 'Draw winners' }).click()
  await page.getByText('The number of winners is a whole number, at least 1.').waitFor()
  await page.getByRole('textbox', { name: 'Winners' }).fill('2')
  await drawnNow('Draw 2 winners')
  await page.getByRole('link', { name: 'Sign up for free' }).click()
  await page.waitForURL(/\/app\/sign-up\?next=%2Fapp%2Fdraws/)
  const email = await signUp('/app/draws')
  await page.getByRole('tab', { name: 'Published' }).waitFor()
  await expect.poll(() => page.getByLabel('Names').inputValue()).toBe('Ada\nGrace')
  expect(complaints).toEqual([])
  await drawnOnBothDevices(page, email)
  await close()
})

/** The names and the result of a teacher who draws at home, and then opens the classroom's computer. */
async function drawnOnBothDevices(home: Page, email: string): Promise<void> {
  await home.getByLabel('Source of randomness').selectOption({ label: 'A random seed, now' })
  await home.getByRole('button', { name: 'Draw a winner' }).click()
  await home.getByRole('heading', { name: 'Drawn' }).waitFor()
  const result = (page: Page) => page.getByRole('list', { name: 'Result' }).first().locator('li > span')
  const values = await result(home).allTextContents()
  const { page, complaints, go, close } = await site.visit()
  await go('/app/sign-in?next=%2Fapp%2Fdraws')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => page.getByLabel('Names').inputValue()).toBe('Ada\nGrace')
  await expect.poll(() => result(page).allTextContents()).toEqual(values)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download receipt' }).click(),
  ])
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ subject: 'draw' })
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText('Your last 50 draws, stored in your account.').waitFor()
  await page.getByRole('button', { name: 'Clear the history' }).click()
  await page.getByRole('heading', { name: 'No draws yet' }).waitFor()
  expect(complaints).toEqual([])
  await close()
}

test('published draws show dice, counts of loot and what is missing, on the page and in the embed', async () => {
  const { app } = site.service
  const payload = { email: `published-${Date.now()}@example.org`, password: PASSWORD }
  const { access_token } = (await app.inject({ method: 'POST', url: '/auth/register', payload })).json()
  const headers = { authorization: `Bearer ${access_token}` }
  const publish = async (wish: object) => {
    const { receipt, values } = (await app.inject({ method: 'POST', url: '/draws', payload: wish, headers })).json()
    const answer = await app.inject({
      method: 'POST',
      url: '/draws/published',
      payload: { receipts: [receipt] },
      headers,
    })
    return { id: answer.json().id, values }
  }
  const dice = await publish({ kind: 'dice', dice: '3d6', seed: 'dice' })
  const items = [
    { name: 'Common', weight: 9 },
    { name: 'Rare', weight: 1 },
  ]
  const loot = await publish({ kind: 'loot', items, count: 40, seed: 'loot' })
  const rare = loot.values.filter((one: string) => one === 'Rare').length
  const unnamed = await publish({ kind: 'winners', entries: ['Ada', 'Grace', 'Linus'], count: 1, seed: 'unnamed' })
  const { page, complaints, close } = await site.visit()
  const result = page.getByRole('list', { name: 'Result' })
  for (const screen of ['results', 'embed']) {
    await page.goto(`${site.url}/app/${screen}/${dice.id}`)
    await expect
      .poll(() => result.locator('[aria-hidden] > span').allTextContents())
      .toEqual(dice.values[0].map(String))
    await page.goto(`${site.url}/app/${screen}/${loot.id}`)
    await expect.poll(() => result.locator('li').allTextContents()).toEqual([`Rare× ${rare}`, `Common× ${40 - rare}`])
    await page.goto(`${site.url}/app/${screen}/${unnamed.id}`)
    await page.getByText('The list of entries is missing, so nobody can check here who won.').waitFor()
  }
  expect(complaints).toEqual([])
  await close()
})
