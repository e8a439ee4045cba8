// Debian's Firefox, driven by Playwright like Chromium, over WebDriver BiDi.
import { existsSync } from 'node:fs'
import { type Browser, type BrowserType, firefox } from 'playwright-core'

/** Makes going back load the page: Playwright waits without end if Firefox restores it from memory. */
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

/** Internals of Playwright, none of them public. */
interface Inside {
  readonly _connection: { toImpl(type: BrowserType): { readonly _bidiFirefox: Launcher } }
}

interface Launcher {
  connectToTransport(transport: Transport, ...rest: unknown[]): unknown
}

let isTolerant = false

/**
 * Firefox versions older than Playwright expects lack some emulation commands (`emulation.setMediaFeaturesOverride` in 153), at which
 * Playwright would give up. They are ignored here, and everything else works.
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

/** A download that no navigation started has no file name, and Playwright would miss it: use the blob's address. */
function named(message: Message): Message {
  const { method, params } = message
  if (!params || !method?.startsWith('browsingContext.download') || params.navigation !== null) return message
  return { ...message, params: { ...params, navigation: params.url } }
}
