// What a page says a command prints is what it prints: each block of commands with its output, against a real service.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openAnalyzer } from '@equipoise/score/weights'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AiService, openAiService } from '../../server/test/ai-service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GUIDES = readdirSync(join(ROOT, 'docs/guide')).filter((name) => name.endsWith('.md'))
const SAMPLES = ['README.md', ...GUIDES.map((name) => `docs/guide/${name}`)].flatMap((page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  const blocks = [...text.matchAll(/^```sh\n([^`]*?)^```\n```(?:json|text)?\n([\s\S]*?)^```$/gm)]
  return blocks.map(([, command = '', printed = ''], at) => ({ sample: `${page}, sample ${at + 1}`, command, printed }))
})

let service: AiService
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  service = await openAiService({ analyze: openAnalyzer({ weights: 'default' }) })
  folder = mkdtempSync(join(tmpdir(), 'samples-'))
  mkdirSync(join(folder, 'bin'))
  const shim = `#!/bin/sh\n[ "$1" = equipoise ] && shift && exec "${process.execPath}" "${ROOT}cli/bin/equipoise.mjs" "$@"\n`
  writeFileSync(join(folder, 'bin/npx'), shim, { mode: 0o755 })
  env = { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`, HOME: folder }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.close()
})

test.each(SAMPLES)('$sample', async ({ command, printed }) => {
  const here = command.replaceAll('localhost:8080', new URL(service.url).host)
  const run = promisify(execFile)('bash', ['-c', here], { cwd: folder, env })
  // A check that fails has its own exit status.
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  expect(flat(stdout)).toMatch(patternOf(printed))
})

test('the first page has a sample for texts, for the command line and for draws', () => {
  expect(SAMPLES.filter(({ sample }) => sample.startsWith('README.md')).length).toBeGreaterThanOrEqual(3)
})

function flat(text: string): string {
  return text.replace(/\s+/g, '')
}

/** `…` stands for anything that the page leaves out. */
function patternOf(printed: string): RegExp {
  const parts = flat(printed).split('…')
  return new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')}$`)
}
