// The command line as one folder that node runs alone: the program, the permissive weights, the licences, and SHA256SUMS, which is written
// last and names the sources it was made from.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Where a clone keeps it. A release adds this folder to the commit of its tag. */
export const BUNDLE = 'cli/bundle'
export const PACKAGES = ['cli', 'engine', 'score', 'audit', 'mcp', 'sdk', 'simulated']
const SOURCE = /(?<!\.test)\.(?:ts|wat|json)$/
/** `require` is for libraries that are not modules. */
const BANNER =
  "import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)"

/** Whether the folder is complete and was made from these sources. */
export function isBundled(root, folder = join(root, BUNDLE)) {
  const sums = join(folder, 'SHA256SUMS')
  return existsSync(sums) && readFileSync(sums, 'utf8').startsWith(markOf(root))
}

/** Needs the packages of `npm ci -w cli` in `from`, which can be a copy of `root`. */
export async function makeBundle(root, from = root) {
  const made = mkdtempSync(join(root, 'cli/.bundle-'))
  try {
    const require = createRequire(join(from, 'package.json'))
    const { metafile } = await require('esbuild').build({
      absWorkingDir: from,
      entryPoints: { 'bin/equipoise': 'cli/src/main.ts', 'bin/worker': 'cli/src/threads/worker.ts' },
      outdir: made,
      ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', banner: { js: BANNER }, metafile: true },
      conditions: ['equipoise:source'],
      legalComments: 'none',
      logLevel: 'error',
    })
    for (const path of [made, join(made, 'bin/equipoise.js')]) chmodSync(path, 0o755)
    const { name, version, license, engines } = JSON.parse(readFileSync(join(root, 'cli/package.json'), 'utf8'))
    writeFileSync(
      join(made, 'package.json'),
      `${JSON.stringify({ name, version, license, type: 'module', engines }, null, 2)}\n`,
    )
    writeFileSync(join(made, 'LIBRARIES.txt'), licencesOf(from, Object.keys(metafile.inputs)))
    cpSync(join(root, 'LICENSE'), join(made, 'LICENSE'))
    cpSync(join(root, 'score/weights'), join(made, 'weights'), { recursive: true })
    writeFileSync(join(made, 'SHA256SUMS'), `${markOf(root)}${sumsOf(made)}`)
    putInPlace(made, join(root, BUNDLE))
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** By renaming, so that nobody sees half of it. */
function putInPlace(made, folder) {
  const old = `${made}-old`
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(made, folder)
  rmSync(old, { recursive: true, force: true })
}

function markOf(root) {
  const hash = createHash('sha256')
  const files = PACKAGES.flatMap((name) => [`${name}/package.json`, ...filesBelow(root, `${name}/src`)])
  for (const file of [
    ...files.filter((one) => SOURCE.test(one)),
    'package-lock.json',
    'score/weights/SHA256SUMS',
    'scripts/bundle.mjs',
  ]) {
    // git on Windows can change the ends of lines. The types of the API are generated, and leave no trace in the program.
    if (file !== 'sdk/src/api-types.ts')
      hash.update(`${file}\n${readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n')}`)
  }
  return `# made from ${hash.digest('hex')}\n`
}

function filesBelow(root, folder) {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const below = files.map(({ parentPath, name }) => join(parentPath, name).slice(join(root, folder).length + 1))
  return below.map((path) => `${folder}/${path.replaceAll('\\', '/')}`).sort()
}

/** In the format of `sha256sum`. */
function sumsOf(folder) {
  const lines = filesBelow(folder, '.').map((path) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')
    return `${sum}  ${path.slice(2)}\n`
  })
  return lines.join('')
}

/** The licence of every library in the program. */
function licencesOf(root, inputs) {
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]).filter(Boolean)
  const texts = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const file = readdirSync(join(root, folder)).find((one) => /^licen[cs]e(?:\.|$)/i.test(one))
    if (!file) throw new Error(`${name} comes without the text of its licence`)
    return `${name} ${version} (${license})\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}\n`
  })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}
