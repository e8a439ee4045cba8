import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'

const SERVICE = 'http://127.0.0.1:8080'
const COMPRESSIBLE = /\.(js|css|svg|bin|wasm)$/
/** For larger files the best compression takes seconds and gains little. */
const BROTLI_BEST_BYTES_MAX = 1_000_000
/** Compressing smaller files gains nothing. */
const COMPRESS_BYTES_MIN = 512

/**
 * Few files per screen: every request costs a phone time, whatever its size. What all screens need is one file; what several screens
 * share is split by who shares it, but not into very small files.
 */
const PARTS = [
  { name: 'first', tags: ['$initial' as const], priority: 1 },
  // Otherwise a screen that reads one limit of the engine would load all of it.
  { name: 'limits', test: /engine[\\/]src[\\/](setting|fields|primitives)\.ts$/, priority: 1 },
  // Small helpers that would be joined with parts of screens, and bring all that those need.
  { name: 'helper', test: /shell[\\/]save-file\.ts$/, priority: 1 },
  // What most screens with forms have.
  {
    name: 'common',
    test: /components[\\/](Stack|Paper|Card|Badge|Skeleton|ActionIcon|CopyButton)[\\/]|hooks[\\/]esm[\\/](use-uncontrolled|use-merged-ref|use-clipboard|use-debounced-value)[\\/]|shell[\\/](form|copy-button|section|none-yet|dialog-buttons)\.tsx$/,
    priority: 1,
  },
  { name: 'code-field', test: /account[\\/]code-field\.tsx$/, priority: 1 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_000 },
]

/** The chunk's name without the list of screens that share it, and without an extension. */
const shortName = (name: string) => name.replace(/(~.*|\.\w+)$/, '')

export default defineConfig(({ command }) => {
  // A build started by a test must equal any other build.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    resolve: { conditions: ['equipoise:source', 'module', 'browser', 'development|production'] },
    plugins: [react(), storedAnswers(), schemeScript(), screens(), precompress()],
    worker: { format: 'es' as const },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      reportCompressedSize: false,
      chunkSizeWarningLimit: 600,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        checks: { bundlerTimings: false },
        output: {
          codeSplitting: { groups: PARTS },
          chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
          assetFileNames: ({ names: [name = ''] }) => `assets/${shortName(name)}-[hash][extname]`,
        },
      },
    },
    server: {
      host: '127.0.0.1',
      // In development, every path that is neither a screen nor a source file goes to the API.
      proxy: { '^/(?!$|\\?|app(/|$|\\?)|src/|@|node_modules/|assets/)': { target: SERVICE } },
    },
  }
})

/** `virtual:stored` is the output of stored.ts, computed in every build so that it always comes from the shipped model. */
function storedAnswers(): Plugin {
  const id = 'virtual:stored'
  return {
    name: 'stored-answers',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(loaded) {
      if (loaded !== `\0${id}`) return undefined
      const script = join(import.meta.dirname, 'stored.ts')
      const args = ['--conditions=equipoise:source', '--import', 'tsx', script]
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 24 })
      if (status !== 0) throw new Error(`stored.ts failed: ${stderr}`)
      return Object.entries(JSON.parse(stdout))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}

/** Puts scheme.js before everything else, as a separate blocking script. */
function schemeScript(): Plugin {
  const source = readFileSync(join(import.meta.dirname, 'src/scheme.js'), 'utf8')
  const path = `assets/scheme-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
  return {
    name: 'scheme-script',
    transformIndexHtml: (_html, { server }) => [
      { tag: 'script', attrs: { src: server ? '/src/scheme.js' : `/${path}` }, injectTo: 'head-prepend' },
    ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: path, source })
    },
  }
}

/** The screens that people open directly, and the page module of each. */
const SCREENS: Readonly<Record<string, string>> = {
  '/': 'home',
  '/app/text': 'text-editor',
  '/app/chat': 'chat',
  '/app/playground': 'playground',
  '/app/pricing': 'pricing',
  '/app/status': 'status',
  '/app/sign-in': 'sign-in',
  '/app/sign-up': 'sign-up',
  '/app/usage': 'usage',
  '/app/keys': 'keys',
  '/app/billing': 'billing',
  '/app/account': 'account',
}

/**
 * Writes screens.json, which the server puts into the page of each screen: its prerendered HTML, and the files that it loads besides the
 * first script.
 */
function screens(): Plugin {
  let files: Record<string, readonly string[]> = {}
  let folder = ''
  return {
    name: 'screens',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      files = Object.fromEntries(Object.entries(SCREENS).map(([path, page]) => [path, filesOf(page, chunks)]))
    },
    writeBundle({ dir }) {
      folder = dir ?? 'dist'
    },
    async closeBundle() {
      const outDir = join(folder, 'drawing')
      const ssr = 'src/prerender.tsx'
      await build({ configFile: import.meta.filename, logLevel: 'warn', build: { ssr, outDir, copyPublicDir: false } })
      const { drawScreen } = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
      const drawn = Object.entries(files).map(async ([path, names]) => [
        path,
        { files: names, html: await drawScreen(path) },
      ])
      const all = {
        ...Object.fromEntries(addresses().map((one) => [one, null])),
        ...Object.fromEntries(await Promise.all(drawn)),
      }
      writeFileSync(join(folder, 'screens.json'), JSON.stringify(all))
      rmSync(outDir, { recursive: true })
    },
  }
}

/** Every address that has a screen in app.tsx. */
function addresses(): string[] {
  const source = readFileSync(join(import.meta.dirname, 'src/app.tsx'), 'utf8')
  const paths = [...source.matchAll(/<Route path="([^"*]+)"/g)].map(([, path = '']) => path)
  return [
    '/',
    ...paths
      .filter((path) => path !== 'app/embed/:id')
      .map((path) => (path.startsWith('app') ? `/${path}` : `/app/admin/${path}`)),
  ]
}

type Chunk = Rolldown.OutputChunk

function filesOf(page: string, chunks: readonly Chunk[]): string[] {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/pages/${page}.tsx`))
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!chunk || !entry) throw new Error(`there is no page ${page}`)
  const first = withImports(entry, chunks)
  const added = [...withImports(chunk, chunks)].filter((one) => !first.has(one))
  const styles = added.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...styles, ...added.map(({ fileName }) => fileName)].map((name) => `/${name}`)
}

function withImports(chunk: Chunk, chunks: readonly Chunk[], found = new Set<Chunk>()): Set<Chunk> {
  if (found.has(chunk)) return found
  found.add(chunk)
  for (const one of chunks) if (chunk.imports.includes(one.fileName)) withImports(one, chunks, found)
  return found
}

/** Writes .gz and .br files, so that the server need not compress while it runs. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle({ dir }) {
      const folder = join(dir ?? 'dist', 'assets')
      for (const name of readdirSync(folder).filter((one) => COMPRESSIBLE.test(one))) {
        const file = join(folder, name)
        const bytes = readFileSync(file)
        if (bytes.length < COMPRESS_BYTES_MIN) continue
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: bytes.length > BROTLI_BEST_BYTES_MAX ? 9 : 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          }),
        )
      }
    },
  }
}
