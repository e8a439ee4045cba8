// Every screen and state that `npm run screenshots` captures, and how to reach it.
import type { Page, Route } from 'playwright-core'
import type { Screen } from './screen.ts'
import { DRAW_SCREENS, drawWinners, runningAudit } from './screens-of-draws.ts'

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
  { name: 'draws-visitor', path: '/app/draws', prepare: drawWinners },
  { name: 'pricing', path: '/app/pricing' },
  ...answered('pricing-own-plans', '/app/pricing', { '/plans': withOwnPlans }),
  ...answered('sign-up-invite', '/app/sign-up', { '/brand': withFeatures({ registration: 'invite' }) }),
  ...answered('sign-up-closed', '/app/sign-up', { '/brand': withFeatures({ registration: 'closed' }) }),
  ...answered('sign-in-provider', '/app/sign-in', { '/brand': withFeatures({ oidc: 'Example Login' }) }),
  { name: 'sign-in-ended', path: '/app/keys' },
  { name: 'text-visitor-long', path: '/app/text', prepare: write(LONG_TEXT.repeat(4)) },
  { name: 'status-down', path: '/app/status', prepare: loseHealth, after: forgetRoutes },
  { name: 'screen-not-loaded', path: '/', prepare: loseScreen, after: forgetRoutes },
  { name: 'status', path: '/app/status' },
  { name: 'verify', path: '/app/verify-receipt' },
  { name: 'playground', path: '/app/playground?bias=0.9&N=9&samples=1000&seed=42' },
  { name: 'playground-large', path: '/app/playground?bias=0.5&N=16&samples=1000&seed=1' },
  { name: 'playground-paper', path: '/app/playground?bias=0.9&N=9&samples=1000&seed=42', onPaper: true },
  { name: 'docs', path: '/docs' },
  { name: 'docs-group', path: '/docs/api/text' },
]

/** Screens of an account that has not done anything yet. */
export const NEW_MEMBER_SCREENS: readonly Screen[] = [
  { name: 'welcome', path: '/app/welcome?plan=pro' },
  { name: 'usage-empty', path: '/app/usage' },
  { name: 'keys-empty', path: '/app/keys' },
  { name: 'allocations-empty', path: '/app/allocations' },
  { name: 'audits-empty', path: '/app/audits' },
  { name: 'chat-empty', path: '/app/chat' },
  { name: 'welcome-with-key', path: '/app/welcome', prepare: openMenu('Create key') },
]

