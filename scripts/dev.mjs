// `npm run dev`: runs the service from source, restarted on every change, and rebuilds the web application on every change. Both end with
// this process, however it ends.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const vite = join(dirname(createRequire(join(ROOT, 'web/package.json')).resolve('vite/package.json')), 'bin/vite.js')
// stdout is the log of the service.
const webOutput = { cwd: ROOT, stdio: ['ignore', 2, 2] }
const children = [
  spawn(process.execPath, [vite, 'build', 'web', '--watch', '--logLevel', 'warn'], webOutput),
  spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', '--conditions=equipoise:source', '--import', 'tsx', 'server/src/main.ts'],
    {
      cwd: ROOT,
      stdio: 'inherit',
    },
  ),
]

let isStopping = false
function stop(signal) {
  if (isStopping) return
  isStopping = true
  for (const child of children) child.kill(signal)
}
process.on('SIGINT', () => stop('SIGTERM'))
process.on('SIGTERM', () => stop('SIGTERM'))
for (const child of children) {
  child.once('exit', (code) => {
    if (!isStopping) process.exitCode = code ?? 1
    stop('SIGTERM')
  })
}
