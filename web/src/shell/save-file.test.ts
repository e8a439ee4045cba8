import { expect, test } from 'vitest'
import { fileName } from './save-file.ts'

test.each([
  ['Equipoise', 'equipoise-account'],
  ['Ägide & Söhne', 'agide-sohne-account'],
  ['天秤', 'account'],
  ['../etc', 'etc-account'],
])('the account at %s is saved as %s', (brand, name) => {
  expect(fileName(brand, 'account')).toBe(name)
})
