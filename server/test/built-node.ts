// The built service as a separate process, on the database of a test's service.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { type Service, TEST_SECRET } from './service.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface BuiltNode {
  readonly node: ChildProcess
  readonly port: number
}

/** Resolves when it is ready. Read or discard its standard output: it blocks while nobody does. */
export async function startBuiltNode({ databaseUrl }: Service, host: string, flags: string[] = []): Promise<BuiltNode> {
  const port = await freePort(host)
  const settings = { PORT: String(port), HOST: host, DATABASE_URL: databaseUrl, JWT_SECRET: TEST_SECRET }
  const env = { ...process.env, ...settings, LOG_LEVEL: 'error' }
  const node = spawn(process.execPath, [...flags, 'server/dist/main.js'], { cwd: ROOT, env })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    node.stderr.on('data', (words) => {
      said += words
      if (said.includes('is ready')) resolve()
    })
    node.once('exit', () => reject(new Error(`the node ended: ${said}`)))
  })
  return { node, port }
}