export const MEMBER_SCREENS: readonly Screen[] = [
  { name: 'account-menu', path: '/app/status', prepare: openAccountMenu },
  { name: 'text', path: '/app/text', prepare: pointAtWord },
  { name: 'text-paper', path: '/app/text', onPaper: true },
  { name: 'text-ignored', path: '/app/text', prepare: ignoreWord, after: markAgain },
  { name: 'text-compare', path: '/app/text', prepare: compare },
  { name: 'text-documents', path: '/app/text', prepare: openMenu('Documents') },
  { name: 'text-menu', path: '/app/text', prepare: openMenu('More') },
  { name: 'text-long', path: '/app/text', prepare: write(LONG_TEXT.repeat(6)) },
  { name: 'text-foreign', path: '/app/text', prepare: write(GERMAN) },
  { name: 'text-right-to-left', path: '/app/text', prepare: write(ARABIC) },
  { name: 'text-offline', path: '/app/text', prepare: writeOffline, after: comeOnline },
  { name: 'text-empty', path: '/app/text', prepare: write('') },
  { name: 'chat', path: '/app/chat', prepare: askStrictly },
  { name: 'chat-attempts', path: '/app/chat', prepare: openAttempts },
  { name: 'chat-own-key', path: '/app/chat', prepare: openOwnKey },
  ...answered('chat-own-key-included', '/app/chat', { '/usage/stats': { own_provider_key: true } }, openOwnKey),
  { name: 'chat-rejected', path: '/app/chat', prepare: askWithBadKey, after: forgetRoutes },
  { name: 'chat-unreachable', path: '/app/chat', prepare: askWithoutService, after: forgetRoutes },
  { name: 'text-rewrite', path: '/app/text', prepare: rewrite },
  { name: 'text-why', path: '/app/text', prepare: openWhy },
  ...answered('usage-full', '/app/usage', { '/usage/stats': nearlySpent, '/usage/months': threeMonths }),
  ...answered('banner', '/app/usage', {
    '/brand': withFeatures({ mail: true }),
    '/auth/session': ({ account }: { account: object }) => ({ account: { ...account, email_verified: false } }),
  }),
  { name: 'usage', path: '/app/usage' },
  { name: 'usage-paper', path: '/app/usage', onPaper: true },
  { name: 'keys', path: '/app/keys' },
  ...answered('keys-many', '/app/keys', { '/api-keys*': manyKeys }),
  { name: 'keys-actions', path: '/app/keys', prepare: openKeyActions },
  { name: 'keys-form', path: '/app/keys', prepare: openMenu('Create key') },
  { name: 'keys-new', path: '/app/keys', prepare: createKey },
  { name: 'allocations', path: '/app/allocations' },
  { name: 'allocation', path: '/app/allocations', prepare: openAllocation },
  ...DRAW_SCREENS,
  ...answered('audits-running', '/app/audits', { '/audits': runningAudit }),
  { name: 'audits-form', path: '/app/audits', prepare: openMenu('New audit') },
  { name: 'billing', path: '/app/billing' },
  ...answered('billing-own-plans', '/app/billing', { '/plans': withOwnPlans }),
  ...answered('billing-cancelled', '/app/billing', {
    '/billing/subscription': {
      plan: 'pro',
      status: 'cancelled',
      renews_at: null,
      ends_at: '2026-12-24T12:00:00.000Z',
    },
  }),
  ...answered('billing-unpaid', '/app/billing', {
    '/billing/subscription': { plan: 'pro', status: 'past_due', renews_at: null, ends_at: '2026-12-24T12:00:00.000Z' },
  }),
  { name: 'billing-change', path: '/app/billing', prepare: openMenu('Choose Studio') },
  { name: 'billing-loading', path: '/app/usage', prepare: openSlowBilling, after: (page) => page.unrouteAll() },
  { name: 'account', path: '/app/account' },
  { name: 'account-email', path: '/app/account', prepare: openMenu('Change email') },
  { name: 'admin', path: '/app/admin' },
  { name: 'admin-accounts', path: '/app/admin/accounts' },
  { name: 'admin-invitations', path: '/app/admin/invitations' },
  { name: 'admin-invite', path: '/app/admin/invitations', prepare: invite },
  { name: 'admin-account', path: '/app/admin/accounts', prepare: openOwnAccount },
  { name: 'admin-log', path: '/app/admin/log' },
  { name: 'text-ended', path: '/app/text', prepare: endSession, after: forgetRoutes },
  { name: 'account-second-factor', path: '/app/account', prepare: setUpSecondFactor },
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
  await page.getByRole('button', { name: 'Ignored words…' }).click()
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

/** Points at the last word, so that its card hides little of the text. */
async function pointAtWord(page: Page): Promise<void> {
  const mark = page.locator('[data-start]').last()
  await mark.waitFor()
  await page.waitForLoadState('networkidle')
  const box = await mark.boundingBox()
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.getByRole('region', { name: /^“/ }).waitFor()
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
  await page.getByRole('tab', { name: 'Your own key' }).click()
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

type Replacement = object | ((answer: never) => unknown)

/** A screen with changed responses of the service: other values for some fields, or the result of a function. */
function answered(
  name: string,
  path: string,
  answers: Readonly<Record<string, Replacement>>,
  then?: (page: Page) => Promise<void>,
): Screen[] {
  const prepare = async (page: Page) => {
    await page.route(`**${path}`, askForWhatIsKnown)
    for (const [url, told] of Object.entries(answers)) {
      await page.route(`**${url}`, async (route) => {
        if (route.request().resourceType() === 'document') return route.fallback()
        const response = await route.fetch()
        const answer = await response.json()
        const json = typeof told === 'function' ? told(answer as never) : { ...answer, ...told }
        await route.fulfill({ json })
      })
    }
    await page.reload({ waitUntil: 'networkidle' })
    await then?.(page)
  }
  return [{ name, path, prepare, after: forgetRoutes }]
}

/** Removes what the page says about the deployment, so that the screen requests it. */
async function askForWhatIsKnown(route: Route): Promise<void> {
  if (route.request().resourceType() !== 'document') return route.fallback()
  const response = await route.fetch()
  const body = (await response.text()).replace(/<script type="application\/json" id="known">.*?<\/script>/, '')
  await route.fulfill({ response, body })
}

async function forgetRoutes(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

function withFeatures(features: object) {
  return (brand: { features: object }) => ({ ...brand, features: { ...brand.features, ...features } })
}

/** Removes two plans, and adds one. */
function withOwnPlans({ plans, ...rest }: { plans: { id: string }[] }) {
  const kept = plans.filter(({ id }) => !['gamepro', 'enterprise_xl'].includes(id))
  const own = { ...plans[2], id: 'newsroom_and_friends', price_eur: 75.5, ai_proxy: 0, compute: null }
  return { ...rest, plans: [...kept.slice(0, 3), own, ...kept.slice(3)] }
}

function nearlySpent(usage: { endpoints: Record<string, object> }) {
  const use = (used: number, limit: number, balance: number) => ({
    used,
    limit,
    remaining: Math.max(0, limit - used) + Math.max(0, balance),
    included_remaining: Math.max(0, limit - used),
  })
  const endpoints = {
    compute: use(49_120, 50_000, 0),
    'ai/analyze': use(5_000, 5_000, 0),
    'ai/chat': use(500, 500, 0),
    'ai/proxy': use(12, 100, 0),
  }
  return { ...usage, plan: 'basic', endpoints, topup_balance: { compute: -1_200, ai_calls: -40 } }
}

function threeMonths() {
  const rows = [
    ['2026-11', 49_120, 512, 5_000, 12],
    ['2026-10', 12_004, 88, 1_930, 0],
    ['2026-09', 1_000_000, 5_000, 49_871, 1_000],
  ]
  return rows.map(([month, compute, chat, analyze, proxy]) => ({
    month,
    endpoints: { compute, 'ai/chat': chat, 'ai/analyze': analyze, 'ai/proxy': proxy },
    keys: [{ id: 1, name: 'Production', calls: 1_200 }],
  }))
}

function manyKeys([first]: object[]) {
  return Array.from({ length: 26 }, (_, i) => ({
    ...first,
    id: 900 - i,
    name: `Shop ${900 - i}`,
    key_prefix: `svc_k${String(i).padStart(7, '4')}`,
    ...(i % 5 === 2 && { filter_mode: 'strict', scope: 'ai', expires_at: '2026-12-24T12:00:00.000Z' }),
    ...(i % 4 === 1 && { last_used_at: null, last_used_from: null }),
  }))
}

async function loseHealth(page: Page): Promise<void> {
  await page.route('**/health', (route) => route.abort())
  await page.route('**/brand', (route) => route.abort())
  await page.reload()
  await page.getByText('does not work').first().waitFor()
}

async function loseScreen(page: Page): Promise<void> {
  await page.route(/\/(assets\/pricing.*)?$/, (route) => route.abort())
  await page.getByRole('link', { name: 'Pricing' }).first().click()
  await page.getByText('This screen could not be loaded').waitFor()
}

async function askWithBadKey(page: Page): Promise<void> {
  await page.route('**/usage/stats', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, own_provider_key: true } })
  })
  await page.reload({ waitUntil: 'networkidle' })
  await openOwnKey(page)
  await page.getByLabel('Your API key').fill('bad-key')
  const room = page.getByRole('region', { name: 'Conversation' }).last()
  await room.getByLabel('Your question').fill('Should city centres be car-free?')
  await room.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').first().waitFor()
}

