import { expect, test } from 'vitest'
import { openReceiver, withStatus } from '../../server/test/receiver.ts'
import { openSite } from './site.ts'

test('a webhook is added, tried, looked up in the log, sent again, switched off by us, and switched on', async () => {
  const receiver = await openReceiver()
  const site = await openSite({ env: { WEBHOOK_ADDRESSES: 'any' } })
  try {
    const { page, signUp, complaints, close } = await site.visit()
    await signUp('/app/webhooks')
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Address').fill('nowhere')
    await form.getByRole('button', { name: 'Add' }).click()
    await form.getByText('This should be a URL.').waitFor()
    await form.getByLabel('Address').fill(receiver.url)
    await form.getByLabel('Description').fill('Team chat')
    await form.getByLabel('All events').uncheck()
    expect(await form.getByRole('button', { name: 'Add' }).isDisabled()).toBe(true)
    await form.getByLabel('Quota reached').check()
    await form.getByRole('button', { name: 'Add' }).click()
    const secret = (await page.getByTestId('new-secret').textContent()) ?? ''
    expect(secret).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    expect(await page.content()).not.toContain(secret)
    await page.getByText(/^Quota reached · added /).waitFor()

    await page.getByRole('button', { name: 'Send test event' }).click()
    const log = page.getByRole('region', { name: 'Log' })
    await log.getByText('Delivered (status 204)').waitFor()
    const first = await receiver.next()
    await log.getByText('Test event').click()
    await log.getByText('This event was sent by hand').waitFor()
    await log.getByRole('button', { name: 'Send again' }).click()
    expect((await receiver.next()).id).toBe(first.id)

    receiver.answer = withStatus(500)
    await log.getByRole('button', { name: 'Send again' }).click()
    await log.getByText(/^Next try .*: the last answer had status 500$/).waitFor()
    await receiver.next()
    // As after three days.
    await site.service.sql`update webhooks set disabled_at = now(), disabled_because = 'failing'`
    await page.reload()
    await page.getByText(/^We switched it off on .*, because events could not be delivered/).waitFor()
    await page.getByRole('button', { name: 'Show log' }).click()
    await log.getByText('Test event').waitFor()
    expect(await log.getByRole('button').count()).toBe(0)
    receiver.answer = withStatus(204)
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('On', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Actions for Team chat' }).click()
    await page.getByRole('menuitem', { name: 'New secret…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create secret' }).click()
    expect(await page.getByTestId('new-secret').textContent()).not.toBe(secret)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    // The event that waited has arrived, so nothing else changes on the screen.
    await receiver.next()
    await page.reload()
    await page.getByRole('button', { name: 'Actions for Team chat' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks yet').waitFor()
    expect(complaints).toEqual([])
    await close()
  } finally {
    await site.close()
    await receiver.close()
  }
})
