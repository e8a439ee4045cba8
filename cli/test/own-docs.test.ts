// What we write is held to what we ask of others.
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openFolder } from './folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('our own documentation passes `equipoise check --min 0.7`, with the words that our configuration file lists', async () => {
  const folder = openFolder()
  try {
    const { code, printed } = await folder.run(['check', '--min', '0.7'], { cwd: ROOT })
    expect(printed).toMatch(/\d{2} texts checked, none below the minimum/)
    expect(code).toBe(0)
  } finally {
    folder.remove()
  }
})