async function askWithoutService(page: Page): Promise<void> {
  await page.route('**/ai/chat', (route) => route.abort())
  await page.getByLabel('Your question').fill('Is nuclear power a good idea?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('cannot be reached').waitFor()
}

async function rewrite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Town council' }).click()
  await page.getByRole('button', { name: 'Rewrite with a model' }).waitFor()
}

async function openWhy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Town council' }).click()
  await page.getByText('Why this score?').click()
}

async function openKeyActions(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
}

async function invite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invite somebody' }).click()
}

async function openOwnAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'ada@example.org' }).click()
  await page.getByText('Actions', { exact: true }).waitFor()
}

async function endSession(page: Page): Promise<void> {
  const ended = { status: 401, json: { detail: 'The session has ended' } }
  await page.route('**/ai/analyze', (route) => route.fulfill(ended))
  await page.getByLabel('Text to score').fill('A reckless plan, written after the session had ended.')
  await page.getByText('Your session has ended.').waitFor()
}

async function setUpSecondFactor(page: Page): Promise<void> {
  const card = page.getByRole('heading', { name: 'Second factor' }).locator('..')
  await card
    .getByLabel(/password/i)
    .first()
    .fill('correct horse battery')
  await card.getByRole('button', { name: 'Set up' }).click()
  await card.getByRole('img').waitFor()
}
