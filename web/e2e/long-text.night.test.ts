// A long article, corrected word by word: each word is scored again, which takes a minute.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copy, openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PARAGRAPH =
  'The council met on Tuesday evening in the town hall to discuss the parking plan for Mill Street. The plan removes 40 spaces and adds a lane for bicycles between the station and the market. Two shop owners said that fewer spaces could reduce their sales on Saturdays. A report by the county counted 1,200 cars and 400 bicycles a day in May. The vote was seven to four, and the work is expected to begin in March. The library on Station Road stays open while the pavement is repaired.'
const ADDED = [
  'The mayor gave a pathetic answer to the questions of the shop owners.',
  'Residents slammed the outrageous cost of the first version.',
  'The committee shamelessly rushed the second reading.',
  'It was a disgraceful evening for the reckless chairman.',
]
/** 3,000 words, with a loaded sentence in every fourth paragraph. */
const ARTICLE = Array.from({ length: 33 }, (_, i) =>
  i % 4 === 0 ? `${PARAGRAPH} ${ADDED[(i / 4) % ADDED.length]}` : PARAGRAPH,
).join('\n\n')

test('an article of 3,000 words is pasted and becomes neutral and certified without a mouse', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/text')
  const field = page.getByLabel('Text to score')
  const score = page.getByRole('region', { name: 'Score' })
  const isFocused = () => field.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; tabs < 30 && !(await isFocused()); tabs++) await page.keyboard.press('Tab')
  await copy(page, { html: '', plain: ARTICLE })
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+v')
  await score.getByText('Checked.').waitFor()
  await score.getByText('Moderate', { exact: true }).waitFor()

  const marks = page.locator('[data-start]')
  const card = page.getByRole('region', { name: /^“/ })
  const first = await marks.count()
  expect(first).toBeGreaterThan(9)
  await page.keyboard.press('F8')
  for (let left = first; left > 0; left = await marks.count()) {
    await card.waitFor()
    await page.keyboard.press((await card.getByText('Enter accepts').count()) > 0 ? 'Enter' : 'Backspace')
    await expect.poll(() => marks.count()).toBeLessThan(left)
  }
  await score.getByText('Neutral', { exact: true }).waitFor()
  await score.getByText('certified', { exact: true }).waitFor()
  expect((await field.inputValue()).split(/\s+/).length).toBeGreaterThan(2_990)
  await close()
})
