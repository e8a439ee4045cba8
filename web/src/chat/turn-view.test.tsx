import { ConnectionError } from '@equipoise/sdk'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { newTurn, type Turn } from './conversation.ts'
import { TurnView } from './turn-view.tsx'

const drawn = (rest: Partial<Turn>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MantineProvider>
        <TurnView turn={{ ...newTurn(1, 'Why?'), ...rest }} retry={() => {}} edit={() => {}} />
      </MantineProvider>
    </MemoryRouter>,
  )

test.each([
  [{ ended: 'failed' }, 'We could not get an answer to this question.'],
  [{ ended: 'failed', answer: 'Beca' }, 'The answer broke off.'],
  [{ ended: 'stopped' }, 'Stopped.'],
  [{ ended: 'unknown' }, 'No answer has arrived yet.'],
] as const)('a question without an answer says why, and can be retried or edited: %o', (ending, words) => {
  const html = drawn(ending)
  expect(html).toContain(words)
  expect(html).toContain('>Ask again<')
  expect(html).toContain('>Edit and ask again<')
  if (ending.ended !== 'stopped') expect(html).not.toContain('Stopped')
})

test('a question that has just failed shows the error, and can be edited', () => {
  const html = drawn({ ended: 'failed', error: new ConnectionError('offline') })
  expect(html).toContain('The service cannot be reached.')
  expect(html).toContain('>Try again<')
  expect(html).toContain('>Edit and ask again<')
})
