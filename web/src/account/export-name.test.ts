import { expect, test } from 'vitest'
import { exportName } from './export-name.ts'

test.each([
  ['Equipoise', 'equipoise-account.json'],
  ['Ägide & Söhne', 'agide-sohne-account.json'],
  ['天秤', 'account.json'],
  ['../etc', 'etc-account.json'],
])('the export of %s is called %s', (brand, name) => {
  expect(exportName(brand)).toBe(name)
})
