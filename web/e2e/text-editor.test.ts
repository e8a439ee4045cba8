import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsOf, inputOf, MARKED_TEXT, replacementsOf } from './editor-parts.ts'
import { copy, openSite, PASSWORD, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const BLOCKED = [
  'The radical and corrupt regime brutally slaughtered innocent protesters last week.',
  'Greedy elites and their spineless cronies destroyed the economy with disastrous, idiotic policies.',
  'Their vile propaganda is a disgrace to every decent citizen.',
].join(' ')

/** The editor of a new account, with the evidence of its first sample. */
async function openEditor() {
  const visit = await site.visit()
  const email = await visit.signUp('/app/text')
  await replacementsOf(visit.page).first().waitFor()
  return { ...visit, email }
}

test('an accepted suggestion is undone like typing', async () => {
  const { page, close } = await openEditor()
  const before = await inputOf(page).inputValue()
  await replacementsOf(page).first().click()
  const after = await inputOf(page).inputValue()
  expect(after).not.toBe(before)
  await inputOf(page).press('Control+z')
  expect(await inputOf(page).inputValue()).toBe(before)
  await inputOf(page).press('Control+Shift+z')
  expect(await inputOf(page).inputValue()).toBe(after)
  await close()
})

test('the original text can be restored until another text replaces it', async () => {
  const { page, close } = await openEditor()
  const before = await inputOf(page).inputValue()
  const restore = page.getByRole('button', { name: 'Restore' })
  await replacementsOf(page).first().click()
  await inputOf(page).press('Control+Home')
  await page.keyboard.type('So ')
  await inputOf(page).press('Control+End')
  await page.keyboard.type(' That is all.')
  await restore.click()
  expect(await inputOf(page).inputValue()).toBe(before)
  expect(await restore.count()).toBe(0)

  await replacementsOf(page).first().click()
  await restore.waitFor()
  await inputOf(page).fill('Another text altogether was put here.')
  expect(await restore.count()).toBe(0)
  await close()
})

test('a browser without storage never says that a text is saved, and offers a download', async () => {
  const { page, close } = await site.visit()
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
  })
  await page.goto(`${site.url}/app/text`)
  await inputOf(page).fill('Words that this browser cannot keep.')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toBe('Words that this browser cannot keep.')
  expect(await page.getByText('Saved in this browser').count()).toBe(0)
  await close()
})

