// Texts that are imported and exported: Word, files, reports, print, other scripts.
import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canEmulate, copy, openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const inputOf = (page: Page) => page.getByLabel('Text to score')

async function openEditor() {
  const visit = await site.visit()
  await visit.go('/app/text')
  return visit
}

test('a text pasted from Word keeps its paragraphs, and undo removes it', async () => {
  const { page, close } = await openEditor()
  await inputOf(page).fill('Before.')
  const html =
    '<html><head><style>p{}</style></head><body><p class=MsoNormal>First paragraph.</p><p class=MsoNormal>Second&nbsp;one.</p></body></html>'
  await copy(page, { html, plain: 'First paragraph.\r\nSecond one.' })
  await inputOf(page).selectText()
  await page.keyboard.press('Control+v')
  expect(await inputOf(page).inputValue()).toBe('First paragraph.\n\nSecond one.')
  await inputOf(page).press('Control+z')
  expect(await inputOf(page).inputValue()).toBe('Before.')
  await close()
})

test('a Word document opens as a new document; another kind of file is rejected with a message', async () => {
  const { page, close } = await openEditor()
  const choose = page.locator('input[type=file]').first()
  await choose.setInputFiles({
    name: 'minutes.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: docxOf(['The council met on Tuesday.', 'It passed the reckless budget.']),
  })
  await expect
    .poll(() => inputOf(page).inputValue())
    .toBe('The council met on Tuesday.\n\nIt passed the reckless budget.')
  expect(await page.getByLabel('Name of the document').inputValue()).toBe('minutes')
  await choose.setInputFiles({ name: 'broken.docx', mimeType: 'application/zip', buffer: Buffer.from('not a zip') })
  await page.getByText('This file could not be read as a Word document.').waitFor()
  expect(await inputOf(page).inputValue()).toContain('The council met')
  await close()
})

test('an opened file is saved with its score, and the same file can be opened twice', async () => {
  const { page, close } = await openEditor()
  const minutes = {
    name: 'minutes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('The council met on Tuesday and passed the budget for next year.'),
  }
  const choose = page.locator('input[type=file]').first()
  await choose.setInputFiles(minutes)
  await page.getByText('Saved in this browser', { exact: true }).waitFor()
  await page.getByText('Checked.').waitFor()
  await page.getByRole('button', { name: 'New' }).click()
  expect(await inputOf(page).inputValue()).toBe('')
  await choose.setInputFiles(minutes)
  await expect.poll(() => inputOf(page).inputValue()).toContain('The council met on Tuesday')
  await page.getByText('Saved in this browser', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Documents' }).click()
  const documents = page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: 'minutes' })
  await expect.poll(() => documents.allTextContents()).toEqual(Array(2).fill(expect.stringContaining('score 0.')))
  await close()
})

test.skipIf(!canEmulate)(
  'a report is saved as Markdown, and printed without the controls that only work on a screen',
  async () => {
    const { page, close } = await openEditor()
    await page.getByRole('img', { name: /^Neutrality score/ }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save a report as Markdown' }).click(),
    ])
    const report = readFileSync(await download.path(), 'utf8')
    expect(report).toMatch(/^# Neutrality report: .+\n/)
    expect(report).toMatch(/\*\*Score 0\.\d+\*\* of 1: biased, not certified/)
    expect(report).toContain('| shamelessly |')
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('img', { name: /^Neutrality score/ }).waitFor()
    await page.getByRole('region', { name: 'Sentence by sentence' }).waitFor()
    await page.getByText(/ · \d+ \w+ \d{4} · Scored by model \d/).waitFor()
    expect(await page.getByRole('button', { name: 'Upload' }).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: /^Apply all/ }).isVisible()).toBe(false)
    await close()
  },
)

test('a right-to-left text is shown that way, has no gauge and is kept', async () => {
  const { page, close } = await openEditor()
  const text = 'اجتمع المجلس أمس وناقش الميزانية الجديدة ثم وافق عليها بأغلبية كبيرة.'
  await inputOf(page).fill(text)
  await page.getByText('No score for this language', { exact: true }).waitFor()
  expect(await inputOf(page).evaluate((field) => getComputedStyle(field).direction)).toBe('rtl')
  expect(await page.getByRole('region', { name: 'Sentence by sentence' }).count()).toBe(0)
  await page.getByText('Saved in this browser', { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => inputOf(page).inputValue()).toBe(text)
  await close()
})

/** The smallest zip that Word would open: one compressed file. */
function docxOf(paragraphs: readonly string[]): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  const xml = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
  const packed = deflateRawSync(xml)
  const name = Buffer.from('word/document.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt16LE(name.length, 28)
  const directoryAt = local.length + name.length + packed.length
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(directoryAt, 16)
  return Buffer.concat([local, name, packed, central, name, end])
}
