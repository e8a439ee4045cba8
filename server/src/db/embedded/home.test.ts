import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settleHome } from './home.ts'

test('a data folder that is a file, or below one, is named with its setting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'home-'))
  const file = join(folder, 'data')
  writeFileSync(file, '')
  const settle = (dataDir: string) => settleHome({ dataDir, uid: 1000, elsewhereDir: folder, log: () => {} })
  await expect(settle(file)).rejects.toThrow(`DATA_DIR: ${file} is a file. Name a folder.`)
  await expect(settle(join(file, 'deep'))).rejects.toThrow('is below a file. Name a folder.')
  rmSync(folder, { recursive: true })
})
