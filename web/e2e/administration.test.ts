import { readFileSync } from 'node:fs'
import { TOTP, Secret as TotpSecret } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WAIT } from '../../server/test/waiting.ts'
import { faultsOf } from './faults.ts'
import { openSite, PASSWORD, pasted, type Site } from './site.ts'

let site: Site
let link = ''
beforeAll(async () => {
  site = await openSite({
    env: { REGISTRATION: 'invite' },
    offerAdministration: (offer) => {
      link = 'link' in offer ? offer.link : ''
    },
  })
  await vi.waitFor(() => expect(link).not.toBe(''), WAIT)
})
afterAll(() => site.close())

test('the first administrator signs up with the link, invites somebody and manages their account', async () => {
  const boss = await site.visit()
  const { page } = boss
  await page.goto(link)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill('boss@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()

  await page.getByRole('link', { name: 'Invitations' }).click()
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('ada@example.org')
  await dialog.getByLabel('Plan', { exact: true }).selectOption({ label: 'Pro' })
  await dialog.getByLabel('Plan ends on').fill('2099-05-09')
  await dialog.getByLabel('Valid for (days)').fill('14')
  await dialog.getByText('valid for 14 days').waitFor()
  await dialog.getByLabel('Reason').fill('New colleague')
  await dialog.getByRole('button', { name: 'Invite somebody' }).click()
  const invitation = await page.locator('code').first().textContent()
  await page.getByText('Pro, until 9 May 2099').waitFor()

  const guest = await site.visit()
  await guest.page.goto(invitation ?? '')
  await guest.page.getByText('This invitation is for ada@example.org').waitFor()
  await guest.page.getByRole('link', { name: 'Create an account' }).click()
  await guest.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await guest.page.getByRole('button', { name: 'Create account' }).click()
  await guest.page.waitForURL(/\/app\/welcome/)
  expect(await guest.page.getByRole('link', { name: 'Administration' }).count()).toBe(0)

  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Accounts' }).click()
  await page.getByLabel('Search').fill('ada@')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: 'ada@example.org' }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Trial is over')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Disabled since').waitFor()
  // The dialog names the account, and asks for its address before it deletes.
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete: ada@example.org' })
  await deletion.getByLabel('Reason').fill('Asked for it')
  const confirm = deletion.getByRole('button', { name: 'Delete', exact: true })
  expect(await confirm.isDisabled()).toBe(true)
  await deletion.getByLabel('Type ada@example.org to confirm').fill('ada@example.org')
  expect(await confirm.isDisabled()).toBe(false)
  await deletion.getByRole('button', { name: 'Cancel' }).click()
  await guest.go('/app/usage')
  await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await guest.page.getByLabel('Email').fill('ada@example.org')
  await guest.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await guest.page.getByRole('button', { name: 'Sign in' }).click()
  await guest.page.getByText('This account is disabled').waitFor()
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await page.getByText('Trial is over').waitFor()
  await page.getByText('Invited ada@example.org (Pro, until 9 May 2099)').waitFor()
  await page.getByText('Opened the link for the first administrator').waitFor()
  await boss.go('/app/admin')
  await page.getByRole('textbox', { name: 'Text' }).fill('We are updating the database tonight at 22:00.')
  await page.getByRole('button', { name: 'Save notice' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Planned work')
  await page.getByRole('dialog').getByRole('button', { name: 'Save notice' }).click()
  await page.getByRole('status').getByText('tonight at 22:00').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await guest.go('/app/pricing')
  await guest.page.getByRole('status').getByText('tonight at 22:00').waitFor()
  expect(await faultsOf(guest.page)).toEqual([])
  await boss.go('/app/admin/accounts/abc')
  await page.getByText('There is no account with this number').waitFor()
  expect([...boss.complaints, ...guest.complaints]).toEqual([])
  await guest.close()
  await boss.close()
})

test('a second factor set up on the account page is asked for at sign-in', async () => {
  const { page, go, close, complaints } = await site.visit()
  const signIn = async () => {
    await go('/app/sign-in?next=/app/account')
    await page.getByLabel('Email').fill('boss@example.org')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await signIn()
  await page.getByLabel('Your password').first().fill(PASSWORD)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByAltText('QR code of the key below').waitFor()
  const secret = (await page.locator('code').first().textContent()) ?? ''
  const code = () => new TOTP({ secret: TotpSecret.fromBase32(secret) }).generate()
  await page.getByLabel('Code from the app').fill(code())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Keep these recovery codes').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('equipoise-recovery-codes.txt')
  const shown = (await page.locator('pre').first().textContent()) ?? ''
  expect(readFileSync(await file.path(), 'utf8')).toBe(`${shown}\n`)
  await page.getByRole('button', { name: 'Copy the codes' }).click()
  await expect.poll(() => pasted(page)).toBe(shown)
  const recovery = ((await page.locator('pre').first().textContent()) ?? '').split('\n')[0] ?? ''
  await page.context().clearCookies()
  await signIn()
  await page.getByLabel('Code').fill(recovery)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('You have 9 recovery codes left.').waitFor()
  expect(complaints).toEqual([])
  await close()
})
