// The pages that promise something name the tests that prove it; this checks that these tests exist.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const PARTS: string[] = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).workspaces
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** By file name, so that a page stays valid when a file moves. Files of the same name count as one. */
const testFiles = new Map<string, string>()
for (const part of [...PARTS.flatMap((name) => [`${name}/src`, `${name}/test`, `${name}/e2e`]), 'trials']) {
  for (const path of listed(part).filter((name) => name.endsWith('.test.ts'))) {
    const name = basename(path)
    testFiles.set(name, (testFiles.get(name) ?? '') + read(join(part, path)))
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder), { recursive: true }) as string[]
  } catch {
    return []
  }
}

test('every promise of the trust page has a test with that title', () => {
  const rows = read('docs/operating/trust.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:promise|badge) /.test(line))
  expect(rows.length).toBeGreaterThan(30)
  for (const row of rows) {
    const [, file = '', title = ''] = /^\| [^|]+ \| (?:[^|]+ \| [^|]+ \| )?`([\w.-]+)`: ([^|]+) \|$/.exec(row) ?? []
    expect(testFiles.get(file), `${row}: there is no such file`).toBeDefined()
    // The title in the test's source, in quotes.
    const isThere = [`'${title}'`, `"${title}"`, `\`${title}\``].some((one) => testFiles.get(file)?.includes(one))
    expect(isThere, `${row}: the file has no test with this title`).toBe(true)
  }
})

test('every test that SECURITY.md names exists', () => {
  const named = [...read('SECURITY.md').matchAll(/`([\w.-]+\.test\.ts)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((file) => !testFiles.has(file))).toEqual([])
})
