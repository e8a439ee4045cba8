// Nodes of a deployment in processes of their own: see metering-node.mjs.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Node {
  readonly process: ChildProcess
  readonly url: string
}

const SCRIPT = fileURLToPath(new URL('./metering-node.mjs', import.meta.url))

/** `settings` are added to those that every node has. */
export async function startNode(databaseUrl: string, settings: Readonly<Record<string, string>> = {}): Promise<Node> {
  const child = spawn(process.execPath, [SCRIPT, databaseUrl, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { process: child, url: `http://127.0.0.1:${String(port).trim()}` }
}

export async function stopNode({ process: child }: Node): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
