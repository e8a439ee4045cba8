import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../../server/test/upstream.ts'
import { findingsOf, inputOf, MARKED_TEXT, replacementsOf } from './editor-parts.ts'
import { fits } from './faults.ts'
import { canEmulate, copy, openSite, pasted, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** The accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

/** The editor of a new account, with the evidence of its first sample. */
async function openEditor() {
  const visit = await site.visit()
  await visit.signUp('/app/text')
  await replacementsOf(visit.page).first().waitFor()
  return visit
}

test('a model rewrites only the loaded words without a suggestion, and this can be undone', async () => {
  const { page, close } = await openEditor()
  const text = 'The council met on Tuesday. It was a shameful betrayal of ordinary people, and a disgrace.'
  await inputOf(page).fill(text)
  await findingsOf(page).getByText('shameful').waitFor()
  site.upstream.plan((scene) => {
    const [marked = ''] = scene.call.body.messages.map(({ content }) => content).slice(-1)
    say(marked.replaceAll(/⟦[^⟧]*⟧/g, 'decision '))(scene)
  })
  await page.getByRole('button', { name: 'Rewrite with a model' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  const rewritten = await inputOf(page).inputValue()
  expect(rewritten).toMatch(/^The council met on Tuesday. It was .*decision/)
  expect(rewritten).not.toContain('shameful')
  await undo.click()
  expect(await inputOf(page).inputValue()).toBe(text)
  await close()
})

test('after an accepted suggestion the focus goes to the next one, and after the last to the heading', async () => {
  const { page, close } = await openEditor()
  await inputOf(page).fill('The council met on Tuesday at nine. The plan is absolutely new and extremely long.')
  await findingsOf(page).getByText('extremely').waitFor()
  await replacementsOf(page).first().focus()
  const first = await focused(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => replacementsOf(page).count()).toBe(1)
  const second = await focused(page)
  expect(second).toMatch(/^Leave it out/)
  expect(second).not.toBe(first)
  // The new analysis renders the list again.
  await page.getByRole('img', { name: /^Neutrality score/ }).waitFor()
  expect(await focused(page)).toBe(second)
  await page.keyboard.press('Enter')
  await page.getByText('No loaded words found.').waitFor()
  expect(await focused(page)).toMatch(/^Loaded words/)
  await close()
})

test('one Tab passes all sentences, arrow keys go through them, and the shortcuts are shown', async () => {
  const { page, close } = await openEditor()
  const strip = page.getByRole('toolbar', { name: 'Sentences' })
  await strip.getByRole('button').first().focus()
  await page.keyboard.press('ArrowRight')
  expect(await focused(page)).toMatch(/^Sentence 2:/)
  await page.keyboard.press('End')
  expect(await focused(page)).toMatch(/^Sentence 5:/)
  await page.keyboard.press('Tab')
  expect(await focused(page)).not.toMatch(/^Sentence/)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Next loaded word').waitFor()
  await close()
})

test('without a mouse, F8 shows a word with its card, and keys accept, leave out, ignore and return', async () => {
  const { page, close } = await openEditor()
  const input = inputOf(page)
  const card = page.getByRole('region', { name: /^“/ })
  const selected = () =>
    input.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd))
  await input.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('F8')
  await card.getByText('Enter accepts').waitFor()
  expect(await selected()).toBe('shamelessly')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: '“outrageous”' }).waitFor()
  expect(await input.inputValue()).toMatch(/^The council rushed its outrageous/)
  await page.keyboard.press('Backspace')
  await page.getByRole('region', { name: '“slammed”' }).waitFor()
  expect(await input.inputValue()).toMatch(/^The council rushed its parking plan/)
  await page.keyboard.press('i')
  await page.getByText('“slammed” is on your word list').waitFor()
  await page.getByRole('region', { name: '“disgraceful”' }).waitFor()
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await page.keyboard.type('i')
  expect(await input.inputValue()).toContain('slammed the i decision')
  await close()
})

test('Escape closes the card of a word, which stays closed while the pointer rests on the word', async () => {
  const { page, close } = await openEditor()
  const marks = page.locator('[data-start]')
  const pointAt = async (nth: number, part: number) => {
    const box = await marks.nth(nth).boundingBox()
    if (!box) throw new Error('the mark has no place')
    await page.mouse.move(box.x + box.width * part, box.y + box.height / 2)
  }
  const card = page.getByRole('region', { name: /^“/ })
  // Wait until nothing moves any longer.
  await page.waitForLoadState('networkidle')
  await pointAt(0, 0.5)
  await card.waitFor()
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await pointAt(0, 0.6)
  expect(await card.count()).toBe(0)
  await pointAt(1, 0.5)
  await card.waitFor()
  await close()
})

