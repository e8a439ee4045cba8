import type { Equipoise } from '@equipoise/sdk'
import { createConnection } from 'vscode-languageserver/node'
import { findCredentials } from '../credentials.ts'
import type { Surroundings } from '../terminal.ts'
import { serveEditor } from './lsp.ts'

export interface LspGiven {
  readonly around: Surroundings
  readonly version: string
  client(): Equipoise
}

/** The process ends when the editor closes the connection or exits. */
export async function serveStdio({ around, version, client }: LspGiven): Promise<undefined> {
  const { url, apiKey, token } = await findCredentials(around.env)
  const service = apiKey || token ? { host: new URL(url).host, client: client() } : undefined
  serveEditor(createConnection(process.stdin, process.stdout), { version, cwd: around.cwd, service })
  await new Promise(() => undefined)
}
