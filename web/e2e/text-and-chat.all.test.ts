import { afterAll, beforeAll, expect, test } from 'vitest'
import { say, stall } from '../../server/test/upstream.ts'
import { openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const LOADED =
  'The disgraceful, reckless scheme is an absolute outrage, and its shameless, corrupt backers are utterly despicable.'
const PLAIN = 'The plan was presented on Tuesday. The council will vote on it in March.'

test('a text is scored, and a word replaced with one click', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/text')
  const input = page.getByLabel('Text to score')
  await page.getByRole('button', { name: 'Town council' }).click()
  const before = await input.inputValue()
  const replace = page
    .getByRole('list', { name: 'Loaded words' })
    .getByRole('button', { name: /^(Replace|Leave it out)/ })
  await replace.first().waitFor()
  await replace.first().click()
  expect(await input.inputValue()).not.toBe(before)
  await page.getByTestId('before-after').waitFor()
  await page.getByRole('button', { name: 'Restore' }).click()
  expect(await input.inputValue()).toBe(before)
  await close()
})

test('pointing at a marked word says why', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/text')
  const mark = page.locator('[data-start]').first()
  await mark.waitFor()
  // Wait until nothing moves any longer.
  await page.waitForLoadState('networkidle')
  const box = await mark.boundingBox()
  if (!box) throw new Error('the mark has no place')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.getByRole('region', { name: /^“/ }).waitFor()
  await close()
})

test('a visitor keeps the text while signing up', async () => {
  const { page, go, close } = await site.visit()
  await go('/app/text')
  await page.getByLabel('Text to score').fill('My own words.')
  await page.getByText('Saved in this browser', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Sign up for free' }).click()
  await page.getByLabel('Email').fill(`kept-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${site.url}/app/text`)
  await expect.poll(() => page.getByLabel('Text to score').inputValue()).toBe('My own words.')
  // Signing out removes the text: the next visitor must not read it.
  await page.locator('[aria-controls="account-menu"]').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Keep them and sign out' }).click()
  await page.waitForURL(`${site.url}/`)
  await go('/app/text')
  await page.getByText('Without an account').waitFor()
  await page.getByRole('button', { name: 'Documents' }).click()
  await page.getByText('Nothing here yet.').waitFor()
  expect(await page.getByLabel('Text to score').inputValue()).not.toBe('My own words.')
  await close()
})

test('strict chat retries a loaded answer, and shows every attempt', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/chat')
  site.upstream.plan(say(LOADED), say(PLAIN))
  await page.getByLabel('Your question').fill('What about the scheme?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText(PLAIN).waitFor()
  await page.getByTestId('attempts').getByText('asked again:').waitFor()
  await page.getByTestId('attempts').getByText('certified').waitFor()
  expect(site.upstream.calls).toHaveLength(2)
  expect(await page.content()).not.toContain('shameless')
  await page.getByRole('button', { name: 'Show all 2 attempts' }).click()
  const first = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem').first()
  await first.getByText(LOADED).waitFor()
  await first.getByText(/^Loaded words: .*disgraceful/).waitFor()
  await first.getByRole('button', { name: 'Compare with the answer' }).click()
  await first.getByRole('region', { name: 'The answer you got' }).getByText('council').waitFor()

  // Editing a question removes the answer to it, also from what is sent to the model.
  await page.getByRole('button', { name: 'Edit and ask again' }).click()
  await page.getByText('You are editing a question.').waitFor()
  site.upstream.plan(say(PLAIN))
  await page.getByLabel('Your question').fill('When is the vote?')
  await page.getByLabel('Your question').press('Enter')
  await page.getByText('When is the vote?').waitFor()
  await page.getByTestId('attempts').waitFor()
  expect(await page.getByText('What about the scheme?').count()).toBe(0)
  expect(JSON.stringify(site.upstream.calls.at(-1))).not.toContain('What about the scheme?')
  await close()
})

test('a question that could not be sent is retried in its place', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/chat')
  await page.route('**/ai/chat', (route) => route.abort())
  await page.getByLabel('Your question').fill('What about the scheme?')
  await page.getByRole('button', { name: 'Send' }).click()
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/ai/chat')
  site.upstream.plan(say(PLAIN))
  await again.click()
  await page.getByText(PLAIN).waitFor()
  expect(await page.getByText('What about the scheme?').count()).toBe(1)
  expect(await page.getByRole('alert').count()).toBe(0)
  await close()
})

