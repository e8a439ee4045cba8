// The version of everything is the one in package.json. `npm run version:set -- 1.2.3` writes it wherever it has to stand and closes the
// changelog; `--check` names every place that has another one; `--notes 1.2.3` prints what the changelog says about it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const VERSION = /\d+\.\d+\.\d+(?:-[\w.]+)?/
/** Every place but the packages: the file, and what stands around the version there. */
const PLACES = [
  ['deploy/helm/Chart.yaml', /^(version: )(.*)$/m],
  ['deploy/helm/Chart.yaml', /^(appVersion: ")([^"]*)/m],
  ['action.yml', /(@equipoise\/cli@)(\d[^\s]*)/],
  ['docs/guide/examples/equipoise.yml', /(equipoise\/equipoise@v)(\d[^\s]*)/],
  ['docs/guide/check.md', /(rev: v)(\d[^\s]*)/],
]

/** What has another version than package.json, in words. */
export function wrongPlaces(root, expected) {
  const read = reader(root)
  const version = JSON.parse(read('package.json')).version
  const wrong = expected && expected !== version ? [`package.json has ${version}, not ${expected}`] : []
  for (const path of packageFiles(root)) {
    const manifest = JSON.parse(read(path))
    if (manifest.version !== version) wrong.push(`${path} has ${manifest.version}`)
    for (const [name, range] of ownDependencies(manifest)) {
      if (range !== version && range !== '*') wrong.push(`${path} needs ${name} ${range}`)
    }
  }
  for (const [path, pattern] of PLACES) {
    const found = pattern.exec(read(path))?.[2]
    if (found !== version) wrong.push(`${path} has ${found}`)
  }
  return wrong
}

export function setVersion(root, version) {
  if (!version || version.match(VERSION)?.[0] !== version)
    throw new Error('Which version? npm run version:set -- 1.2.3')
  const read = reader(root)
  for (const path of ['package.json', ...packageFiles(root)]) {
    let text = read(path).replace(/("version": ")[^"]*/, `$1${version}`)
    for (const [name, range] of ownDependencies(JSON.parse(text))) {
      if (range !== '*') text = text.replaceAll(`"${name}": "${range}"`, `"${name}": "${version}"`)
    }
    writeFileSync(join(root, path), text)
  }
  for (const [path, pattern] of PLACES) writeFileSync(join(root, path), read(path).replace(pattern, `$1${version}`))
  const changes = read('CHANGELOG.md').replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version}`)
  writeFileSync(join(root, 'CHANGELOG.md'), changes)
}

function packageFiles(root) {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => `${name}/package.json`)
    .filter((path) => existsSync(join(root, path)))
}

function ownDependencies({ dependencies, peerDependencies, optionalDependencies }) {
  return Object.entries({ ...dependencies, ...peerDependencies, ...optionalDependencies }).filter(([name]) =>
    name.startsWith('@equipoise/'),
  )
}

export function notesOf(root, version) {
  const read = reader(root)
  const [, after] = read('CHANGELOG.md').split(`\n## ${version}\n`)
  if (after === undefined) throw new Error(`The changelog has no section ${version}.`)
  return after.split(/^## /m)[0].trim()
}

function reader(root) {
  return (path) => readFileSync(join(root, path), 'utf8')
}

function main() {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const options = { check: { type: 'boolean' }, notes: { type: 'boolean' } }
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [given] = positionals
  if (values.notes) return console.log(notesOf(root, given))
  if (values.check) {
    const wrong = wrongPlaces(root, given)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
    return
  }
  setVersion(root, given)
  console.log(`Everything is ${given} now. Run npm install, look at the changelog, commit and tag v${given}.`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
