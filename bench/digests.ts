// The digest of 500 scores from a Node of any version or processor, from Chromium or from Firefox.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { encoderPath, type ModelTier, weightsPath } from '@equipoise/score/weights'
import { build } from 'esbuild'
import { type Browser, chromium } from 'playwright-core'
import { chromiumPath } from '../server/test/chromium.ts'
import { launchFirefox } from '../server/test/firefox.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** `chromium`, `firefox`, or a command that runs a script as Node does. */
export async function digestIn(runner: string, tier: ModelTier): Promise<string> {
  if (runner === 'chromium') return inBrowser(await launchChromium(), tier)
  if (runner === 'firefox') return inBrowser(await launchFirefox(), tier)
  const folder = mkdtempSync(join(tmpdir(), 'same-bits-'))
  try {
    const script = join(folder, 'digest.mjs')
    await bundle(
      script,
      `import { readFileSync } from 'node:fs'
const [words, encoder] = process.argv.slice(2).map((path) => readFileSync(path))
console.log(digestOf(loadModel(words), loadDeep(encoder)))`,
    )
    const [command = '', ...options] = runner.split(' ')
    const { stdout } = await promisify(execFile)(command, [...options, script, weightsPath(tier), encoderPath(tier)])
    return stdout.trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function bundle(outfile: string, code: string): Promise<string> {
  const imports = `import { loadDeep, loadModel } from './score/src/score.ts'
import { digestOf } from './score/test/digest.ts'
`
  const { outputFiles } = await build({
    stdin: { contents: imports + code, resolveDir: ROOT },
    bundle: true,
    format: 'esm',
    platform: outfile === '' ? 'browser' : 'node',
    ...(outfile === '' ? { write: false } : { outfile }),
  })
  return outputFiles?.[0]?.text ?? ''
}

/** A page whose `digest` is a promise of the digest. */
async function withPage<T>(tier: ModelTier, work: (url: string) => Promise<T>): Promise<T> {
  const script = await bundle(
    '',
    `const read = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer())
window.digest = Promise.all([read('/words'), read('/encoder')]).then(([w, e]) => digestOf(loadModel(w), loadDeep(e)))`,
  )
  const files: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
    '/': ['text/html', '<!doctype html><script type="module" src="/digest.js"></script>'],
    '/digest.js': ['text/javascript', script],
    '/words': ['application/octet-stream', readFileSync(weightsPath(tier))],
    '/encoder': ['application/octet-stream', readFileSync(encoderPath(tier))],
  }
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = files[url] ?? ['text/plain', '']
    response.writeHead(url in files ? 200 : 404, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function inBrowser(browser: Browser, tier: ModelTier): Promise<string> {
  try {
    return await withPage(tier, async (url) => {
      const page = await browser.newPage()
      await page.goto(url)
      return String(await page.evaluate('window.digest'))
    })
  } finally {
    await browser.close()
  }
}

async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
}