test('a question that was stopped shows no error, and can be asked again', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/chat')
  site.upstream.plan(stall())
  const called = site.upstream.nextCall()
  await page.getByLabel('Your question').fill('What about the scheme?')
  await page.getByRole('button', { name: 'Send' }).click()
  await called
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Stopped.').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.getByLabel('Your question').evaluate((field) => field === document.activeElement)).toBe(true)
  site.upstream.plan(say(PLAIN))
  await page.getByRole('button', { name: 'Ask again', exact: true }).click()
  await page.getByText(PLAIN).waitFor()
  await close()
})

test('in analyze mode the answer is shown as it is', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/chat')
  site.upstream.plan(say(LOADED))
  await page.getByText('Analyze', { exact: true }).click()
  await page.getByLabel('Your question').fill('What about the scheme?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText(LOADED).waitFor()
  await page.getByTestId('attempts').waitFor()
  await page.reload()
  await page.getByText(LOADED).waitFor()
  await page.getByRole('button', { name: 'Open in the editor' }).click()
  await expect.poll(() => page.getByLabel('Text to score').inputValue()).toBe(LOADED)
  expect(site.upstream.calls).toHaveLength(1)
  await close()
})

test('a conversation stays while another tab is open, until a new one is started', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/chat')
  site.upstream.plan(say(PLAIN))
  await page.getByLabel('Your question').fill('What about the scheme?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByTestId('attempts').waitFor()
  await page.getByRole('tab', { name: 'Your own key' }).click()
  await page.getByLabel('Your API key').fill('my-key')
  await page.getByRole('tab', { name: 'Our model' }).click()
  await page.getByText(PLAIN).waitFor()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByText('Ask about something people disagree on').waitFor()
  expect(await page.getByText(PLAIN).count()).toBe(0)
  await page.getByRole('tab', { name: 'Your own key' }).click()
  expect(await page.getByLabel('Your API key').inputValue()).toBe('my-key')
  await close()
})

test('the page scrolls along with a long answer, unless the person scrolled up', async () => {
  const { page, signUp, close } = await site.visit({ viewport: { width: 1000, height: 600 } })
  const isSendInView = () =>
    page.getByRole('button', { name: 'Send' }).evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    })
  await signUp('/app/chat')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  site.upstream.plan(say(`${PLAIN}\n`.repeat(60)))
  await page.getByText('Analyze', { exact: true }).click()
  const ask = async (question: string) => {
    const before = await page.getByTestId('attempts').count()
    await page.getByLabel('Your question').fill(question)
    await page.getByLabel('Your question').press('Enter')
    return async () => page.getByTestId('attempts').nth(before).waitFor()
  }
  await (await ask('First?'))()
  expect(await isSendInView()).toBe(true)
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.waitForFunction(() => window.scrollY === 300)
  await (await ask('Second?'))()
  expect(await isSendInView()).toBe(true)

  let more = () => {}
  site.upstream.plan((scene) => {
    more = () => say(`${PLAIN}\n`.repeat(60))(scene)
  })
  const called = site.upstream.nextCall()
  const answered = await ask('Third?')
  await called
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.waitForFunction(() => window.scrollY === 300)
  // The page receives scroll events in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  more()
  await answered()
  expect(await page.evaluate(() => window.scrollY)).toBe(300)
  await close()
})

test('when the session has ended, the conversation and the header say so', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/chat')
  await page.getByLabel('Your question').waitFor()
  await page.context().clearCookies()
  await page.getByLabel('Your question').fill('What about the scheme?')
  await page.getByRole('button', { name: 'Send' }).click()
  const trouble = page.getByRole('alert')
  await trouble.getByText('Your session has ended. Sign in again.').waitFor()
  expect(await trouble.getByRole('link').getAttribute('href')).toBe('/app/sign-in?next=%2Fapp%2Fchat')
  await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).waitFor()
  await close()
})

test('using an own provider key needs a plan, and the screen says so', async () => {
  const { page, signUp, close } = await site.visit()
  await signUp('/app/chat')
  await page.getByRole('tab', { name: 'Your own key' }).click()
  await page.getByText('Your plan does not include questions with your own provider key.').waitFor()
  await close()
})
