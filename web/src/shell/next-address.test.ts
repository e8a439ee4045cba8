import { expect, test } from 'vitest'
import { safeNext, signInFrom } from './next-address.ts'

test('addresses of our own screens are kept, with their query', () => {
  expect(safeNext('/app/text')).toBe('/app/text')
  expect(safeNext('/?bias=0.3&N=9')).toBe('/?bias=0.3&N=9')
  expect(safeNext('/app/billing?paid=1')).toBe('/app/billing?paid=1')
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/app/../../x', null])(
  '%s is replaced by the dashboard',
  (wanted) => {
    expect(safeNext(wanted)).toBe('/app/usage')
  },
)

test('the link to the sign-in form carries the screen and its query', () => {
  const address = new URL(signInFrom({ pathname: '/', search: '?bias=0.3&N=16' }), 'https://here.example')
  expect(safeNext(address.searchParams.get('next'))).toBe('/?bias=0.3&N=16')
})
