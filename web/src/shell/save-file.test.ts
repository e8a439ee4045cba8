import { expect, test } from 'vitest'
import { fileName } from './save-file.ts'

test.each([
  ['Equipoise', 'equipoise-account.json'],
  ['Ägide & Söhne', 'agide-sohne-account.json'],
  ['天秤', 'account.json'],
  ['../etc', 'etc-account.json'],
])('the account at %s is saved as %s', (brand, name) => {
  expect(fileName(brand, 'account')).toBe(name)
})