test('a shortcut right after a key sees what was typed, even before the next render', async () => {
  const { page, close } = await openEditor()
  const long = 'The council met on Tuesday and passed the budget. '.repeat(50)
  await inputOf(page).fill(`${long}It was an absolutely new plan.`)
  const name = /^Leave it out.*absolutely/
  await findingsOf(page).getByRole('button', { name }).waitFor()
  const after = await inputOf(page).evaluate((field: HTMLTextAreaElement) => {
    field.focus()
    field.setSelectionRange(0, 0)
    document.execCommand('insertText', false, 'So: ')
    const buttons = [...document.querySelectorAll<HTMLElement>('[aria-label^="Leave it out"]')]
    buttons.find((button) => button.ariaLabel?.includes('absolutely'))?.click()
    return field.value
  })
  expect(after).toBe(`So: ${long}It was a new plan.`)
  await page.getByText('Saved in this browser', { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => inputOf(page).inputValue()).toBe(after)
  await close()
})

test('what was typed in the last moment before a page closes is there after reopening', async () => {
  const { page, close } = await openEditor()
  await inputOf(page).evaluate((field: HTMLTextAreaElement) => {
    field.select()
    document.execCommand('insertText', false, 'The last words. '.repeat(200))
    location.reload()
  })
  await expect.poll(() => inputOf(page).inputValue()).toBe('The last words. '.repeat(200))
  await close()
})

test('a visitor scores a text on the home page without an account', async () => {
  const { page, go, close } = await site.visit()
  await go('/')
  await page.getByRole('img', { name: /^Neutrality score 0\.\d+, biased/ }).waitFor()
  const scored = page.waitForResponse('**/try/analyze')
  await inputOf(page).fill('The meeting starts at nine in the town hall. Everybody can take part.')
  expect((await scored).status()).toBe(200)
  await page.getByRole('img', { name: /neutral$/ }).waitFor()
  await page.getByRole('link', { name: 'Open the full editor' }).click()
  await page.getByRole('heading', { name: 'How neutral is this text?' }).waitFor()
  await expect.poll(() => inputOf(page).inputValue()).toContain('The meeting starts at nine')
  await close()
})

test('a typed text survives clearing, reloading and leaving, and no sample replaces it', async () => {
  const { page, close } = await openEditor()
  await page.addInitScript(() => {
    const seen = new Set<string>()
    const look = () => {
      const field = document.querySelector('#root > :not([inert]) textarea')
      if (field instanceof HTMLTextAreaElement) seen.add(field.value)
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { seen })
  })
  await inputOf(page).fill('Words that must not be lost.')
  await page.getByRole('button', { name: 'Clear' }).click()
  expect(await inputOf(page).inputValue()).toBe('')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await inputOf(page).inputValue()).toBe('Words that must not be lost.')
  await page.reload()
  await expect.poll(() => inputOf(page).inputValue()).toBe('Words that must not be lost.')
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
  expect(seen.filter((text) => text !== '')).toEqual(['Words that must not be lost.'])
  await page.goto(`${site.url}/app/pricing`)
  await page.goBack()
  await expect.poll(() => inputOf(page).inputValue()).toBe('Words that must not be lost.')
  await page.getByRole('button', { name: 'New' }).click()
  expect(await inputOf(page).inputValue()).toBe('')
  await page.getByRole('button', { name: 'Documents' }).click()
  await page.getByRole('list', { name: 'Documents' }).getByText('Words that must not be').click()
  expect(await inputOf(page).inputValue()).toBe('Words that must not be lost.')
  await close()
})

test('two tabs on one document keep both texts, and the caret stays at its words', async () => {
  const { page, close } = await openEditor()
  await inputOf(page).fill('The first version.')
  await page.getByText('Saved in this browser', { exact: true }).waitFor()
  const other = await page.context().newPage()
  await other.goto(`${site.url}/app/text`)
  await expect.poll(() => inputOf(other).inputValue()).toBe('The first version.')
  const caret = (field: HTMLTextAreaElement) => field.value.slice(field.selectionStart)
  await inputOf(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(10, 10))
  await inputOf(other).fill('This is The first version.')
  await expect.poll(() => inputOf(page).inputValue()).toBe('This is The first version.')
  expect(await inputOf(page).evaluate(caret)).toBe('version.')
  await close()
})

test('what blocks certification does not push the loaded words out of the panel', async () => {
  const { page, go, close } = await site.visit({ viewport: { width: 1440, height: 800 } })
  await go('/app/text')
  await inputOf(page).fill(BLOCKED)
  const blocked = page.getByText('3 sentences block certification.')
  await blocked.waitFor()
  const first = page.getByRole('list', { name: 'Loaded words' }).getByRole('listitem').first()
  const side = page.getByRole('region', { name: 'Score' }).locator('..')
  const isInPanel = async () => {
    const [word, panel] = [await first.boundingBox(), await side.boundingBox()]
    return word && panel && word.y + word.height <= panel.y + panel.height
  }
  await expect.poll(isInPanel).toBe(true)
  await blocked.click()
  await page.getByText('Each of these sentences alone blocks certification. Rephrase or cut it.').waitFor()
  await close()
})

test('all suggestions are accepted and undone in one step', async () => {
  const { page, close } = await openEditor()
  const before = await inputOf(page).inputValue()
  await page.getByRole('button', { name: /^Apply all \d+ suggestions/ }).click()
  expect(await inputOf(page).inputValue()).not.toContain('slammed')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('region', { name: 'Before your changes' }).getByText('slammed').waitFor()
  await inputOf(page).press('Control+z')
  expect(await inputOf(page).inputValue()).toBe(before)
  await close()
})

