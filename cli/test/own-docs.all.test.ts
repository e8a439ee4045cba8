// Our own documentation must pass our own check.
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openFolder } from './folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('our own documentation passes `equipoise check --min 0.7`, with the words of our configuration file', async () => {
  const folder = openFolder()
  try {
    const { code, printed } = await folder.run(['check', '--min', '0.7'], { cwd: ROOT })
    expect(printed).toMatch(/\d{2} texts checked, none below the minimum/)
    expect(code).toBe(0)
  } finally {
    folder.remove()
  }
})
