import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { WithAccount } from './visitor-form.tsx'

test('visitors are promised no more than an announcement and a receipt show', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <MantineProvider>
        <WithAccount />
      </MantineProvider>
    </MemoryRouter>,
  )
  expect(html).toContain('a draw gets a signed receipt, and you can publish it as a page.')
  expect(html).toContain('this draw was fixed before it could be known')
  expect(html).not.toContain('only once')
})
