import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptSecret } from './kept-secret.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kept-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('the secret is made once, and nobody else can read it', () => {
  const made = keptSecret(join(dataDir, 'new')).reveal()
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(keptSecret(join(dataDir, 'new')).reveal()).toBe(made)
  expect(readdirSync(join(dataDir, 'new'))).toEqual(['jwt-secret'])
  expect(statSync(join(dataDir, 'new', 'jwt-secret')).mode & 0o777).toBe(0o600)
})

test('an empty one, as a full disk leaves it, is made anew', () => {
  writeFileSync(join(dataDir, 'jwt-secret'), '')
  const made = keptSecret(dataDir).reveal()
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(keptSecret(dataDir).reveal()).toBe(made)
})
