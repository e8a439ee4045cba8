// Programs in Python that people run without us: what checks receipts, and the client. Every deployment serves them as released, with their
// SHA-256, so that nobody needs the repository.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { DOCS } from './guides.ts'
import { addPrebuilt } from './prebuilt.ts'

/** In the repository; the image and the published package have copies of all of them in docs. */
const FOLDERS = ['.', '../clients/python'].map((path) => join(DOCS ?? '', path))
const PROGRAM = /^(?:verify\w*|equipoise)\.py$/

export interface Program {
  readonly name: string
  readonly text: string
}

export function readPrograms(): Program[] {
  return FOLDERS.flatMap((folder) => {
    const names = DOCS && existsSync(folder) ? readdirSync(folder).filter((name) => PROGRAM.test(name)) : []
    return names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  })
}

export function addPrograms(app: App): void {
  const found = readPrograms()
  for (const { name, text } of found) addPrebuilt(app, `/${name}`, { type: 'text/x-python', build: () => text })
  const lines = found.map(({ name, text }) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`)
  addPrebuilt(app, '/SHA256SUMS', { type: 'text/plain', build: () => lines.join('') })
}
