// Every screen and state that `npm run screenshots` shows, and how a person gets there.
import type { Page } from 'playwright-core'

export interface Screen {
  readonly name: string
  readonly path: string
  /** What to do there before the pictures are taken. */
  readonly prepare?: (page: Page) => Promise<void>
  /** Takes back what would change the screens that follow. */
  readonly after?: (page: Page) => Promise<void>
  /** As it would be printed. */
  readonly onPaper?: boolean
}

const LONG_TEXT = `${'The council met today and talked about the budget. '.repeat(12)}A reckless, disastrous scheme it is. `
const GERMAN = 'Der Rat hat gestern über den neuen Haushalt beraten und ihn danach mit großer Mehrheit angenommen.'
const ARABIC = 'اجتمع المجلس أمس وناقش الميزانية الجديدة ثم وافق عليها بأغلبية كبيرة.'

const openMenu = (name: string) => async (page: Page) => page.getByRole('button', { name }).click()
const write = (text: string) => async (page: Page) => {
  await page.getByLabel('Text to score').fill(text)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(700)
}

export const VISITOR_SCREENS: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'menu-of-a-phone', path: '/app/status', prepare: openSmallMenu },
  { name: 'sign-in', path: '/app/sign-in' },
  { name: 'sign-in-wrong', path: '/app/sign-in', prepare: signInWrongly },
  { name: 'sign-up', path: '/app/sign-up' },
  { name: 'sign-up-wrong', path: '/app/sign-up', prepare: openMenu('Create account') },
  { name: 'forgotten-password', path: '/app/forgot' },
  { name: 'reset-password', path: '/app/reset?token=abc' },
  { name: 'confirm-email', path: '/app/verify-email?token=abc' },
  { name: 'invitation', path: '/app/invitation?token=abc' },
  { name: 'text-visitor', path: '/app/text' },
  { name: 'chat-visitor', path: '/app/chat' },
  { name: 'pricing', path: '/app/pricing' },
  { name: 'status', path: '/app/status' },
  { name: 'verify', path: '/app/verify-receipt' },
  { name: 'playground', path: '/app/playground?bias=0.9&N=9&samples=1000&seed=42' },
  { name: 'playground-large', path: '/app/playground?bias=0.5&N=16&samples=1000&seed=1' },
  { name: 'playground-paper', path: '/app/playground?bias=0.9&N=9&samples=1000&seed=42', onPaper: true },
  { name: 'docs', path: '/docs' },
]

/** Of an account that has not done anything yet. */
export const NEW_MEMBER_SCREENS: readonly Screen[] = [
  { name: 'welcome', path: '/app/welcome?plan=pro' },
  { name: 'usage-empty', path: '/app/usage' },
  { name: 'keys-empty', path: '/app/keys' },
  { name: 'allocations-empty', path: '/app/allocations' },
  { name: 'chat-empty', path: '/app/chat' },
  { name: 'welcome-with-key', path: '/app/welcome', prepare: openMenu('Create key') },
]

export const MEMBER_SCREENS: readonly Screen[] = [
  { name: 'account-menu', path: '/app/status', prepare: openAccountMenu },
  { name: 'text', path: '/app/text', prepare: pointAtWord },
  { name: 'text-paper', path: '/app/text', onPaper: true },
  { name: 'text-compare', path: '/app/text', prepare: compare },
  { name: 'text-documents', path: '/app/text', prepare: openMenu('Documents') },
  { name: 'text-menu', path: '/app/text', prepare: openMenu('More') },
  { name: 'text-ignored', path: '/app/text', prepare: ignoreWord, after: markAgain },
  { name: 'text-long', path: '/app/text', prepare: write(LONG_TEXT.repeat(6)) },
  { name: 'text-foreign', path: '/app/text', prepare: write(GERMAN) },
  { name: 'text-right-to-left', path: '/app/text', prepare: write(ARABIC) },
  { name: 'text-offline', path: '/app/text', prepare: writeOffline, after: comeOnline },
  { name: 'text-empty', path: '/app/text', prepare: write('') },
  { name: 'chat', path: '/app/chat', prepare: askStrictly },
  { name: 'chat-attempts', path: '/app/chat', prepare: openAttempts },
  { name: 'chat-own-key', path: '/app/chat', prepare: openOwnKey },
  { name: 'usage', path: '/app/usage' },
  { name: 'usage-paper', path: '/app/usage', onPaper: true },
  { name: 'keys', path: '/app/keys' },
  { name: 'keys-form', path: '/app/keys', prepare: openMenu('Create key') },
  { name: 'keys-new', path: '/app/keys', prepare: createKey },
  { name: 'allocations', path: '/app/allocations' },
  { name: 'allocation', path: '/app/allocations', prepare: openAllocation },
  { name: 'billing', path: '/app/billing' },
  { name: 'billing-change', path: '/app/billing', prepare: openMenu('Choose Studio') },
  { name: 'billing-loading', path: '/app/usage', prepare: openSlowBilling, after: (page) => page.unrouteAll() },
  { name: 'account', path: '/app/account' },
  { name: 'account-email', path: '/app/account', prepare: openMenu('Change email') },
  { name: 'admin', path: '/app/admin' },
  { name: 'admin-accounts', path: '/app/admin/accounts' },
  { name: 'admin-invitations', path: '/app/admin/invitations' },
  { name: 'admin-log', path: '/app/admin/log' },
  { name: 'not-found', path: '/app/nowhere' },
  { name: 'unreachable', path: '/app/usage', prepare: loseService, after: (page) => page.unrouteAll() },
]

async function openSmallMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
}

async function ignoreWord(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Ignore “/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Ignored words…' }).click()
  await page.getByRole('button', { name: /^Mark “/ }).waitFor()
}

async function markAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Mark “/ }).click()
  await page.getByText('There are none.').waitFor()
}

async function openAccountMenu(page: Page): Promise<void> {
  await page.locator('[aria-controls="account-menu"]').click()
}

async function signInWrongly(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not the right one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
}

/** At the last word, so that its card hides little of the text. */
async function pointAtWord(page: Page): Promise<void> {
  const mark = page.locator('[data-start]').last()
  await mark.waitFor()
  await page.waitForLoadState('networkidle')
  const box = await mark.boundingBox()
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.getByRole('tooltip').waitFor()
}

async function compare(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Apply all/ }).click()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
}

async function writeOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.getByLabel('Text to score').fill('A plain sentence about the council and its reckless plan.')
  await page.getByText('You are offline.').waitFor()
}

async function comeOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
}

async function askStrictly(page: Page): Promise<void> {
  await page.getByLabel('Your question').fill('Should city centres be car-free?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('certified').waitFor()
}

async function openAttempts(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Show .*attempts/ })
    .last()
    .click()
}

async function openOwnKey(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Your own provider key' }).click()
}

async function createKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Staging')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByTestId('new-key').waitFor()
}

async function openAllocation(page: Page): Promise<void> {
  await page.getByText('Sleep study').click()
  await page.getByText('Fingerprint of the seed').waitFor()
}

async function openSlowBilling(page: Page): Promise<void> {
  await page.route('**/billing/**', () => {})
  await page.getByRole('link', { name: 'Billing' }).first().click()
  await page.getByText('Current plan').waitFor()
}

async function loseService(page: Page): Promise<void> {
  await page.route('**/usage/**', (route) => route.abort())
  await page.reload()
  await page.getByRole('alert').first().waitFor()
}
