import { spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pino from 'pino'
import { expect, test, vi } from 'vitest'
import { WAIT } from '../../test/waiting.ts'
import { openLogOutput } from './log-output.ts'

/** Both outputs on one full disk, as with `> log 2>&1`. */
const LOGGING = `
  const { openLogOutput, sayToPeople } = await import(${JSON.stringify(new URL('./log-output.ts', import.meta.url).href)})
  const output = openLogOutput(sayToPeople)
  output.write('one\\n')
  output.once('error', () => {
    process.emitWarning('a warning of Node itself')
    sayToPeople('this is lost')
    console.error('this too')
    output.write('two\\n')
    output.once('error', () => setImmediate(() => process.exit(7)))
  })`

test.skipIf(process.platform !== 'linux')('a full disk behind both outputs does not end the process', () => {
  const full = openSync(FULL, 'w')
  const child = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', LOGGING], {
    stdio: ['ignore', full, full],
  })
  expect(child.status).toBe(7)
})

test('what is logged is written, at the latest when the process ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  const file = join(folder, 'log')
  const output = openLogOutput(() => {}, openSync(file, 'a')) as ReturnType<typeof pino.destination>
  output.write('one\n')
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('one\n'), WAIT)
  output.write('two\n')
  output.write('three\n')
  output.end()
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n'), WAIT)
  rmSync(folder, { recursive: true })
})

/** Linux device whose every write fails as on a full disk. */
const FULL = '/dev/full'

test.skipIf(process.platform !== 'linux')(
  'a full disk is reported once, and neither ends the process nor delays its end',
  async () => {
    const said: string[] = []
    const output = openLogOutput((message) => said.push(message), openSync(FULL, 'w')) as ReturnType<
      typeof pino.destination
    >
    output.write('one\n')
    await vi.waitFor(() => expect(said).toHaveLength(1), WAIT)
    const tried = new Promise((resolve) => output.once('error', resolve))
    output.write('two\n')
    await tried
    output.flushSync()
    expect(said).toEqual([
      'The log cannot be written: ENOSPC: no space left on device, write. Requests are still answered.',
    ])
  },
)