test('all suggestions of a long text are accepted, undone, redone and restored, word for word', async () => {
  const { page, close } = await openEditor()
  const long = `Absolutely. ${MARKED_TEXT.replaceAll('The council met', 'An extremely long meeting').repeat(4)}It is extremely bad & <b>absolutely</b> new.`
  await inputOf(page).press('Control+a')
  await copy(page, { html: '', plain: long })
  await inputOf(page).press('Control+v')
  expect(await inputOf(page).inputValue()).toBe(long)
  const applyAll = page.getByRole('button', { name: /^Apply all \d{2,} suggestions/ })
  await applyAll.click()
  const applied = await inputOf(page).inputValue()
  expect(applied).not.toBe(long)
  await inputOf(page).press('Control+z')
  expect(await inputOf(page).inputValue()).toBe(long)
  await inputOf(page).press('Control+Shift+z')
  expect(await inputOf(page).inputValue()).toBe(applied)
  await inputOf(page).press('Control+z')
  await applyAll.click()
  await page.getByRole('button', { name: 'Restore' }).click()
  expect(await inputOf(page).inputValue()).toBe(long)
  await close()
})

test('undo in one document does not write into another', async () => {
  const { page, close } = await openEditor()
  const sample = await inputOf(page).inputValue()
  await inputOf(page).press('Control+a')
  await copy(page, { html: '', plain: 'A secret plan.\n\nNobody knows it.' })
  await inputOf(page).press('Control+v')
  await page.getByText('Saved in this browser', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  expect(await inputOf(page).inputValue()).toBe('')
  await inputOf(page).press('Control+z')
  expect(await inputOf(page).inputValue()).toBe('')
  expect(sample).not.toBe('')
  await close()
})

test('an ended session and a lost connection are reported, and the text stays', async () => {
  const { page, close, email } = await openEditor()
  await page.context().setOffline(true)
  await inputOf(page).fill('A plain sentence about the council and its plan.')
  await page.getByText('You are offline.').waitFor()
  await page.context().clearCookies()
  await page.context().setOffline(false)
  await page.getByText('Your session has ended. Sign in again.').waitFor()
  expect(await inputOf(page).inputValue()).toBe('A plain sentence about the council and its plan.')
  // After a reload the editor says why the text is hidden, and offers to sign in.
  await page.reload()
  await page.getByText('to see your documents.').waitFor()
  expect(await inputOf(page).inputValue()).toBe('')
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).first().click()
  await signIn(page, email)
  await expect.poll(() => inputOf(page).inputValue()).toBe('A plain sentence about the council and its plan.')
  await close()
})

test('somebody whose session ends while they write signs in and goes on with all that they wrote', async () => {
  const { page, close, email } = await openEditor()
  await inputOf(page).fill('The council met on Tuesday.')
  await page.getByText('Checked.').waitFor()
  await page.context().clearCookies()
  await inputOf(page).press('Control+End')
  await page.keyboard.type(' It passed the plan.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Your session has ended. Sign in again.').waitFor()
  await page.keyboard.type(' Work begins in March.')
  const written = 'The council met on Tuesday. It passed the plan. Work begins in March.'
  expect(await inputOf(page).inputValue()).toBe(written)
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).first().click()
  await signIn(page, email)
  await page.waitForURL(`${site.url}/app/text`)
  await expect.poll(() => inputOf(page).inputValue()).toBe(written)
  await page.getByText('Checked.').waitFor()
  await close()
})

test('undo restores the text in the document from which it was removed', async () => {
  const { page, close } = await openEditor()
  await inputOf(page).fill('The first document, which must not be lost.')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'New' }).click()
  await inputOf(page).fill('The second document.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => inputOf(page).inputValue()).toBe('The first document, which must not be lost.')
  await page.getByRole('button', { name: 'Documents' }).click()
  await page.getByRole('list', { name: 'Documents' }).getByText('The second document.').click()
  expect(await inputOf(page).inputValue()).toBe('The second document.')
  await page.getByRole('button', { name: 'Clear' }).click()
  await inputOf(page).fill('Something newer.')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  expect(await inputOf(page).inputValue()).toBe('The second document.')
  await page.getByText('Your newer text was replaced.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  expect(await inputOf(page).inputValue()).toBe('Something newer.')
  await close()
})
