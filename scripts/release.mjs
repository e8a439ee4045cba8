// `npm run release -- --dry-run`: what a release would publish, with sizes, and everything that would make it fail or is missing in the
// packages. Publishing itself is done by .github/workflows/release.yaml.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { wrongPlaces } from './version.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

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
  if (!existsSync(join(root, folder, 'README.md'))) problems.push('no README.md')
  if (license !== 'Apache-2.0' && !existsSync(join(root, folder, 'NOTICE')))
    problems.push(`${license} without a NOTICE`)
  for (const script of ['preinstall', 'install', 'postinstall']) {
    if (scripts[script]) problems.push(`runs a script at installation (${script})`)
  }
  return problems.map((problem) => `${name}: ${problem}`)
}

/** Files that must not be in a package: sources, tests, secrets, and files of this machine. */
export function strayFiles(paths) {
  return paths.filter((path) => /\.test\.|(?<!\.d)\.tsx?$|^src\/|(?:^|\/)\.env|node_modules/.test(path))
}

function npm(args) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`npm ${args[0]} failed:\n${stderr.slice(-2_000)}`)
  return stdout
}

function main() {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } })
  if (!values['dry-run']) {
    throw new Error('A tag makes a release (CONTRIBUTING.md says how). To see what it would publish: --dry-run')
  }
  const { version, published } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const open = openPackages(ROOT)
  const problems = [...wrongPlaces(ROOT), ...open.flatMap((one) => problemsOf(ROOT, one))]
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
  console.log(`Nothing stands against releasing ${version}.`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
