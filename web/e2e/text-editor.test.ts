import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const inputOf = (page: Page) => page.getByLabel('Text to score')
const findingsOf = (page: Page) => page.getByRole('list', { name: 'Findings' })
const replacementsOf = (page: Page) => findingsOf(page).getByRole('button', { name: /^(Replace|Remove) / })

/** The editor of a new account, with the findings of its first sample. */
async function openEditor() {
  const visit = await site.visit()
  await visit.signUp('/app/text')
  await replacementsOf(visit.page).first().waitFor()
  return visit
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

test('the original stays within reach until another text takes its place', async () => {
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
