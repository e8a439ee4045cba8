// The version of everything is the one in package.json. `npm run version:set -- 1.2.3` writes it wherever it has to stand and closes the
// changelog; `--check` names every place that has another one; `--notes 1.2.3` prints what the changelog says about it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const VERSION = /\d+\.\d+\.\d+(?:-[\w.]+)?/
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, notes: { type: 'boolean' }, root: { type: 'string' } },
})
const ROOT = values.root ?? fileURLToPath(new URL('..', import.meta.url))
const read = (path) => readFileSync(join(ROOT, path), 'utf8')

/** Every place but the packages: the file, and what stands around the version there. */
const PLACES = [
  ['deploy/helm/Chart.yaml', /^(version: )(.*)$/m],
  ['deploy/helm/Chart.yaml', /^(appVersion: ")([^"]*)/m],
  ['action.yml', /(@equipoise\/cli@)(\d[^\s]*)/],
  ['docs/guide/examples/equipoise.yml', /(equipoise\/equipoise@v)(\d[^\s]*)/],
  ['docs/guide/check.md', /(rev: v)(\d[^\s]*)/],
]

function main() {
  const given = positionals[0]
  if (values.notes) return console.log(notesOf(given))
  if (values.check) return check(given)
  if (!given || given.match(VERSION)?.[0] !== given) fail('Which version? npm run version:set -- 1.2.3')
  setVersion(given)
  console.log(`Everything is ${given} now. Run npm install, look at the changelog, commit and tag v${given}.`)
}

function check(expected) {
  const version = JSON.parse(read('package.json')).version
  const wrong = expected && expected !== version ? [`package.json has ${version}, not ${expected}`] : []
  for (const path of packageFiles()) {
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
  if (wrong.length > 0) fail(`The version is ${version}, but:\n${wrong.join('\n')}`)
}

function setVersion(version) {
  for (const path of ['package.json', ...packageFiles()]) {
    let text = read(path).replace(/("version": ")[^"]*/, `$1${version}`)
    for (const [name, range] of ownDependencies(JSON.parse(text))) {
      if (range !== '*') text = text.replaceAll(`"${name}": "${range}"`, `"${name}": "${version}"`)
    }
    writeFileSync(join(ROOT, path), text)
  }
  for (const [path, pattern] of PLACES) writeFileSync(join(ROOT, path), read(path).replace(pattern, `$1${version}`))
  const changes = read('CHANGELOG.md').replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version}`)
  writeFileSync(join(ROOT, 'CHANGELOG.md'), changes)
}

function packageFiles() {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => `${name}/package.json`)
    .filter((path) => {
      try {
        return read(path) !== ''
      } catch {
        return false
      }
    })
}

function ownDependencies({ dependencies, peerDependencies, optionalDependencies }) {
  return Object.entries({ ...dependencies, ...peerDependencies, ...optionalDependencies }).filter(([name]) =>
    name.startsWith('@equipoise/'),
  )
}

function notesOf(version) {
  const [, after] = read('CHANGELOG.md').split(`\n## ${version}\n`)
  if (after === undefined) fail(`The changelog has no section ${version}.`)
  return after.split(/^## /m)[0].trim()
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

main()
