// `npx tsx bench/same-bits.ts [RUNNER …]`: 500 scores must have the same bits everywhere. A RUNNER is `chromium`, `firefox` or a command that
// runs a script, such as `npx --yes node@24` or `qemu-aarch64 -L /usr/aarch64-linux-gnu ./node-arm64`; without any, Node 20, 22, 24 and 26
// from npm and both browsers.
import type { ModelTier } from '@equipoise/score/weights'
import { digestIn } from './digests.ts'

const given = process.argv.slice(2)
const runners =
  given.length > 0 ? given : [...[20, 22, 24, 26].map((version) => `npx --yes node@${version}`), 'chromium', 'firefox']
for (const tier of ['default', 'permissive'] as const satisfies readonly ModelTier[]) {
  const said = new Set<string>()
  for (const runner of runners) {
    const digest = await digestIn(runner, tier)
    console.log(tier, digest, runner)
    said.add(digest)
  }
  if (said.size > 1) process.exitCode = 1
}
