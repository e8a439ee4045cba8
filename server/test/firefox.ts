// Firefox, driven by Playwright like Chromium: the browser that Debian has, over WebDriver BiDi.
import { existsSync } from 'node:fs'
import { type Browser, type BrowserType, firefox } from 'playwright-core'

/** Going back loads the page: Playwright waits for that forever if Firefox takes the page from memory. */
const PREFERENCES = { 'browser.sessionhistory.max_total_viewers': 0 }
const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

export function firefoxPath(): string | undefined {
  return PLACES.find((path) => existsSync(path))
}

export async function launchFirefox(): Promise<Browser> {
  const executablePath = firefoxPath()
  if (!executablePath) throw new Error('No Firefox was found: install it')
  tolerateUnknownCommands()
  const env = { ...process.env, HOME: '/tmp' }
  return firefox.launch({ executablePath, channel: 'moz-firefox', env, firefoxUserPrefs: PREFERENCES })
}

interface Message {
  readonly id: number
  readonly type: string
  readonly error?: string
  readonly method?: string
  readonly params?: { readonly navigation: string | null; readonly url: string }
}

interface Transport {
  onmessage?: (message: object) => void
}

/** What Playwright has inside: nothing of it is public. */
interface Inside {
  readonly _connection: { toImpl(type: BrowserType): { readonly _bidiFirefox: Launcher } }
}

interface Launcher {
  connectToTransport(transport: Transport, ...rest: unknown[]): unknown
}

let isTolerant = false

/**
 * A Firefox that is older than Playwright expects does not know every command to emulate something (`emulation.setMediaFeaturesOverride`
 * in 153), and Playwright would give up. What is emulated is then left as it is, and everything else works.
 */
function tolerateUnknownCommands(): void {
  if (isTolerant) return
  isTolerant = true
  const launcher = (firefox as unknown as Inside)._connection.toImpl(firefox)._bidiFirefox
  const { connectToTransport } = launcher
  launcher.connectToTransport = (transport, ...rest) => connectToTransport.call(launcher, tolerant(transport), ...rest)
}

function tolerant(transport: Transport): Transport {
  return new Proxy(transport, {
    get(target, name) {
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set(target, name, value) {
      const take = (message: Message) => value(isUnknown(message) ? { ...SUCCESS, id: message.id } : named(message))
      return Reflect.set(target, name, name === 'onmessage' && value ? take : value)
    },
  })
}

const SUCCESS = { type: 'success', result: {} } as const

function isUnknown({ type, error }: Message): boolean {
  return type === 'error' && error === 'unknown command'
}

/** A download that no navigation began has no name of its own, and Playwright would overlook it: the address of the blob is one. */
function named(message: Message): Message {
  const { method, params } = message
  if (!params || !method?.startsWith('browsingContext.download') || params.navigation !== null) return message
  return { ...message, params: { ...params, navigation: params.url } }
}