test('an analysis is stored with the text it belongs to', async () => {
  const { page, close } = await openEditor()
  const text = await inputOf(page).inputValue()
  await page.getByRole('button', { name: 'More' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the analysis as JSON' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('equipoise-analysis.json')
  const saved = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(saved).toMatchObject({ text, ain_score: expect.any(Number), model_version: expect.any(String) })
  await close()
})

test('an error about one text is not shown beside another, and an estimate is labelled as one', async () => {
  const { page, close } = await openEditor()
  await page.route('**/ai/analyze', (route) => route.abort())
  await inputOf(page).fill('A plain sentence about the council and its plan.')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.getByText('Meanwhile you see an estimate from a small model in your browser.').waitFor()
  await page.getByRole('img', { name: /^Neutrality score about / }).waitFor()
  // Another text has not been checked yet, and nothing has failed for it.
  await inputOf(page).fill('Another plain sentence about the council and its plan.')
  await again.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Plain notice' }).click()
  await page.getByText('Checked.').waitFor()
  expect(await again.count()).toBe(0)
  await close()
})

test('a text that is too long to be checked is not certified, and the screen says why', async () => {
  const { page, close } = await openEditor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await inputOf(page).fill('The council met on Tuesday and passed the budget. '.repeat(4_010))
  await page.getByText('Texts of more than 200,000 characters are not checked.').waitFor()
  expect(asked).not.toContain('/ai/analyze')
  expect(await page.getByText('certified').count()).toBe(0)
  await close()
})

test('a new mark fades in once, other marks stay as they are, and nothing moves with reduced motion', async () => {
  const { page, close } = await openEditor()
  await inputOf(page).fill('A shameful plan was met.')
  const marks = page.locator('[data-start]')
  await expect.poll(() => marks.allTextContents()).toEqual(['shameful'])
  await marks.first().evaluate((mark) => mark.setAttribute('data-seen', ''))
  await inputOf(page).fill('So, a shameful plan was met.')
  await expect.poll(() => marks.first().getAttribute('data-start')).toBe('6')
  expect(await marks.first().getAttribute('data-seen')).toBe('')
  const seconds = () => marks.first().evaluate((mark) => Number.parseFloat(getComputedStyle(mark).animationDuration))
  if (!canEmulate) return close()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await seconds()).toBeGreaterThan(0.1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await seconds()).toBeLessThan(0.001)
  await close()
})

test.each([
  [100, true],
  [12_000, false],
])(
  'a copied page of %i characters is typed as plain text: %s; the browser pastes a long one faster',
  async (length, isTyped) => {
    const { page, close } = await openEditor()
    const text = 'word '.repeat(length / 5)
    await copy(page, { html: `<p>${text}</p><p>End.</p>`, plain: `${text}\nEnd.` })
    await page.evaluate(() => {
      // This listener runs after all others.
      const tell = ({ defaultPrevented }: Event) => document.body.setAttribute('data-taken', String(defaultPrevented))
      addEventListener('paste', tell, { once: true })
    })
    await inputOf(page).press('Control+v')
    expect(await page.locator('body').getAttribute('data-taken')).toBe(String(isTyped))
    await close()
  },
)

test('marks move with each letter, also while a response of the service is rendered', async () => {
  const { page, close } = await openEditor()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/ai/analyze', (route) => held.then(() => route.continue()))
  const asked = page.waitForRequest('**/ai/analyze')
  await inputOf(page).fill(MARKED_TEXT)
  await asked
  const answered = page.waitForResponse('**/ai/analyze')
  const typed = inputOf(page).evaluate(async (field: HTMLTextAreaElement) => {
    const [start, wrong] = [field.value.indexOf('at once'), [] as string[]]
    const check = () => {
      const line = document.querySelectorAll('[data-line]')[2]?.textContent
      if (line !== field.value.split('\n')[2]) wrong.push(String(line))
    }
    field.focus()
    field.setSelectionRange(start, start)
    for (let after = 0; after < 30; after += document.body.dataset.answered ? 1 : 0) {
      document.execCommand('insertText', false, 'x')
      await undefined
      check()
      for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
      check()
    }
    return wrong
  })
  answer()
  await answered
  await page.evaluate(() => {
    document.body.dataset.answered = 'yes'
  })
  expect(await typed).toEqual([])
  await close()
})

test('the field grows with what is typed at its end, so that it never scrolls', async () => {
  const { page, close } = await openEditor()
  await inputOf(page).fill(MARKED_TEXT)
  await page.locator('[data-start]').first().waitFor()
  const heights = await inputOf(page).evaluate(async (field: HTMLTextAreaElement) => {
    const before = field.clientHeight
    field.setSelectionRange(field.value.length, field.value.length)
    let hidden = 0
    for (const word of 'and so it went on '.repeat(25).split(' ')) {
      document.execCommand('insertText', false, ` ${word}`)
      for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
      hidden = Math.max(hidden, field.scrollHeight - field.clientHeight, field.scrollTop)
    }
    return { hidden, hasGrown: field.clientHeight > before }
  })
  expect(heights).toEqual({ hidden: 0, hasGrown: true })
  await close()
})

test('whatever is typed, the marked text ends up equal to the field', async () => {
  const { page, close } = await openEditor()
  await inputOf(page).fill(MARKED_TEXT)
  await expect.poll(() => page.locator('[data-start]').count()).toBeGreaterThan(100)
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const edits = Array.from({ length: 120 }, () => ({
    at: random(MARKED_TEXT.length),
    length: random(4) === 0 ? random(30) : 0,
    letters: ['x', ' ', 'yz', '\n', ''][random(5)] as string,
    frames: random(4),
  }))
  await inputOf(page).evaluate(async (field: HTMLTextAreaElement, wanted: typeof edits) => {
    for (const { at, length, letters, frames } of wanted) {
      field.setSelectionRange(at, at + length)
      document.execCommand(letters === '' ? 'delete' : 'insertText', false, letters)
      for (let i = 0; i < frames; i++) await new Promise(requestAnimationFrame)
    }
  }, edits)
  const written = await inputOf(page).inputValue()
  const drawn = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-line]')].map((one) => one.textContent?.replace('\u200b', '')),
    )
  await expect.poll(drawn).toEqual(written.split('\n'))
  await close()
})

