// The parts of the editor that its tests use.
import type { Page } from 'playwright-core'

export const inputOf = (page: Page) => page.getByLabel('Text to score')
export const findingsOf = (page: Page) => page.getByRole('list', { name: 'Loaded words' })
export const replacementsOf = (page: Page) => findingsOf(page).getByRole('button', { name: /^(Replace|Leave it out)/ })

export const MARKED_TEXT =
  'The council met.\n\nA shameful and reckless plan was passed at once, and a disgraceful one.\n'.repeat(40)
