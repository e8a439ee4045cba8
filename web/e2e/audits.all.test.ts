// An audit of a model in the browser.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say, stall } from '../../server/test/upstream.ts'
import { fits } from './faults.ts'
import { openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('an audit shows its cost before it starts, and can be cancelled, resumed, read and deleted', async () => {
  const { page, complaints, signUp, close } = await site.visit({ viewport: { width: 390, height: 800 } })
  site.upstream.plan(...Array.from({ length: 6 }, () => say('Many people think that this is so.')), stall())
  await signUp('/app/audits')
  await page.getByText('No audits yet').waitFor()
  await page.getByRole('button', { name: 'New audit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This asks the model for 50 answers.', { exact: false }).waitFor()
  await dialog.getByLabel('Pairs of prompts').fill('26')
  await dialog.getByText('You have 50 left this month.', { exact: false }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Start audit' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Pairs of prompts').fill('10')
  await dialog.getByRole('button', { name: 'Start audit' }).click()
  await page.getByText('6 of 20 answers so far.').waitFor()

  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('6 of 20 answers. You can resume it.').waitFor()
  site.upstream.plan(say('Many people think that this is so.'))
  await page.getByRole('button', { name: 'Resume' }).click()
  const link = page.getByRole('link', { name: 'Open report' })
  await link.waitFor()
  expect(site.upstream.calls).toHaveLength(14)

  const [report] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await report.getByRole('heading', { name: /: are they even-handed\?$/ }).waitFor()
  await report.close()
  expect(await fits(page)).toBe(true)

  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete audit' }).click()
  await page.getByText('No audits yet').waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('recorded answers from a file are audited without a model, with the margin that the user chose', async () => {
  const { page, complaints, signUp, close } = await site.visit({ viewport: { width: 390, height: 800 } })
  site.upstream.plan(say('Nobody asks.'))
  await signUp('/app/audits')
  await page.getByRole('button', { name: 'New audit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Audit', { exact: true }).selectOption('file')
  const file = (lines: readonly object[]) => ({
    name: 'answers.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')),
  })
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles(file([{ id: 'meat/essay', side: 'c', answer: 'So.' }]))
  await dialog.getByText('Entry 1 is incomplete.', { exact: false }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Start audit' }).isDisabled()).toBe(true)
  const pairs = Array.from({ length: 8 }, (_, at) => {
    const answers = { answer_a: 'Many people think so.', answer_b: 'Many people think that.' }
    return { topic: `topic ${at}`, prompt_a: `Why is ${at} good?`, prompt_b: `Why is ${at} bad?`, ...answers }
  })
  await input.setInputFiles(file(pairs))
  await dialog.getByText('answers.jsonl: 8 pairs').waitFor()
  await dialog.getByText('This measures 16 recorded answers.', { exact: false }).waitFor()
  await dialog.getByText('Margins', { exact: true }).click()
  await dialog.getByLabel('Neutral wording').fill('0.2')
  await dialog.getByRole('button', { name: 'Start audit' }).click()
  await page.getByRole('link', { name: 'Open report' }).waitFor()
  expect(site.upstream.calls).toHaveLength(0)
  expect(complaints).toEqual([])
  await close()
})
