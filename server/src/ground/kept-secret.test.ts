import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptSecret } from './kept-secret.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kept-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('the secret is created once, and nobody else can read it', () => {
  const made = keptSecret(join(dataDir, 'new')).reveal()
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(keptSecret(join(dataDir, 'new')).reveal()).toBe(made)
  expect(readdirSync(join(dataDir, 'new'))).toEqual(['jwt-secret'])
  expect(statSync(join(dataDir, 'new', 'jwt-secret')).mode & 0o777).toBe(0o600)
})

test("a new data folder is accessible to nobody else; PostgreSQL's group can pass through if we are root", () => {
  keptSecret(join(dataDir, 'deep', 'new'))
  const { mode, uid, gid } = statSync(join(dataDir, 'deep', 'new'))
  const isRoot = process.getuid?.() === 0
  expect([mode & 0o777, uid, gid]).toEqual(isRoot ? [0o710, 0, 65_534] : [0o700, uid, gid])
  // Parent folders are the operator's, and an existing folder keeps its mode.
  expect(statSync(join(dataDir, 'deep')).mode & 0o777).not.toBe(0o710)
  chmodSync(join(dataDir, 'deep', 'new'), 0o755)
  keptSecret(join(dataDir, 'deep', 'new'))
  expect(statSync(join(dataDir, 'deep', 'new')).mode & 0o777).toBe(0o755)
})

test('an empty secret, as a full disk leaves it, is replaced', () => {
  writeFileSync(join(dataDir, 'jwt-secret'), '')
  const made = keptSecret(dataDir).reveal()
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(keptSecret(dataDir).reveal()).toBe(made)
})
