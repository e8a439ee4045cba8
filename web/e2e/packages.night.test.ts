// The engine and the score as their users get them: packed, installed in a clean folder, used in Node and in a browser.
// Both must give the same results as the service, to the last digit.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from '../../server/test/service.ts'
import { sharedBrowser } from './site.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const WEIGHTS = 'node_modules/@equipoise/score-weights-default/neutrality.bin'

const SETTINGS = [
  { bias: 0.1, N: 9, samples: 1000, seed: 42 },
  { bias: 0.9, N: 3, samples: 101, seed: 'a-seed' },
  { bias: 1 / 3, N: 9, samples: 4999, seed: 2 ** 53 - 1 },
]
const TEXTS = [
  'The committee approved the plan by nine votes to four.',
  'What a disgraceful, shameless farce! The corrupt regime rammed through its "reform", critics said.',
  'Die Sitzung begann um neun Uhr und endete ohne Ergebnis.',
  'Ünïcode — 🙂 and a so-called “expert” who slammed the door.\n\n- one\n- two',
]

/** A user's program; the same file runs in Node and, bundled, in a browser. */
const PROGRAM = `
  import { compute, reportCompute, drawOutcome } from '@equipoise/engine'
  import { analyze, loadModel } from '@equipoise/score'
  export function resultsOf(weights, { settings, texts }) {
    const model = loadModel(weights)
    return JSON.stringify({
      sequences: settings.map((setting) => JSON.parse(reportCompute(compute(setting)))),
      dice: drawOutcome({ kind: 'dice', dice: 3, sides: 6, count: 4 }, 'a-seed'),
      analyses: texts.map((text) => analyze(model, text)),
    })
  }
  globalThis.resultsOf = resultsOf
`

interface Results {
  readonly sequences: readonly unknown[]
  readonly dice: unknown
  readonly analyses: readonly Record<string, unknown>[]
}

let folder: string
let service: Service
let inNode: Results
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'package-user-'))
  for (const name of ['engine', 'score', 'score-weights']) {
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
      cwd: join(ROOT, name),
    })
  }
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }')
  const install = ['install', '--silent', '--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  // Dependencies of the engine are installed from here, so that the test needs no registry.
  const others = ['curves', 'hashes'].map((name) => join(ROOT, 'node_modules/@noble', name))
  execFileSync('npm', [...install, ...tarballs.map((name) => `./${name}`), ...others], { cwd: folder })
  writeFileSync(join(folder, 'program.mjs'), PROGRAM)
  writeFileSync(
    join(folder, 'run.mjs'),
    `import { readFileSync } from 'node:fs'
     import { resultsOf } from './program.mjs'
     console.log(resultsOf(readFileSync('${WEIGHTS}'), JSON.parse(process.argv[2])))`,
  )
  const input = JSON.stringify({ settings: SETTINGS, texts: TEXTS })
  inNode = JSON.parse(execFileSync('node', ['run.mjs', input], { cwd: folder, encoding: 'utf8' }))
  service = await openService()
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The engine checks drand signatures with a library; the packages need nothing else. */
const DEPENDENCIES = { engine: ['@noble/curves'], score: [] }

test('they bring one dependency at most, and no sources or tests', () => {
  for (const [name, dependencies] of Object.entries(DEPENDENCIES)) {
    const installed = join(folder, 'node_modules/@equipoise', name)
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect(Object.keys(manifest.dependencies ?? {})).toEqual(dependencies)
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', `dist/${name}.js`, `dist/${name}.d.ts`]))
    expect(files.filter((file) => /\.test\.|^src|\.built$/.test(file))).toEqual([])
  }
})

test('in Node they give the same results as the service', async () => {
  for (const [at, payload] of SETTINGS.entries()) {
    const response = await service.app.inject({ method: 'POST', url: '/compute', payload })
    expect(response.json()).toEqual(inNode.sequences[at])
  }
  for (const [at, text] of TEXTS.entries()) {
    const response = await service.app.inject({ method: 'POST', url: '/try/analyze', payload: { text } })
    const ours = inNode.analyses[at] ?? {}
    expect(response.json()).toMatchObject({
      ain_score: ours.ainScore,
      bias_direction: ours.biasDirection,
      word_ratios: ours.wordRatios,
      evidence: ours.evidence,
      confidence: ours.confidence,
      model_version: ours.modelVersion,
    })
  }
})

test('in a browser they give the same results, without Node', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'program.mjs')],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    logLevel: 'error',
  })
  const weights = readFileSync(join(folder, WEIGHTS)).toString('base64')
  const page = await (await sharedBrowser()).newPage()
  try {
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
    const printed = await page.evaluate(
      async ({ weights, input }) => {
        const bytes = new Uint8Array(await (await fetch(`data:;base64,${weights}`)).arrayBuffer())
        return (globalThis as unknown as { resultsOf(weights: Uint8Array, input: object): string }).resultsOf(
          bytes,
          input,
        )
      },
      { weights, input: { settings: SETTINGS, texts: TEXTS } },
    )
    expect(JSON.parse(printed)).toEqual(inNode)
  } finally {
    await page.close()
  }
})

test('their types compile without those of Node', () => {
  writeFileSync(
    join(folder, 'typed.ts'),
    `import { compute, type Result } from '@equipoise/engine'
     import { type Analysis, analyze, loadModel } from '@equipoise/score'
     export const result: Result = compute({ bias: 0.5, N: 9, samples: 100, seed: 1 })
     export const analysis: Analysis = analyze(loadModel(new Uint8Array()), 'A text.')
     // @ts-expect-error N is one of six sizes
     export const wrong = compute({ bias: 0.5, N: 10, samples: 100, seed: 1 })`,
  )
  const flags = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
    '--types',
    '',
  ]
  execFileSync('node', [TSC, ...flags, 'typed.ts'], { cwd: folder, stdio: 'pipe' })
})