test('a long word without a break does not widen the field', async () => {
  const { page, close } = await openEditor()
  await inputOf(page).fill(`See https://example.org/${'a'.repeat(3000)} for the reckless plan.`)
  const widths = await inputOf(page).evaluate((field) => [field.scrollWidth, field.parentElement?.clientWidth])
  expect(widths[0]).toBe(widths[1])
  await close()
})

test('a shared link carries the text in its fragment, and no request contains it', async () => {
  const { page, close } = await site.visit()
  await page.goto(`${site.url}/app/text`)
  await inputOf(page).fill('A text between you and me.')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Copy a link to this text' }).click()
  await page.getByText('Link copied.').waitFor()
  const link = await pasted(page)
  expect(link).toMatch(/\/app\/text#text=[\w-]+$/)
  const friend = await site.visit()
  await friend.page.goto(link)
  await expect.poll(() => inputOf(friend.page).inputValue()).toBe('A text between you and me.')
  expect(friend.page.url()).toBe(`${site.url}/app/text`)
  await inputOf(friend.page).fill('An answer.')
  // A new fragment typed into the address bar of an open page.
  await friend.page.evaluate((hash) => {
    window.location.hash = hash
  }, new URL(link).hash)
  await expect.poll(() => inputOf(friend.page).inputValue()).toBe('A text between you and me.')
  await friend.close()
  await close()
})

test('thirty sentences fit a phone, and a text in an unsupported language has no gauge', async () => {
  const { page, close } = await site.visit({ viewport: { width: 320, height: 700 } })
  await page.goto(`${site.url}/app/text`)
  await inputOf(page).fill('The council met today. '.repeat(30))
  await page.getByRole('region', { name: 'Sentence by sentence' }).waitFor()
  expect(await fits(page)).toBe(true)
  await inputOf(page).fill(
    'Der Rat hat gestern über den neuen Haushalt beraten und ihn danach mit großer Mehrheit angenommen.',
  )
  await page.getByText('No score for this language', { exact: true }).waitFor()
  expect(await page.getByRole('img', { name: /score/ }).count()).toBe(0)
  await close()
})

test('an ignored word is on the list of the account, can be saved for a repository with a reason, and is marked again when that is undone', async () => {
  const { page, close } = await openEditor()
  const marks = page.locator('[data-start]')
  const listed = async () => (await (await page.request.get(`${site.url}/ai/words`)).json()).ignore
  await inputOf(page).fill('The council met on Tuesday at nine. The plan is absolutely new and extremely long.')
  await page.getByRole('button', { name: 'Ignore “absolutely”' }).click()
  await expect.poll(() => marks.allTextContents()).toEqual(['extremely'])
  await expect.poll(listed).toEqual(['absolutely'])
  const scored = page.waitForResponse((answer) => answer.url().endsWith('/ai/analyze'))
  await page.reload()
  expect((await (await scored).json()).evidence.map(({ text }: { text: string }) => text)).toEqual(['extremely'])
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Ignored words…' }).click()
  await page.getByLabel('Reason').fill('our product’s name')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('equipoise.config.json')
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toEqual({
    ignore: [{ word: 'absolutely', reason: 'our product’s name' }],
  })
  await page.getByRole('button', { name: 'Mark “absolutely” again' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(listed).toEqual([])
  await expect.poll(() => marks.allTextContents()).toEqual(['absolutely', 'extremely'])
  await close()
})
