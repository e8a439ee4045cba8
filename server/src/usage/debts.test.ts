import { expect, test } from 'vitest'
import { createDebts } from './debts.ts'

test('closing waits for refunds in progress, and retries each once if it fails', async () => {
  const said: string[] = []
  let fail = (_error: Error): void => {}
  const firstTry = new Promise<void>((_resolve, reject) => {
    fail = reject
  })
  let tries = 0
  const debts = createDebts<string>({
    pay: async (debt) => {
      tries++
      if (tries === 1) await firstTry
      said.push(`${debt} is paid`)
    },
    isWorthRetrying: () => true,
    onLost: (debt) => said.push(`${debt} is lost`),
  })
  void debts.pay('a charge')
  const closed = debts.close().then(() => said.push('closed'))
  fail(new Error('the database is away'))
  await closed
  expect(said).toEqual(['a charge is paid', 'closed'])
})
