// `npx tsx bench/same-bits.ts [NODE …]`: 500 scores must have the same bits everywhere. Each NODE is a command that runs a script, such as
// `npx --yes node@24`, `firefox-shell` or `qemu-aarch64 -L /usr/aarch64-linux-gnu ./node-arm64`; without any, Node 20, 22, 24 and 26 from npm.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encoderPath, type ModelTier, weightsPath } from '@equipoise/score/weights'
import { build } from 'esbuild'

const given = process.argv.slice(2)
const runners = given.length > 0 ? given : [20, 22, 24, 26].map((version) => `npx --yes node@${version}`)
const folder = mkdtempSync(join(tmpdir(), 'same-bits-'))
try {
  const script = join(folder, 'digest.mjs')
  await build({
    stdin: {
      contents: `import { readFileSync } from 'node:fs'
import { loadDeep, loadModel } from './score/src/score.ts'
import { digestOf } from './score/test/digest.ts'
const [words, encoder] = process.argv.slice(2).map((path) => readFileSync(path))
console.log(digestOf(loadModel(words), loadDeep(encoder)))`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: script,
  })
  let apart = 0
  for (const tier of ['default', 'permissive'] as const satisfies readonly ModelTier[]) {
    const said = runners.map((runner) => {
      const [command = '', ...options] = runner.split(' ')
      const out = execFileSync(command, [...options, script, weightsPath(tier), encoderPath(tier)], {
        encoding: 'utf8',
      })
      console.log(tier, out.trim(), runner)
      return out
    })
    apart += new Set(said).size - 1
  }
  process.exitCode = apart === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
