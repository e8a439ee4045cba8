import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuse, say } from '../../server/test/upstream.ts'
import { openSite, PASSWORD, type Site } from './site.ts'

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

test('two tabs keep what was asked in either, show it to each other, and are cleared together', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/chat')
  const other = await page.context().newPage()
  await other.goto(`${site.url}/app/chat`)
  await fieldOf(other).waitFor()
  site.upstream.plan(say(PLAIN), say(OTHER))
  await ask(page, 'When is the vote?')
  await page.getByTestId('attempts').waitFor()
  await ask(other, 'When does the library open?')
  await other.getByText(OTHER).waitFor()
  await page.reload()
  for (const tab of [page, other]) {
    await tab.getByText(PLAIN).waitFor()
    await tab.getByText(OTHER).waitFor()
    await tab.getByTestId('attempts').nth(1).waitFor()
  }

  await other.getByRole('button', { name: 'New conversation' }).click()
  await page.getByText('Ask about something people disagree on').waitFor()
  await page.reload()
  await page.getByText('Ask about something people disagree on').waitFor()
  await close()
})

test('a draft survives a reload, another screen and the editing of a question', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/chat')
  site.upstream.plan(say(PLAIN))
  await ask(page, 'When is the vote?')
  await page.getByTestId('attempts').waitFor()
  await fieldOf(page).fill('My next question')
  await page.reload()
  await expect.poll(() => fieldOf(page).inputValue()).toBe('My next question')
  await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).first().click()
  await page.waitForURL('**/app/pricing')
  await page.goBack()
  await expect.poll(() => fieldOf(page).inputValue()).toBe('My next question')
  await page.getByRole('button', { name: 'Edit and ask again' }).click()
  expect(await fieldOf(page).inputValue()).toBe('When is the vote?')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await fieldOf(page).inputValue()).toBe('My next question')
  await page.getByRole('button', { name: 'Edit and ask again' }).click()
  await ask(page, 'When was the plan presented?')
  await page.getByText('When was the plan presented?').waitFor()
  expect(await fieldOf(page).inputValue()).toBe('My next question')
  await close()
})

test('a sample question leaves a draft where it can be found again', async () => {
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

test('a question that failed says so after a reload, and is asked again where it stands', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/chat')
  site.upstream.plan(refuse(400), say(OTHER), say(PLAIN))
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

test('the next account in a browser sees nothing of the last one, who finds everything again', async () => {
  const { page, signUp, close } = await site.visit()
  const email = await signUp('/app/chat')
  site.upstream.plan(say(PLAIN))
  await ask(page, 'When is the vote?')
  await page.getByTestId('attempts').waitFor()
  await fieldOf(page).fill('My next question')
  await signOut(page, { isAsked: true })
  await signUp('/app/chat')
  await page.getByText('Ask about something people disagree on').waitFor()
  expect(await page.getByText('When is the vote?').count()).toBe(0)
  expect(await fieldOf(page).inputValue()).toBe('')
  await signOut(page, { isAsked: false })
  await page.goto(`${site.url}/app/sign-in?next=/app/chat`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText(PLAIN).waitFor()
  expect(await fieldOf(page).inputValue()).toBe('My next question')
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

test('an answer in Markdown is drawn as it is meant, and is no wider than a phone', async () => {
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await close()
})

/** People who have written something here are asked what becomes of it. */
async function signOut(page: Page, { isAsked }: { isAsked: boolean }): Promise<void> {
  await page.locator('[aria-controls="account-menu"]').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  if (isAsked) await page.getByRole('button', { name: 'Keep them and sign out' }).click()
  await page.waitForURL(`${site.url}/`)
}
