import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

test.each(['- same\n- same', '1. same\n2. same'])('items with the same words are two items: %o', (text) => {
  const [block] = Markdown({ text }) as ReactElement<{ children: ReactElement<{ children: ReactElement[] }> }>[]
  const items = block?.props.children.props.children ?? []
  expect(new Set(items.map(({ key }) => key)).size).toBe(2)
})
