import type { Check } from '@equipoise/engine/verify'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OneReceipt } from './chain-checks.tsx'

const passed = (name: Check['name'], detail: string): Check => ({ name, state: 'passed', detail })
const SIGNED = passed('signature', 'Nothing has changed.')
const OUTCOME = passed('outcome', 'Computing it again gives the same outcome.')

const shown = (subject: string, checks: Check[], proves?: string) =>
  renderToStaticMarkup(
    <MantineProvider>
      <OneReceipt receipt={{ subject }} verification={{ valid: true, complete: true, checks }} proves={proves} />
    </MantineProvider>,
  )

test('a commitment and a reveal claim no outcome, and a draw does', () => {
  expect(shown('commitment', [SIGNED, OUTCOME])).toMatch(/Nothing has changed\./)
  expect(shown('commitment', [SIGNED, OUTCOME])).not.toContain('same outcome')
  expect(shown('reveal', [SIGNED, passed('seed', 'The seed is it.'), OUTCOME])).toMatch(/The seed is it\.</)
  expect(shown('draw', [SIGNED, OUTCOME])).toContain('same outcome')
})

test('what a draw proves stands beside it', () => {
  expect(shown('draw', [OUTCOME], 'Computed correctly.')).toContain('Computed correctly.')
})
