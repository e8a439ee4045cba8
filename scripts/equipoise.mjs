#!/usr/bin/env node
// The command line of this clone, for any folder: the GitHub Action, the pre-commit hook, CI and editors run this file, since the packages
// are not published. The commit of a release holds the whole program in cli/bundle; elsewhere the first call makes it.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUNDLE, isBundled, makeBundle, PACKAGES } from './bundle.mjs'
import { oneAtATime } from './one-at-a-time.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

try {
  await oneAtATime(join(ROOT, 'cli/.making'), () => isBundled(ROOT), prepare)
} catch (error) {
  console.error(error.message)
  process.exit(2)
}
await import(new URL(`../${BUNDLE}/bin/equipoise.js`, import.meta.url).href)

async function prepare() {
  for (const left of readdirSync(join(ROOT, 'cli')).filter((name) => /^\.(?:bundle|from)-/.test(name))) {
    rmSync(join(ROOT, 'cli', left), { recursive: true, force: true })
  }
  if (existsSync(join(ROOT, 'node_modules/esbuild'))) return await makeBundle(ROOT)
  console.error('Preparing the command line (once): its libraries are fetched from npm …')
  const from = mkdtempSync(join(ROOT, 'cli/.from-'))
  try {
    copySources(from)
    install(from)
    await makeBundle(ROOT, from)
  } finally {
    rmSync(from, { recursive: true, force: true })
  }
}

/** npm works in a copy, so that it deletes nothing in this clone, and what an interrupted run left of it disturbs nobody. */
function copySources(from) {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const manifests = workspaces.map((name) => `${name}/package.json`)
  for (const path of ['package.json', 'package-lock.json', '.npmrc', 'cli/bin', ...manifests]) {
    cpSync(join(ROOT, path), join(from, path), { recursive: true })
  }
  for (const name of PACKAGES) cpSync(join(ROOT, name, 'src'), join(from, name, 'src'), { recursive: true })
}

function install(from) {
  const args = ['ci', '--workspace=cli', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // stdout belongs to the command.
  const options = { cwd: from, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' }
  const { status } = spawnSync('npm', args, options)
  if (status !== 0)
    throw new Error('npm could not fetch the libraries. A release needs none: check out its tag, or try again.')
}
