// `equipoise lsp` in another editor: headless Neovim with its built-in LSP client.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openFolder } from './folder.ts'

const START = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const SCRIPT = fileURLToPath(new URL('./data/neovim.lua', import.meta.url))
const isThere = spawnSync('nvim', ['--version']).status === 0
if (!isThere)
  console.warn('Neovim is not installed (apt-get install neovim), so the language server is not tried with it')

test.runIf(isThere)(
  'Neovim shows a loaded sentence, applies a quick fix beside an emoji, and clears the diagnostics',
  () => {
    const sentence = 'The minister shamelessly slammed the disgraceful report on Tuesday.'
    const folder = openFolder({ 'a.md': `# 😀\n\n👩‍👩‍👧 ${sentence}\n` })
    const from = ['--conditions=equipoise:source', '--import', fileURLToPath(import.meta.resolve('tsx'))]
    const { stdout } = spawnSync('nvim', ['--headless', '--clean', '-n', '-c', `luafile ${SCRIPT}`], {
      env: {
        ...process.env,
        XDG_CONFIG_HOME: folder.path,
        EQUIPOISE_COMMAND: JSON.stringify([process.execPath, ...from, START, 'lsp']),
        EQUIPOISE_FILE: join(folder.path, 'a.md'),
      },
      encoding: 'utf8',
    })
    folder.remove()
    const seen = JSON.parse(stdout)
    expect(seen.opened).toEqual([
      { code: 'withheld-by-loaded', covers: sentence, message: expect.stringContaining('withholds the certificate') },
      { code: 'loaded-sentence', covers: sentence, message: expect.stringContaining('you could write “criticised”') },
    ])
    expect(seen.first_status).toMatch(/^neutrality 0\.\d\d, at least 0\.70 expected$/)
    expect(seen.actions).toEqual([
      'Write “criticised” instead of “slammed”',
      'Do not check this paragraph',
      'Accept “slammed” in this file',
      'Accept “slammed” in this project',
    ])
    expect(seen.line).toBe('👩‍👩‍👧 The minister shamelessly criticised the disgraceful report on Tuesday.')
    expect(seen.hover).toContain('**shamelessly** · editorial')
    expect(seen.plain).toEqual([])
  },
)
