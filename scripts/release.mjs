// `npm run release`: what a release would publish, with sizes, and everything that would make it fail or is missing in the packages; then
// the command line as one folder, in cli/bundle for the commit of the tag, and as an archive with its checksum. `--dry-run` makes neither.
// Publishing itself is done by .github/workflows/release.yaml.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BUNDLE, isBundled, makeBundle } from './bundle.mjs'
import { wrongPlaces } from './version.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ARCHIVE_BYTES_MAX = 20_000_000

/** The packages that are not private: folder and manifest. */
export function openPackages(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return workspaces
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => !manifest.private)
}

/** Messages about what is wrong with a package before it is packed. */
export function problemsOf(root, { folder, manifest }) {
  const { name, license, repository, publishConfig, description, scripts = {} } = manifest
  const problems = []
  if (publishConfig?.access !== 'public') problems.push('publishConfig.access is not "public", so npm would reject it')
  if (!repository) problems.push('no repository: npm rejects provenance without one')
  if (!license) problems.push('no licence')
  if (!description) problems.push('no description')
  for (const file of ['README.md', 'LICENSE']) {
    if (!existsSync(join(root, folder, file))) problems.push(`no ${file}`)
  }
  if (license !== 'Apache-2.0' && !existsSync(join(root, folder, 'NOTICE')))
    problems.push(`${license} without a NOTICE`)
  for (const script of ['preinstall', 'install', 'postinstall']) {
    if (scripts[script]) problems.push(`runs a script at installation (${script})`)
  }
  return problems.map((problem) => `${name}: ${problem}`)
}

/** Files that must not be in a package: sources and maps of them, tests, secrets, and files of this machine. */
export function strayFiles(paths) {
  return paths.filter((path) => /\.test\.|(?<!\.d)\.tsx?$|^src\/|(?:^|\/)\.env|node_modules|\.map$/.test(path))
}

/** A message if this commit has the tag of a version, but not the command line made from its sources. */
export function bundleForgotten(root) {
  const tags = output('git', ['-C', root, 'tag', '--points-at', 'HEAD', 'v[0-9]*']).trim()
  const isThere = output('git', ['-C', root, 'ls-files', `${BUNDLE}/SHA256SUMS`]).trim() !== '' && isBundled(root)
  return tags && !isThere ? [`${tags} has no ${BUNDLE} made from its sources: see "Making a release"`] : []
}

/** The command line in the tree, and as an archive. */
async function makeCommandLine(version) {
  await makeBundle(ROOT)
  const folder = mkdtempSync(join(tmpdir(), 'equipoise-release-'))
  const name = `equipoise-checker-${version}`
  const archive = join(ROOT, 'dist', `${name}.tar.gz`)
  try {
    cpSync(join(ROOT, BUNDLE), join(folder, name), { recursive: true })
    mkdirSync(join(ROOT, 'dist'), { recursive: true })
    output('tar', ['-czf', archive, '-C', folder, name])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const { size } = statSync(archive)
  if (size > ARCHIVE_BYTES_MAX) throw new Error(`${archive} has ${size} bytes; ${ARCHIVE_BYTES_MAX} are the limit`)
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${sum}  ${name}.tar.gz\n`)
  console.log(`Made ${BUNDLE} and dist/${name}.tar.gz (${(size / 1e6).toFixed(1)} MB, SHA-256 ${sum}).`)
}

const npm = (args) => output('npm', args)

function output(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed:\n${stderr.slice(-2_000)}`)
  return stdout
}

async function main() {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } })
  const { version, published } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const open = openPackages(ROOT)
  const problems = [...wrongPlaces(ROOT), ...bundleForgotten(ROOT), ...open.flatMap((one) => problemsOf(ROOT, one))]
  const rows = open.map(({ folder, manifest }) => {
    console.error(`packing ${manifest.name} …`)
    // Output of a package's build comes before the JSON.
    const printed = npm(['pack', '--dry-run', '--json', '--silent', '-w', folder])
    const [{ size, unpackedSize, files }] = Object.values(JSON.parse(printed.slice(printed.search(/^[[{]$/m))))
    for (const path of strayFiles(files.map((file) => file.path))) problems.push(`${manifest.name}: contains ${path}`)
    const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`
    return {
      package: `${manifest.name}@${manifest.version}`,
      licence: manifest.license,
      packed: megabytes(size),
      unpacked: megabytes(unpackedSize),
      files: files.length,
    }
  })
  console.table(rows)
  const { packages } = JSON.parse(npm(['sbom', '--sbom-format=spdx', '--omit=dev', '--silent']))
  console.log(
    `SBOM: ${packages.length} packages run in production. Provenance: npm attests it in the release workflow.`,
  )
  console.log(
    `The pages ${published ? 'name the packages on npm' : 'say how to use a clone (npm run version:set -- --published changes them)'}.`,
  )
  if (problems.length > 0) throw new Error(`Not ready to release ${version}:\n- ${problems.join('\n- ')}`)
  if (!values['dry-run']) await makeCommandLine(version)
  console.log(`Nothing stands against releasing ${version}.`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await main()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
