// What several tests of draws do.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { PASSWORD, type Site } from './site.ts'

export async function downloadBy(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return readFileSync(await download.path(), 'utf8')
}

/** A disabled button cannot be focused. */
export async function canBeUsed(button: Locator): Promise<boolean> {
  return button.evaluate((one) => {
    one.focus()
    return one === document.activeElement
  })
}

export async function drawnBy(site: Site, payload: object): Promise<{ receipt: object }> {
  const { app } = site.service
  const register = { email: `draws-${Date.now()}@example.org`, password: PASSWORD }
  const { access_token } = (await app.inject({ method: 'POST', url: '/auth/register', payload: register })).json()
  const headers = { authorization: `Bearer ${access_token}` }
  return (await app.inject({ method: 'POST', url: '/draws', payload, headers })).json()
}
