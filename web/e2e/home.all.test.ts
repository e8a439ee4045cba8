import { analyze } from '@equipoise/score'
import { apiShape } from '@equipoise/score/api-shape'
import { readDeep, readModel } from '@equipoise/score/weights'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'

const VISITOR_TEXTS_AN_HOUR = 30
const FREE = {
  price_eur: 0,
  max_n: 9,
  compute: 1_000,
  ai_chat: 50,
  ai_analyze: 2,
  ai_proxy: 0,
  keys: 10,
  requests_per_minute: 600,
}

let site: Site
beforeAll(async () => {
  site = await openSite({ plansFile: { plans: { free: FREE }, topups: [] } })
})
afterAll(() => site.close())

test('the home page shows the real response to the request above it', async () => {
  const { page, go, close } = await site.visit()
  await go('/')
  const lines = (await page.locator('pre', { hasText: '/try/analyze' }).textContent()) ?? ''
  const [, text = ''] = /"text": "(.+?)"}'/.exec(lines) ?? []
  const shown = JSON.parse(lines.slice(lines.indexOf('{ "ain_score"')).replaceAll(', …', ''))
  const analysis = apiShape(analyze(readModel('default'), text, { deep: readDeep('default') }))
  expect(analysis).toMatchObject({ ...shown, evidence: expect.anything() })
  expect(analysis.evidence[0]).toMatchObject(shown.evidence[0])
  await close()
})

test('signed-in people see what a check costs them, and a message when no checks are left', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/')
  await page.getByText('uses one of your text analyses. You have 2 left.').waitFor()
  expect(await page.getByText('No account needed').count()).toBe(0)
  for (const text of ['The vote was seven to four.', 'The vote was four to seven.']) {
    const headers = { origin: site.url }
    expect((await page.request.post(`${site.url}/ai/analyze`, { headers, data: { text } })).ok()).toBe(true)
  }
  await page.getByLabel('Text to score').fill('The reckless council rammed the plan through.')
  const score = page.getByRole('region', { name: 'Score' })
  await score.getByText(/^You have used all 2 text analyses this month\. They reset on/).waitFor()
  await score.getByText('An estimate from a small model in your browser.').waitFor()
  await close()
})

test('a visitor who has used up the hourly limit reads why there is no check', async () => {
  const { page, go, close } = await site.visit()
  await go('/')
  await page.getByText('No account needed: 30 texts an hour').waitFor()
  for (let nth = 0; nth < VISITOR_TEXTS_AN_HOUR; nth++) {
    const answer = await page.request.post(`${site.url}/try/analyze`, { data: { text: 'The vote was seven to four.' } })
    expect(answer.ok()).toBe(true)
  }
  await page.getByLabel('Text to score').fill('The reckless council rammed the plan through.')
  const score = page.getByRole('region', { name: 'Score' })
  await score.getByText(/^Without an account you can score 30 texts an hour\. Try again in/).waitFor()
  await score.getByText('An estimate from a small model in your browser.').waitFor()
  await close()
})

test('the needle turns from the score of one text to that of the next', async () => {
  const { page, go, close } = await site.visit({ reducedMotion: 'no-preference' })
  await go('/')
  const score = page.getByRole('region', { name: 'Score' })
  const needle = score.locator('svg g')
  const angle = () => needle.evaluate(({ style }) => style.transform)
  await needle.evaluate((one) => one.setAttribute('data-seen', ''))
  const before = await angle()
  await page.getByRole('button', { name: 'Match report' }).click()
  await expect.poll(angle).not.toBe(before)
  // Still the same element: a replaced one would jump instead of turning.
  expect(await needle.getAttribute('data-seen')).toBe('')
  await close()
})
