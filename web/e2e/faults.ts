// What makes a screen hard to use: what axe rates as serious or critical, and content wider than the window.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { canEmulate } from './site.ts'

export const PHONE = { width: 390, height: 844 }

/**
 * All rules on a desktop in light colours; in forced colours, and on a phone in dark colours, only what can differ there: contrast, width
 * and what scrolls.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const faults = [...(await accessFaults(page)), ...(await overhangOf(page))]
  if (!canEmulate) return faults
  await page.emulateMedia({ forcedColors: 'active' })
  const inForced = await accessFaults(page, ['color-contrast'])
  const size = page.viewportSize()
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' })
  await page.locator('html:not([data-mantine-color-scheme=light])').waitFor()
  await transitionsEnd(page)
  const onPhone = ['color-contrast', 'scrollable-region-focusable']
  const inDark = [...(await accessFaults(page, onPhone)), ...(await overhangOf(page))]
  await page.emulateMedia({ colorScheme: 'light' })
  if (size) await page.setViewportSize(size)
  const forced = inForced.map((fault) => `forced colours: ${fault}`)
  return [...faults, ...forced, ...inDark.map((fault) => `phone, dark: ${fault}`)]
}

export const fits = async (page: Page) => (await overhangOf(page)).length === 0

async function overhangOf(page: Page): Promise<string[]> {
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return overhang > 0 ? [`${overhang} pixels wider than the window`] : []
}

/** During a transition axe would measure a colour between the two. */
async function transitionsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}

/** Only this many operations of the API reference are checked: the same code renders all of them. */
const OPERATIONS_MAX = 4

/**
 * What axe rates as serious or critical. Legacy mode, since there are no frames to look into; only violations are
 * reported, since listing what passes takes most of the time.
 */
export async function accessFaults(page: Page, rules: string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  if (rules.length > 0) axe.withRules(rules)
  const { violations } = await axe.exclude(`.operations section:nth-of-type(n + ${OPERATIONS_MAX + 1})`).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
