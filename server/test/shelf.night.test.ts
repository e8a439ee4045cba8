// What was let in once is read over and over. Every GET of openapi.json, with the largest objects and as many as an account may have,
// takes little of the one thread that answers everybody, and little of anybody's memory. A new GET is measured without a line here, unless
// it needs an id.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveAll } from './documented.ts'
import { EXCEPTIONS, fillShelf, type Get, type Shelf } from './filled-shelf.ts'
import { leastCpuMs, leastLongestTurnMs, openCaller } from './loop-time.ts'
import { openService, type Service } from './service.ts'

const CPU_MS_MAX = 5
const CPU_MS_MAX_WITH_REASON = 20
const BODY_BYTES_MAX = 1_000_000

let service: Service
let shelf: Shelf
let origin: string
const caller = openCaller()
beforeAll(async () => {
  service = await openService({ env: { CHAT_API_KEY: 'key-of-nobody', PAYMENTS: 'sandbox' } })
  shelf = await fillShelf(service)
  origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await caller.close()
  await service.close()
})

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const paths = resolveAll(document.paths, document) as Record<string, { get?: Omit<Get, 'path'> }>
const gets = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, ...get }] : []))

test.each(gets)('GET $path', async (get) => {
  const { reason, isFile = false } = EXCEPTIONS[get.path] ?? {}
  const own = shelf.headersFor(get.path)
  for (const url of shelf.urlsOf(get)) {
    for (const headers of [own, {}]) {
      const ask = () => caller.ask({ url: `${origin}${url}`, headers })
      const { status, bytes } = await ask()
      if (headers === own) expect(status, url).toBe(200)
      // What is rejected is rejected at the door.
      if (status !== 200) continue
      if (!isFile) expect(bytes, url).toBeLessThanOrEqual(BODY_BYTES_MAX)
      const taken = await (isFile ? leastLongestTurnMs : leastCpuMs)(ask, CPU_MS_MAX)
      expect(taken, url).toBeLessThanOrEqual(reason ? CPU_MS_MAX_WITH_REASON : CPU_MS_MAX)
    }
  }
})
