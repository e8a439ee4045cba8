// Listens on every address of a name. `localhost` is 127.0.0.1 and ::1 on most machines; for the other one Fastify would start a second
// HTTP server without our limits. Here it only accepts connections and passes them to the one server.
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { App } from '../app.ts'

declare module 'fastify' {
  interface FastifyInstance {
    listenOn(where: Where): Promise<void>
    /** Work to do before listening, because it takes too long while a caller waits. */
    readonly beforeListening: (() => unknown)[]
    /** The listeners on further addresses of a name. */
    readonly entrances: readonly Server[]
  }
}

interface Where {
  readonly host: string
  /** 0 means any free port. */
  readonly port: number
  readonly addressesOf?: (host: string) => Promise<readonly string[]>
}

/** The machine has no such address. */
const NO_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

export function addListening(app: App): void {
  const entrances: Server[] = []
  const beforeListening: (() => unknown)[] = []
  app.decorate('entrances', entrances)
  app.decorate('beforeListening', beforeListening)
  app.decorate('listenOn', async ({ host, port, addressesOf = lookUp }: Where) => {
    const [first = host, ...others] = host === 'localhost' ? await addressesOf(host) : [host]
    await app.ready()
    for (const make of beforeListening) make()
    await app.listen({ port, host: first })
    const { port: taken } = app.server.address() as AddressInfo
    for (const address of others) {
      const entrance = await openEntrance(app, { host: address, port: taken })
      if (entrance) entrances.push(entrance)
    }
  })
  app.addHook('preClose', async () => {
    await Promise.all(entrances.map((entrance) => new Promise((resolve) => entrance.close(resolve))))
  })
}

async function lookUp(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** Accepts with the options of Node's HTTP server. Returns undefined if the machine has no such address. */
async function openEntrance(app: App, { host, port }: Where): Promise<Server | undefined> {
  const options = { allowHalfOpen: true, noDelay: true }
  const entrance = createServer(options, (socket) => app.server.emit('connection', socket))
  try {
    await once(entrance.listen(port, host), 'listening')
    return entrance
  } catch (error) {
    if (NO_ADDRESS.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
