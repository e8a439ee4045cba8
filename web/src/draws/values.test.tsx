import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Values } from './values.tsx'

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()

test('up to three winners are shown large, more of them or long names smaller', () => {
  const isLarge = (values: string[]) =>
    renderToStaticMarkup(<Values draw={{ kind: 'winners', values }} />).includes('data-large="true"')
  expect([isLarge(['Ada']), isLarge(['Ada', 'Grace', 'Zoë']), isLarge(['A', 'B', 'C', 'D'])]).toEqual([
    true,
    true,
    false,
  ])
  expect(isLarge(['Somebody with a name that is very long indeed'])).toBe(false)
})

test('a throw shows each die and the sum', () => {
  const html = renderToStaticMarkup(<Values draw={{ kind: 'dice', values: [[4, 1, 2]], totals: [9] }} />)
  expect(textOf(html)).toBe('4 1 2 4 1 2 + 2 = 9')
})

test('loot is listed with counts, the rarest first', () => {
  const values = ['Common', 'Rare', 'Common', 'Legendary', 'Rare', 'Common']
  expect(textOf(renderToStaticMarkup(<Values draw={{ kind: 'loot', values }} />))).toBe('Legendary Rare × 2 Common × 3')
})
