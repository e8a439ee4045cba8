// `node scripts/pack-vscode.mjs`: packs editors/vscode as a .vsix file, with its one library and the command line bundled. The library and vsce are fetched
// into a temporary folder, because nothing else in the repository needs them.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { BUNDLE, isBundled, makeBundle } from './bundle.mjs'

const LIBRARY = 'vscode-languageclient@11.0.0'
/** The newest version that runs on Node 20. */
const VSCE = '@vscode/vsce@3.6.0'
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'equipoise-vscode-'))

try {
  for (const name of ['extension.mjs', 'README.md']) cpSync(join(ROOT, 'editors/vscode', name), join(folder, name))
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  if (!isBundled(ROOT)) await makeBundle(ROOT)
  cpSync(join(ROOT, BUNDLE), join(folder, 'bundle'), { recursive: true })
  // vsce does not pack private extensions, and npm would publish any that is not private.
  const { private: _, ...manifest } = JSON.parse(readFileSync(join(ROOT, 'editors/vscode/package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', LIBRARY])
  await build({
    entryPoints: [join(folder, 'extension.mjs')],
    outfile: join(folder, 'dist/extension.cjs'),
    external: ['vscode'],
    ...{ bundle: true, minify: true, platform: 'node', format: 'cjs', target: 'node20' },
  })
  const packed = join(ROOT, `equipoise-${manifest.version}.vsix`)
  run('npx', ['--yes', '--ignore-scripts', VSCE, 'package', '--no-dependencies', '--out', packed])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`)
}
