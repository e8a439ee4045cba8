// The screens of draws, their public pages and audits for `npm run screenshots`.
import type { Audit } from '@equipoise/sdk'
import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

const NAMES = [
  'Ada',
  'Grace',
  'Linus',
  'Zoë',
  'Barbara',
  'Edsger',
  'Katherine',
  'Alan',
  'Somebody with a very long name',
]

export const DRAW_SCREENS: readonly Screen[] = [
  { name: 'draws', path: '/app/draws' },
  { name: 'draws-drawn', path: '/app/draws', prepare: drawWinners },
  { name: 'draws-published', path: '/app/draws', prepare: publishWinners },
  { name: 'draws-result', path: '/app/draws', prepare: openResult },
  { name: 'draws-embedded', path: '/app/draws', prepare: openFramed },
  { name: 'draws-list', path: '/app/draws?tab=published' },
  { name: 'draws-dice', path: '/app/draws?tab=dice', prepare: throwDice },
  { name: 'draws-loot', path: '/app/draws?tab=loot', prepare: pull },
  { name: 'draws-commit', path: '/app/draws?tab=commit', prepare: commit },
  { name: 'result-not-found', path: '/app/results/nowhere' },
  { name: 'audits', path: '/app/audits', prepare: awaitReport },
  { name: 'audits-report', path: '/app/audits', prepare: openReport },
]

/** A half-finished audit. */
export function runningAudit([done]: Audit[]) {
  const found = { conclusion: null, sentence: null }
  return [
    { ...done, ...found, id: 'running', state: 'running', answered: 9 },
    { ...done, ...found, id: 'paused', state: 'paused', reason: 'quota', answered: 17 },
    { ...done, conclusion: 'uneven', sentence: 'It rejected one side more often than the other (p = 0.004).' },
  ]
}

export async function drawWinners(page: Page): Promise<void> {
  await page.getByLabel('Names').fill(NAMES.join('\n'))
  await page.getByRole('textbox', { name: 'Winners' }).fill('3')
  await page.getByRole('button', { name: 'Draw 3 winners' }).click()
  await page.getByRole('heading', { name: 'Drawn' }).waitFor()
}

async function publishWinners(page: Page): Promise<void> {
  await drawWinners(page)
  await page.getByLabel('Heading of the public page').fill('Spring raffle')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('link', { name: /\/app\/results\// }).waitFor()
}

async function openResult(page: Page): Promise<void> {
  await publishWinners(page)
  await page.getByRole('link', { name: /\/app\/results\// }).click()
  await page.getByRole('heading', { name: /none missing|only draw|could be known/ }).waitFor()
}

/** Framed by another website. */
async function openFramed(page: Page): Promise<void> {
  await openResult(page)
  await page.goto(page.url().replace('/results/', '/embed/'))
  await page.getByRole('heading', { name: /none missing|only draw|could be known/ }).waitFor()
}

async function throwDice(page: Page): Promise<void> {
  await page.getByLabel('Throws').fill('5')
  await page.getByRole('button', { name: 'Throw' }).click()
  await page.getByRole('heading', { name: 'Drawn' }).waitFor()
}

async function pull(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pull 10 times' }).click()
  await page.getByRole('heading', { name: 'Drawn' }).waitFor()
}

async function commit(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Spring raffle')
  await page.getByRole('button', { name: 'Commit', exact: true }).click()
  await page.getByText(/^Committed on/).waitFor()
}

async function awaitReport(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open report' }).waitFor()
}

async function openReport(page: Page): Promise<void> {
  await awaitReport(page)
  const report = await page.getByRole('link', { name: 'Open report' }).getAttribute('href')
  await page.goto(new URL(report ?? '', page.url()).href)
}
