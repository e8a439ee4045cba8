// Every code block in the README files and in docs/, and every sample of the API reference, is type-checked or parsed; the guides about
// draws are also run (guides.night.test.ts).
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { openService } from '../../server/test/service.ts'
import { type Samples, samplesOf } from './reference-samples.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

interface Block {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly code: string
}

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((page) => !/^(CHANGELOG\.md|CONTRIBUTING\.md|training\/|\.github\/)/.test(page))
const blocks = pages.flatMap((page): Block[] => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  return [...text.matchAll(/^( *)```(\w+)[^\n]*\n([\s\S]*?)^\1```$/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length,
    language: match[2] ?? '',
    code: (match[3] ?? '').replaceAll(new RegExp(`^${match[1]}`, 'gm'), ''),
  }))
})
const written = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language))

let folder: string
let samples: Samples[]
beforeAll(async () => {
  const service = await openService()
  samples = await samplesOf(service.app)
  await service.close()
  folder = mkdtempSync(join(tmpdir(), 'code-blocks-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every block names a language that we check', () => {
  const known = [
    'ts',
    'js',
    'json',
    'yaml',
    'sh',
    'python',
    'http',
    'sql',
    'ini',
    'nginx',
    'text',
    'promql',
    'caddyfile',
    'lua',
    'toml',
    'elisp',
  ]
  expect(blocks.filter(({ language }) => !known.includes(language))).toEqual([])
  expect(written('ts').length).toBeGreaterThan(8)
})

/** A block without an import continues the block before it on the page. */
function programs(): { name: string; code: string }[] {
  const made: { name: string; page: string; code: string }[] = []
  for (const { page, line, code } of written('ts')) {
    const last = made.at(-1)
    if (last?.page === page && !/^import /m.test(code)) last.code += code
    else made.push({ name: `${page.replace(/\W/g, '-')}-${line}.ts`, page, code })
  }
  return made
}

test('TypeScript compiles under strict', () => {
  const base = JSON.parse(readFileSync(join(ROOT, 'tsconfig.base.json'), 'utf8'))
  const compilerOptions = {
    ...base.compilerOptions,
    ...{ module: 'esnext', moduleResolution: 'bundler', noEmit: true, noUnusedLocals: false },
    ...{ lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'], customConditions: ['equipoise:source'] },
    rewriteRelativeImportExtensions: false,
  }
  mkdirSync(join(folder, 'ts'))
  writeFileSync(join(folder, 'ts/tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  // As Vite declares it.
  writeFileSync(
    join(folder, 'ts/vite.d.ts'),
    `declare module '*?url' {\n  const url: string\n  export default url\n}\n`,
  )
  expect(samples.length).toBeGreaterThan(90)
  const sampled = samples.map(({ route, code }) => ({
    name: `${route.replace(/\W+/g, '-')}.ts`,
    code: code.TypeScript,
  }))
  for (const { name, code } of [...programs(), ...sampled]) {
    writeFileSync(join(folder, 'ts', name), `${code}\nexport {}\n`)
  }
  const { stdout } = spawnSync(process.execPath, [TSC, '-p', join(folder, 'ts')], { encoding: 'utf8' })
  expect(stdout).toBe('')
})

describe('other languages parse', () => {
  test('samples in curl', () => {
    const commands = samples.map(({ code }) => code.curl).join('\n')
    expect(spawnSync('bash', ['-n', '-c', commands], { encoding: 'utf8' }).stderr).toBe('')
  })

  test('samples and blocks in Python', () => {
    const script = 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)'
    const input = JSON.stringify([
      ...samples.map(({ code }) => code.Python),
      ...written('python').map(({ code }) => code),
    ])
    expect(spawnSync('python3', ['-B', '-c', script], { input, encoding: 'utf8' }).stderr).toBe('')
  })

  test.each(written('js'))('$page:$line', ({ code }) => {
    const file = join(folder, 'block.mjs')
    writeFileSync(file, code)
    expect(spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' }).stderr).toBe('')
  })

  test.each(written('json'))('$page:$line', ({ code }) => {
    // An ellipsis stands for omitted digits and items.
    expect(() => JSON.parse(code.replace(/(?<=\d)…|,\s*…/g, ''))).not.toThrow()
  })

  test.each(written('yaml'))('$page:$line', ({ code }) => {
    expect(parseAllDocuments(code).flatMap(({ errors }) => errors)).toEqual([])
  })

  test.each(written('sh'))('$page:$line', ({ code }) => {
    expect(spawnSync('bash', ['-n', '-c', code], { encoding: 'utf8' }).stderr).toBe('')
  })
})
