// `tsx bench/web-sizes.ts`: how much script each screen of the built web application loads, compressed with brotli, beyond the first
// script, which all of them share, and in how many files. Workers and weights are loaded later and are not counted.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ASSETS = fileURLToPath(new URL('../web/dist/assets/', import.meta.url))
const names = readdirSync(ASSETS)
const STATIC_IMPORT = /(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g
const LAZY_SCREEN = /import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g

const first = closureOf(entryOf())
console.log(`first script ${kilobytes(bytesOf(first))} kB, files: ${first.size}`)
const screens = [...new Set([...sourceOf(entryOf()).matchAll(LAZY_SCREEN)].map(([, name]) => name as string))]
const sizes = screens.map((name) => {
  const files = [...closureOf(name)].filter((one) => !first.has(one))
  return { name, bytes: bytesOf(files), files: files.length }
})
for (const { name, bytes, files } of sizes.sort((a, b) => b.bytes - a.bytes)) {
  console.log(`${name.replace(/-[\w-]{8}\.js$/, '')} ${kilobytes(bytes)} kB, files: ${files}`)
}

function entryOf(): string {
  const html = readFileSync(fileURLToPath(new URL('../web/dist/index.html', import.meta.url)), 'utf8')
  const [, name] = /src="\/assets\/(index-[\w-]+\.js)"/.exec(html) ?? []
  if (!name) throw new Error('The web application is not built: npm run build')
  return name
}

function sourceOf(name: string): string {
  return readFileSync(ASSETS + name, 'utf8')
}

/** The file and everything that it imports at once. */
function closureOf(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const [, next] of sourceOf(name).matchAll(STATIC_IMPORT)) closureOf(next as string, found)
  return found
}

function bytesOf(files: Iterable<string>): number {
  let bytes = 0
  for (const name of files) bytes += statSync(ASSETS + (names.includes(`${name}.br`) ? `${name}.br` : name)).size
  return bytes
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
