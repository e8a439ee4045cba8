import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { curlLines, opensslLines, sdkLines } from './reproduce.ts'
import type { Settings } from './settings.ts'

// Published results of equilibrium/1; the engine's own tests check all of them.
const PUBLISHED: [Settings, string][] = [
  [
    { seed: '42', bias: 0.1, N: 9, samples: 1000 },
    '001001011 35d8e505950befd02e3f2fb12a9cdb14b8e2f95c837bfc4d4e78dfc1e663e6cc',
  ],
  [{ seed: '0', bias: 0, N: 3, samples: 100 }, '111 a99e538cdc40596132aaff133c3c8d7a707155355d5856853fc0472a169bc21a'],
  [
    { seed: '0', bias: 0.5, N: 3, samples: 100 },
    '011 4c22c1c796830653ed19cb59ea8a612c30bf5206e92b28ce27f8679485cf54c3',
  ],
  [
    { seed: '1', bias: 0.25, N: 3, samples: 101 },
    '010 df70adc0dd66f258ef48f2b3fe76eab72a81f9742c4d1180b9d8541f4ba070bd',
  ],
  [
    { seed: '1', bias: 0.5, N: 9, samples: 1000 },
    '001000111 7955f432a21ea5eed0b0f38ecf76cc299596b56ab14f78b77ceaa48471bd74ea',
  ],
  [
    { seed: '8', bias: 0.75, N: 16, samples: 2500 },
    '1010100011011110 c2e4cf0cfb96c3efc5d2087f9dc9d64e490d8605a7a2cbe09ce14d6d52bc10b4',
  ],
  [
    { seed: '123456789', bias: 0.6180339887498949, N: 25, samples: 4999 },
    '1010100010101000110000101 a96cada4d057ffa6e3bc0ad42062a5a4a35e8f3870974e62919a2c60b8938295',
  ],
  [
    { seed: '6', bias: 0, N: 64, samples: 100 },
    '0111100011101100011000100110010011000001011101011100001100111001 773a9832eee5541a0ec194e2b066d797d96abb2be933d4d04e0aeff3fc2982da',
  ],
  [
    { seed: '12', bias: 1.1102230246251565e-16, N: 32, samples: 100 },
    '01010110000001110101101000101011 e90d1d20058f6746ae30bb0b43bb4e08c9ae8b32b3241f93a56eb62ba3f601b1',
  ],
]

function runShell(lines: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'reproduce-'))
  try {
    return execFileSync('bash', ['-ec', lines], { cwd: folder, encoding: 'utf8' }).trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each(PUBLISHED)('the openssl lines for %o print the published sequence and digest', (settings, printed) => {
  expect(runShell(opensslLines(settings))).toBe(printed)
})

test('the curl line sends a seed of digits as a number, and includes a key if one is needed', () => {
  const settings: Settings = { seed: '42', bias: 0.1, N: 9, samples: 1000 }
  expect(curlLines(settings, 'http://x')).toContain('{"bias":0.1,"N":9,"samples":1000,"seed":42}')
  expect(curlLines(settings, 'http://x')).not.toContain('X-Api-Key')
  expect(curlLines({ ...settings, N: 16 }, 'http://x')).toContain('X-Api-Key')
  expect(sdkLines({ ...settings, seed: 'a-b' }, 'http://x')).toContain('seed: "a-b"')
})
