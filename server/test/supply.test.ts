// What releases are built from: actions pinned by commit, base images by digest, runtime packages by exact version and checksum.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const WORKSPACES: string[] = JSON.parse(read('package.json')).workspaces
const FILES = [
  ...readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`),
  ...['action.yml', 'docs/guide/examples/equipoise.yml'],
]

test('every third-party action is pinned by the hash of a commit, with its version beside it', () => {
  const used = FILES.flatMap((file) => [...read(file).matchAll(/uses: (.+)$/gm)].map(([, name = '']) => name))
  const others = used.filter((name) => !name.startsWith('equipoise/'))
  expect(others.length).toBeGreaterThan(10)
  expect(others.filter((name) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual([])
})

test('the image starts from images pinned by digest', () => {
  const bases = [...read('Dockerfile').matchAll(/^ARG \w+_IMAGE=(.+)$/gm)].map(([, image = '']) => image)
  expect(bases).toHaveLength(2)
  for (const image of bases) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
  for (const from of read('Dockerfile').match(/^FROM .*$/gm) ?? []) expect(from).toMatch(/^FROM \$\{\w+_IMAGE\}/)
})

test('every runtime dependency of every package is one exact version', () => {
  for (const folder of WORKSPACES) {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(read(`${folder}/package.json`))
    const given = Object.entries<string>({ ...dependencies, ...optionalDependencies })
    // Packages of this repository are not pinned.
    const loose = given.filter(([name, version]) => !name.startsWith('@equipoise/') && !/^\d+\.\d+\.\d+/.test(version))
    expect(loose, folder).toEqual([])
  }
})

test('every package of the lock file has a checksum and no address, and the audit is not switched off', () => {
  const packages = Object.entries<{ link?: boolean; integrity?: string; resolved?: string; inBundle?: boolean }>(
    JSON.parse(read('package-lock.json')).packages,
  ).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  expect(packages.filter(([, { integrity, inBundle }]) => !integrity && !inBundle).map(([path]) => path)).toEqual([])
  expect(packages.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
  expect(read('.npmrc')).not.toMatch(/^audit=false/m)
  expect(read('.github/workflows/ci.yaml')).toContain('npm audit --omit=dev --audit-level=high')
})
