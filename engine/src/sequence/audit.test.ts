import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compute } from '../engine.ts'
import published from './vectors.json' with { type: 'json' }

const guide = readFileSync(new URL('../../../docs/guide/engine.md', import.meta.url), 'utf8')
const hasTools = ['sh', 'openssl'].every((tool) => spawnSync(tool, ['version']).error === undefined)

// Runs the commands of the guide exactly as readers would copy them.
describe.skipIf(!hasTools)('the guide', () => {
  it('has an audit by openssl alone that prints the digest of the engine and of the text', () => {
    const { digest } = compute({ bias: 0, N: 9, samples: 1_000, seed: 1 })
    expect(outputOf('audit')).toEqual([digest])
    expect(guide).toContain(`It prints \`${digest}\``)
  })

  it('has an example of fair play that prints the published commitment and seed', () => {
    const { commitment, seed } = published.fair
    expect(outputOf('fair')).toEqual([commitment, seed])
    expect(guide).toContain(commitment)
    expect(guide).toContain(seed)
  })
})

function outputOf(block: string): string[] {
  const script = new RegExp(`\`\`\`sh ${block}\n([^]*?)\`\`\``).exec(guide)?.[1]
  if (script === undefined) throw new Error(`the guide has no block named ${block}`)
  // Runs in plain sh, because what works there works in every shell.
  return execFileSync('sh', ['-euc', script], { encoding: 'utf8' }).trim().split('\n')
}
