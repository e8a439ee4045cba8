// The file that npm links as `equipoise`, in a separate folder, before and after a build.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const CLI = fileURLToPath(new URL('..', import.meta.url))
const { bin, files } = JSON.parse(readFileSync(join(CLI, 'package.json'), 'utf8'))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'launcher-'))
  cpSync(join(CLI, bin.equipoise), join(folder, bin.equipoise))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function launch(...args: string[]) {
  return spawnSync(process.execPath, [join(folder, bin.equipoise), ...args], { encoding: 'utf8' })
}

test('npm can link, run and pack the command without a build', () => {
  expect(bin.equipoise).not.toContain('dist')
  expect(() => accessSync(join(CLI, bin.equipoise), constants.X_OK)).not.toThrow()
  expect(files.map((name: string) => `./${name}`)).toContain(dirname(bin.equipoise))
})

test('before a build it says in one line what to run', () => {
  const { status, stdout, stderr } = launch('help')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^The command line is not built yet: run `npm run build`.*\n$/)
})

test('after a build it runs the built command', () => {
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'dist/main.js'), 'console.log(...process.argv.slice(2))')
  const { status, stdout } = launch('compute', '--bias', '0.9')
  expect([status, stdout]).toEqual([0, 'compute --bias 0.9\n'])
})

test('serve finds the service by its package name', () => {
  const { exports } = JSON.parse(readFileSync(join(CLI, '../server/package.json'), 'utf8'))
  expect(exports['./main']).toBe('./dist/main.js')
  expect(createRequire(import.meta.url).resolve('@equipoise/server/package.json')).toBe(
    join(CLI, '../server/package.json'),
  )
})
