import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readLines } from './backup-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'backup-file-'))
afterAll(() => rmSync(dir, { recursive: true }))

async function linesOf(path: string): Promise<number> {
  let count = 0
  for await (const _line of readLines(path, undefined)) count++
  return count
}

test('a file that unpacks to one huge line is no backup, and lines of any number are', async () => {
  const path = join(dir, 'backup')
  writeFileSync(path, gzipSync(Buffer.alloc(129 * 1_048_576, 'a')))
  await expect(linesOf(path)).rejects.toThrow('one of its lines has more than 128 MiB')
  writeFileSync(path, gzipSync('a\n'.repeat(100_000)))
  expect(await linesOf(path)).toBe(100_000)
})

test.skipIf(process.platform === 'win32')('a named pipe is no backup, and nobody waits for it', async () => {
  const path = join(dir, 'pipe')
  execFileSync('mkfifo', [path])
  await expect(linesOf(path)).rejects.toThrow('is not a file')
})
