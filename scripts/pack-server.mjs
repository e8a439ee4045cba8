// `npm pack` of the server: copies the web application and the guides into the package, so that it works without the repository.
// `--clean` removes them again.
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What is copied, by its path in the package. */
const COPIES = {
  web: 'web/dist',
  'docs/guide': 'docs/guide',
  'docs/operating': 'docs/operating',
  'docs/about/model-card.md': 'docs/model-card.md',
  'docs/about/privacy.md': 'docs/about/privacy.md',
  'docs/about/security.md': 'SECURITY.md',
  'docs/about/changelog.md': 'CHANGELOG.md',
  'docs/about/licence.md': 'LICENSE',
}

for (const folder of ['docs', 'clients/python']) {
  for (const name of readdirSync(join(ROOT, folder)))
    if (name.endsWith('.py')) COPIES[`docs/${name}`] = `${folder}/${name}`
}

for (const name of ['web', 'docs']) rmSync(join(ROOT, 'server', name), { recursive: true, force: true })
if (!process.argv.includes('--clean')) {
  build()
  for (const [to, from] of Object.entries(COPIES)) {
    cpSync(join(ROOT, from), join(ROOT, 'server', to), { recursive: true })
  }
  rmSync(join(ROOT, 'server/web/.built'), { force: true })
}
