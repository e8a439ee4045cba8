// The version of everything is the one in package.json. `npm run version:set -- 1.2.3` writes it wherever it is needed and closes the
// changelog; `--check` lists every place with another version; `--notes 1.2.3` prints its part of the changelog. `published` in
// package.json says whether the packages are on npm: until then, no page names a command that would fetch somebody else's package. `npm
// run version:set -- --published` changes the pages on that day.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const VERSION = /\d+\.\d+\.\d+(?:-[\w.]+)?/
/** Every place except the packages: the file, and what surrounds the version there. */
const PLACES = [
  ['deploy/helm/Chart.yaml', /^(version: )(.*)$/m],
  ['deploy/helm/Chart.yaml', /^(appVersion: ")([^"]*)/m],
  ['clients/python/equipoise.py', /^(__version__ = ")([^"]*)/m],
  ['docs/guide/examples/equipoise.yml', /(equipoise\/equipoise@v)(\d[^\s]*)/],
  ['docs/guide/check.md', /(rev: v)(\d[^\s]*)/],
  ['docs/guide/check.md', /(--branch v)(\d[^\s]*)/],
  ['editors/vscode/package.json', /^( {2}"version": ")([^"]*)/m],
  ['editors/textlint/package.json', /^( {2}"version": ")([^"]*)/m],
  ['editors/textlint/package.json', /("@equipoise\/score": ")([^"]*)/],
]

/** How readers get a package: the page, its text while only a clone works, and its text once the packages are on npm. */
const PAGES = [
  [
    'cli/README.md',
    'node path/to/clone/scripts/equipoise.mjs check "docs/**/*.md" --min 0.7 # the package is not on npm yet',
    'npx -p @equipoise/cli equipoise check "docs/**/*.md" --min 0.7',
  ],
  [
    'cli/README.md',
    'The command is `equipoise`. Do not run `npx equipoise`: that name on npm is not ours. Call\n`node path/to/clone/scripts/equipoise.mjs` instead.',
    'The command is `equipoise`. Do not run `npx equipoise`: that name on npm is not ours. Install the package, or use\n`npx -p @equipoise/cli equipoise`.',
  ],
  [
    'server/README.md',
    'npm ci && npm start # in a clone of the repository: the package is not on npm yet',
    'npx -p @equipoise/cli -p @equipoise/server equipoise serve',
  ],
  ['server/README.md', '`npm run admin`', '`npx -p @equipoise/server equipoise-admin`'],
  ['score/README.md', packed('score'), 'npm install @equipoise/score'],
  ['sdk/README.md', packed('engine', 'sdk'), 'npm install @equipoise/sdk'],
  [
    'score-weights/README.md',
    packed('score', 'score-weights'),
    'npm install @equipoise/score @equipoise/score-weights-default',
  ],
]

function packed(...folders) {
  return [
    '# In a clone of the repository: the package is not on npm yet',
    `npm ci && npm pack ${folders.map((folder) => `-w ${folder}`).join(' ')} --pack-destination /tmp`,
    '# In your project',
    `npm install ${folders.map((folder) => `/tmp/equipoise-${folder === 'score-weights' ? 'score-weights-default' : folder}-*.tgz`).join(' ')}`,
  ].join('\n')
}

/** Messages about versions that differ from package.json. */
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
  const { published } = JSON.parse(read('package.json'))
  for (const [path, ...texts] of PAGES) {
    if (!read(path).includes(texts[Number(published)])) wrong.push(`${path} does not say: ${texts[Number(published)]}`)
    if (read(path).includes(texts[Number(!published)])) wrong.push(`${path} still says: ${texts[Number(!published)]}`)
  }
  return wrong
}

/** Run on the day the packages are on npm. */
export function setPublished(root) {
  const read = reader(root)
  writeFileSync(join(root, 'package.json'), read('package.json').replace('"published": false', '"published": true'))
  for (const [path, before, after] of PAGES) writeFileSync(join(root, path), read(path).replace(before, after))
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
  const options = { check: { type: 'boolean' }, notes: { type: 'boolean' }, published: { type: 'boolean' } }
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [given] = positionals
  if (values.notes) return console.log(notesOf(root, given))
  if (values.check) {
    const wrong = wrongPlaces(root, given)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
    return
  }
  if (values.published) return setPublished(root)
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
