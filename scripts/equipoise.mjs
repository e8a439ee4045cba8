#!/usr/bin/env node
// The command line of this clone, for any folder: the GitHub Action, the pre-commit hook and CI run this file, since the packages are not
// published. The first run installs and builds what the command line needs; later ones start at once.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

if (!existsSync(`${root}node_modules`)) {
  console.error('Installing the command line (once) …')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
    // stdout belongs to the command.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(2)
}
const { build, COMMAND_LINE } = await import('./build.mjs')
build({ parts: COMMAND_LINE })
const { start } = await import(new URL('../cli/dist/cli.js', import.meta.url).href)
await start()
