import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../../server/test/upstream.ts'
import { openSite, PASSWORD, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PLAIN = 'The plan was presented on Tuesday. The council will vote on it in March.'
const OTHER = 'The library opens at nine. It closes at six on weekdays.'

const fieldOf = (page: Page) => page.getByLabel('Your question')

async function ask(page: Page, question: string): Promise<void> {
  await fieldOf(page).fill(question)
  await fieldOf(page).press('Enter')
}

test('two tabs each keep what was asked in them, show it to each other, and are cleared together', async () => {
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

test('the next account in a browser sees nothing of the last one, which finds everything when it signs in again', async () => {
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

/** People who have written something here are asked whether to keep it. */
async function signOut(page: Page, { isAsked }: { isAsked: boolean }): Promise<void> {
  await page.locator('[aria-controls="account-menu"]').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  if (isAsked) await page.getByRole('button', { name: 'Keep them and sign out' }).click()
  await page.waitForURL(`${site.url}/`)
}
