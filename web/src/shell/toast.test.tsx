import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Toasts, toast } from './toast.tsx'

test('errors are alerts and messages are not; each can be closed, and one has an undo button', () => {
  toast({ message: 'The text was cleared.', action: { label: 'Undo', run: () => {} } })
  toast({ tone: 'error', title: 'The file could not be opened', message: 'It is no Word document.' })
  const html = renderToStaticMarkup(<Toasts />)
  expect(html.match(/role="alert"/g)).toHaveLength(1)
  expect(html).toMatch(/data-tone="error" role="alert".*The file could not be opened/)
  expect(html.match(/aria-label="Close this message"/g)).toHaveLength(2)
  expect(html).toContain('>Undo<')
})
