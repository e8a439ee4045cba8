// The guides about draws are run as written, block by block, against a real service.
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AiService, openAiService } from '../../server/test/ai-service.ts'
import { makeKey, signUp } from '../../server/test/people.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let service: AiService
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  service = await openAiService()
  folder = mkdtempSync(join(tmpdir(), 'guides-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'bin'))
  const shim = `#!/bin/sh\nexec "${process.execPath}" "${ROOT}cli/bin/equipoise.mjs" "$@"\n`
  writeFileSync(join(folder, 'bin/equipoise'), shim, { mode: 0o755 })
  const { key } = await makeKey(service.app, await signUp(service.app), 'compute')
  const path = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`
  env = { PATH: path, EQUIPOISE_URL: service.url, EQUIPOISE_API_KEY: key, PYTHONDONTWRITEBYTECODE: '1' }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.close()
})

test.each(['fair-loot-boxes', 'randomise-an-experiment', 'draw-a-winner'])(
  '%s runs from top to bottom',
  async (name) => {
    const cwd = join(folder, name)
    mkdirSync(cwd)
    for (const file of readdirSync(join(ROOT, 'docs')).filter((file) => file.startsWith('verify'))) {
      copyFileSync(join(ROOT, 'docs', file), join(cwd, file))
    }
    const page = readFileSync(join(ROOT, `docs/guide/${name}.md`), 'utf8')
    const blocks = [...page.matchAll(/^```(js|sh)\n([\s\S]*?)^```$/gm)]
    expect(blocks.length).toBeGreaterThan(3)
    const printed: string[] = []
    for (const [at, [, language, code = '']] of blocks.entries()) {
      const file = join(cwd, `block-${at}.mjs`)
      writeFileSync(file, code)
      const [command, args] =
        language === 'js' ? [process.execPath, [file]] : ['bash', ['-e', '-o', 'pipefail', '-c', code]]
      const { stdout } = await promisify(execFile)(command, args, { cwd, env })
      printed.push(stdout)
    }
    // Once from the command line, once from Python.
    expect(printed.join('').match(/^(Computed|One of|The one|Announced) .+\.$/gm)).toHaveLength(2)
  },
)
