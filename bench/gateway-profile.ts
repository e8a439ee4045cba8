// Where a call's processor time and memory go: V8's own profilers over the debugger's protocol, each sample counted for one room.
import { writeFileSync } from 'node:fs'
import { WebSocket } from 'undici'

const SAMPLE_US = 200
const ALLOCATION_BYTES = 16_384

/** Which room a file belongs to; the first match counts, from the top of a stack down. */
const ROOMS: readonly [room: string, files: RegExp][] = [
  ['scoring', /\/score\/dist\/|server\/dist\/threads\/|ai\/scored-text/],
  ['identity', /server\/dist\/accounts\//],
  ['limits', /usage\/rate-|ground\/network|ground\/keep-youngest|ai\/in-flight/],
  ['charge', /server\/dist\/(usage|db)\/|\/pg(-[a-z]+)?\//],
  ['asking', /\/undici\/|ai\/providers\/(exchange|dispatch|openai|anthropic)|ai\/(targets|breaker|deadline)/],
  ['reading', /ai\/(providers|dialects)\/|sdk\/dist\//],
  ['log', /\/(pino|sonic-boom|thread-stream|quick-format-unescaped)\//],
  ['metrics', /\/prom-client\/|server\/dist\/observability\/|http\/metrics|ai\/call-counts/],
  [
    'parsing',
    /\/zod\/|http\/(body|json|validation)|ground\/json|routes\/models\/(.*request|conversation|passed-on)|secure-json-parse/,
  ],
  ['answer', /routes\/models\/|server\/dist\/ai\//],
  ['gate', /http\/(gate|paid-call|trusted|owner)/],
  [
    'server: Fastify and hooks',
    /\/(fastify|find-my-way|avvio|light-my-request|fastify-type-provider-zod)\/|server\/dist\//,
  ],
  ['server: HTTP and sockets of Node', /^node:(_http|net|internal\/(http|stream|net)|stream|events|internal\/streams)/],
]

interface Frame {
  readonly functionName: string
  readonly url: string
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: Frame
  readonly children?: readonly number[]
}

interface AllocationNode {
  readonly callFrame: Frame
  readonly selfSize: number
  readonly children: readonly AllocationNode[]
}

interface Profile {
  /** Share of each room in the samples in which the process worked. */
  readonly time: ReadonlyMap<string, number>
  readonly bytes: ReadonlyMap<string, number>
  /** The functions with the most time of their own, each with its share. */
  readonly functions: readonly (readonly [name: string, share: number])[]
}

/** Profiles the process behind a debugger's port while the work runs: first its time, then its allocations. */
export async function profile(port: number, work: () => Promise<unknown>): Promise<Profile> {
  const list = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
  const debugging = await connect(list[0]?.webSocketDebuggerUrl ?? '')
  await debugging.send('Profiler.enable')
  await debugging.send('Profiler.setSamplingInterval', { interval: SAMPLE_US })
  await debugging.send('Profiler.start')
  await work()
  const timed = (await debugging.send('Profiler.stop')) as { profile: CpuProfile }
  // For the tools of a browser.
  if (process.env.BENCH_PROFILE) writeFileSync(process.env.BENCH_PROFILE, JSON.stringify(timed.profile))
  const kept = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true }
  await debugging.send('HeapProfiler.startSampling', { samplingInterval: ALLOCATION_BYTES, ...kept })
  await work()
  const allocated = (await debugging.send('HeapProfiler.stopSampling')) as { profile: { head: AllocationNode } }
  debugging.close()
  const bytes = new Map<string, number>()
  addAllocations(bytes, allocated.profile.head, 'other')
  return { ...timesOf(timed.profile), bytes }
}

interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

function timesOf({ nodes, samples, timeDeltas }: CpuProfile): Pick<Profile, 'time' | 'functions'> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const roomOf = new Map<number, string>()
  const visit = (id: number, above: string): void => {
    const node = byId.get(id)
    if (!node) return
    const room = roomIn(node.callFrame, above)
    roomOf.set(id, room)
    for (const child of node.children ?? []) visit(child, room)
  }
  visit(nodes[0]?.id ?? 0, 'other')
  const [time, functions] = [new Map<string, number>(), new Map<string, number>()]
  let worked = 0
  for (const [at, id] of samples.entries()) {
    const frame = byId.get(id)?.callFrame
    if (!frame || frame.functionName === '(idle)') continue
    const us = timeDeltas[at + 1] ?? 0
    worked += us
    add(time, roomOf.get(id) ?? 'other', us)
    add(functions, `${frame.functionName || '(anonymous)'} ${fileOf(frame.url)}`, us)
  }
  const share = ([name, us]: [string, number]) => [name, us / worked] as const
  return { time: new Map([...time].map(share)), functions: [...functions].sort((a, b) => b[1] - a[1]).map(share) }
}

function addAllocations(bytes: Map<string, number>, node: AllocationNode, above: string): void {
  const room = roomIn(node.callFrame, above)
  if (node.selfSize > 0) add(bytes, room, node.selfSize)
  for (const child of node.children) addAllocations(bytes, child, room)
}

/** What Node and V8 do for a room counts for that room. */
function roomIn({ functionName, url }: Frame, above: string): string {
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'V8 and the system (no stack)'
  const room = ROOMS.find(([, files]) => files.test(url))?.[0]
  const isNodes = room === undefined || url.startsWith('node:')
  return isNodes && above !== 'other' ? above : (room ?? above)
}

function add(sums: Map<string, number>, name: string, by: number): void {
  sums.set(name, (sums.get(name) ?? 0) + by)
}

function fileOf(url: string): string {
  return url.replace(/^.*\/node_modules\//, '').replace(/^.*\/(?=(server|score|sdk)\/dist)/, '')
}

interface Debugging {
  send(method: string, params?: object): Promise<unknown>
  close(): void
}

function connect(url: string): Promise<Debugging> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (result: unknown) => void>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown }
    if (id !== undefined) waiting.get(id)?.(result)
  })
  const send: Debugging['send'] = (method, params = {}) =>
    new Promise((resolve) => {
      waiting.set(++lastId, resolve)
      socket.send(JSON.stringify({ id: lastId, method, params }))
    })
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve({ send, close: () => socket.close() }))
    socket.addEventListener('error', () => reject(new Error(`no debugger at ${url}`)))
  })
}
