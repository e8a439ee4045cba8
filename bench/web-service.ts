// The built service with a new database, for measuring the web application in a browser.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PORT = 18_811
const START_TRIES_MAX = 400
const START_WAIT_MS = 250

/** Runs the work with a new service, and stops that whatever happens. */
export async function withService(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-web-'))
  // For root, the database runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const service = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], { cwd: ROOT, env, stdio: 'ignore' })
  const gone = new Promise((resolve) => service.once('exit', resolve))
  const url = `http://127.0.0.1:${PORT}`
  try {
    await waitFor(`${url}/health`)
    await work(url)
  } finally {
    service.kill('SIGTERM')
    await gone
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function waitFor(url: string): Promise<void> {
  for (let tries = 0; tries < START_TRIES_MAX; tries++) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, START_WAIT_MS))
  }
  throw new Error('The service did not start')
}
