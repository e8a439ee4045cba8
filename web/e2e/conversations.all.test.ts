import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reject, say } from '../../server/test/upstream.ts'
import { fits } from './faults.ts'
import { openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PLAIN = 'The plan was presented on Tuesday. The council will vote on it in March.'
const OTHER = 'The library opens at nine. It closes at six on weekdays.'
const SAMPLE = 'Does homework help?'

const fieldOf = (page: Page) => page.getByLabel('Your question')

async function ask(page: Page, question: string): Promise<void> {
  await fieldOf(page).fill(question)
  await fieldOf(page).press('Enter')
}

test('a sample question is kept as a draft that can be found again', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/chat')
  await page.getByRole('button', { name: SAMPLE }).click()
  expect(await fieldOf(page).inputValue()).toBe(SAMPLE)
  await fieldOf(page).fill('My own question')
  await page.getByRole('button', { name: SAMPLE }).click()
  expect(await fieldOf(page).inputValue()).toBe(SAMPLE)
  await page.getByRole('button', { name: 'Go back to your draft' }).click()
  expect(await fieldOf(page).inputValue()).toBe('My own question')
  await close()
})

test('a question that failed says so after a reload, and can be retried in its place', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/chat')
  site.upstream.plan(reject(400), say(OTHER), say(PLAIN))
  await ask(page, 'When is the vote?')
  await page.getByRole('alert').waitFor()
  await ask(page, 'When does the library open?')
  await page.getByText(OTHER).waitFor()
  await page.getByTestId('attempts').waitFor()
  await page.reload()
  await page.getByText('We could not get an answer to this question.').waitFor()
  expect(await page.getByText('Stopped.').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Edit and ask again' }).count()).toBe(2)
  await page.getByRole('button', { name: 'Ask again', exact: true }).click()
  await page.getByText(PLAIN).waitFor()
  const [first, second] = [page.getByText(PLAIN), page.getByText(OTHER)]
  expect((await first.boundingBox())?.y).toBeLessThan((await second.boundingBox())?.y ?? 0)
  expect(JSON.stringify(site.upstream.calls.at(-1)?.body)).not.toContain('library')
  await close()
})

const ANSWER = `Here is a summary.
## Arguments
Two are common:
- **Health**, as in [a study](https://example.org/study)
- __Cost__
  - for cities
  - for people

1. First

2. Second

| Measure | Before | After | Where it was measured | Who measured it |
|---|---:|---:|---|---|
| Noise | 72 | 61 | On the market square of the old town | The council |

> Quoted from the plan.

---

\`\`\`python
def vote():

    return "in March, and not before the committee has read the whole plan to its end"
\`\`\``

test('an answer in Markdown is formatted, and is no wider than a phone', async () => {
  const { page, signUp, close } = await site.visit({ viewport: { width: 390, height: 844 } })
  await signUp('/app/chat')
  site.upstream.plan(say(ANSWER))
  await page.getByText('Analyze', { exact: true }).click()
  await ask(page, 'What about the scheme?')
  await page.getByTestId('attempts').waitFor()
  await page.getByRole('heading', { name: 'Arguments' }).waitFor()
  const link = page.getByRole('link', { name: 'a study' })
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  expect(await page.getByRole('cell', { name: 'The council' }).count()).toBe(1)
  const box = page.getByRole('region', { name: 'Table' })
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  expect(await fits(page)).toBe(true)
  await close()
})
