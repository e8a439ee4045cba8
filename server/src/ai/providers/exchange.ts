// One POST to one provider: pooled connections, deadlines, few retries, no redirects. The origin comes from the configuration; nothing
// that a caller sends becomes part of the address.
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import { traced } from '../../observability/trace.ts'
import { errorWordsOf, textOf } from '../dialects/json.ts'
import type { Ask } from '../provider.ts'
import { dispatch, type OnBytes, type Reception } from './dispatch.ts'
import { brokenMidway, errorOf, isConnectError, type Rejected } from './failures.ts'

export interface ExchangeOptions {
  readonly name: string
  readonly baseUrl: string
  readonly random: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
  readonly nowMs?: () => number
  readonly limits?: Partial<Limits>
}

interface Limits {
  readonly connectMs: number
  /** Until the first byte of a streamed answer; a whole answer can take the rest of the deadline. */
  readonly firstByteMs: number
  /** Between two pieces of an answer. */
  readonly idleMs: number
  /** Between the end mark of a stream and the end of its connection. */
  readonly lingerMs: number
  readonly connectionsMax: number
}

const LIMITS: Limits = {
  connectMs: 5_000,
  firstByteMs: 30_000,
  idleMs: 20_000,
  lingerMs: 1_000,
  connectionsMax: 256,
}

const JSON_TYPE = 'application/json'
const RETRIES_MAX = 2
const RETRY_BASE_MS = 250
const ERROR_BYTES_MAX = 16_384
const RETRY_AFTER_SECONDS_MAX = 86_400

interface Post {
  readonly path: string
  /** Names and values alternate. */
  readonly headers: readonly string[]
  /** Created again for each attempt, so that the text is not kept in memory while the provider works. */
  readonly body: () => Buffer[] | Promise<Buffer[]>
  readonly streamed: boolean
  readonly onPiece: OnBytes
  readonly isDone: () => boolean
}

interface Exchange {
  /** Resolves when a 200 is complete; everything else throws. Nothing is retried once a 200 has started. */
  post(post: Post, ask: Ask): Promise<void>
  close(): Promise<void>
}

export function createExchange({
  name,
  baseUrl,
  random,
  sleep = sleepUnlessAborted,
  nowMs = Date.now,
  limits,
}: ExchangeOptions): Exchange {
  const { connectMs, firstByteMs, idleMs, lingerMs, connectionsMax } = { ...LIMITS, ...limits }
  const { origin, pathname } = new URL(baseUrl)
  const prefix = pathname.replace(/\/{1,20}$/, '')
  const pool = new Pool(origin, { connections: connectionsMax, pipelining: 1, connect: { timeout: connectMs } })

  const send = async (post: Post, { deadline }: Ask, onStart: Reception['onStart']) => {
    const { path, headers, body, streamed, isDone } = post
    const written = body()
    const sent = Array.isArray(written) ? written : await written
    let bytes = 0
    for (const piece of sent) bytes += piece.length
    const accept = streamed ? 'text/event-stream' : JSON_TYPE
    const request = {
      method: 'POST',
      path: prefix + path,
      headers: ['content-type', JSON_TYPE, 'content-length', String(bytes), 'accept', accept, ...headers],
      body: sent.length > 1 ? inPieces(sent) : (sent[0] ?? null),
      // A whole answer ends with the deadline. A timer of undici's could fire first, as a failure of the provider, which is refunded.
      headersTimeout: streamed ? firstByteMs : 0,
      bodyTimeout: idleMs,
    } satisfies Dispatcher.DispatchOptions
    return dispatch(pool, request, { signal: deadline.signal, onSent: deadline.leaves, onStart, isDone, lingerMs })
  }

  return {
    post: (post, ask) =>
      traced(
        'provider',
        () => ({ provider: name, streamed: post.streamed }),
        () => postWithRetries(post, ask),
      ),
    close: () => pool.destroy(),
  }

  async function postWithRetries(post: Post, ask: Ask): Promise<void> {
    for (let retries = 0; ; retries++) {
      const failure = await tryOnce((onStart) => send(post, ask, onStart), { post, ask, nowMs })
      if (!failure) return
      const waitMs = ask.mayRetry === false ? undefined : retryDelayMs(failure, retries, random)
      if (waitMs === undefined || waitMs >= ask.deadline.remainingMs()) {
        throw 'error' in failure ? failure.error : errorOf(name, failure, ask)
      }
      ask.onRetry?.()
      await sleep(waitMs, ask.deadline.signal).catch(() => {})
      ask.deadline.signal.throwIfAborted()
    }
  }
}

/** undici keeps a body until its response is complete; a stream frees it once it is sent. */
function inPieces(pieces: Buffer[]): Readable {
  return new Readable({
    read() {
      this.push(pieces.shift() ?? null)
    },
  })
}

type Failure = { readonly error: unknown } | Rejected

async function tryOnce(
  send: (onStart: Reception['onStart']) => Promise<void>,
  { post, ask, nowMs }: { post: Post; ask: Ask; nowMs: () => number },
): Promise<Failure | undefined> {
  let rejected: Pick<Rejected, 'status' | 'retryAfterSeconds'> | undefined
  let hasBegun = false
  const words = readAtMost(ERROR_BYTES_MAX)
  try {
    await send((status, headers) => {
      hasBegun = status === 200
      if (hasBegun) return post.onPiece
      rejected = { status, retryAfterSeconds: secondsOf(headers['retry-after'], nowMs()) }
      return words.take
    })
  } catch (error) {
    ask.deadline.signal.throwIfAborted()
    // The status counts, however much of the error's body could be read.
    if (!rejected) return { error: hasBegun ? brokenMidway(error) : error }
  }
  return rejected && { ...rejected, ...readError(words.text()) }
}

/** Returns undefined if there is no retry. Uses full jitter, and never waits less than the provider asks for. */
function retryDelayMs(failure: Failure, retries: number, random: () => number): number | undefined {
  if (retries >= RETRIES_MAX) return undefined
  const jitterMs = random() * RETRY_BASE_MS * 2 ** retries
  if ('error' in failure) return isConnectError(failure.error) ? jitterMs : undefined
  const { status, final, retryAfterSeconds = 0 } = failure
  const worthIt = (status === 408 || status === 429 || status >= 500) && !final
  return worthIt ? retryAfterSeconds * 1000 + jitterMs : undefined
}

const SECONDS = /^\d{1,9}(\.\d+)?$/
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Retry-After as a number of seconds or a date. */
function secondsOf(header: string | string[] | undefined, nowMs: number): number | undefined {
  const said = String(header)
  if (SECONDS.test(said)) return withinReason(Number(said))
  return HTTP_DATE.test(said) ? withinReason((Date.parse(said) - nowMs) / 1000) : undefined
}

function withinReason(seconds: number): number | undefined {
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, Math.ceil(seconds)), RETRY_AFTER_SECONDS_MAX)
}

/** Both providers put a message for people into `error.message`, vLLM beside it; for anything else we report only the status. */
function readError(text: string): Pick<Rejected, 'message' | 'final'> {
  try {
    const { error, message } = JSON.parse(text.trim()) as { error?: { code?: unknown }; message?: unknown }
    const words = errorWordsOf(error) ?? textOf(message) ?? ''
    return { message: words, final: error?.code === 'insufficient_quota' }
  } catch {
    return { message: '', final: false }
  }
}

function readAtMost(bytesMax: number) {
  const pieces: Buffer[] = []
  let bytes = 0
  return {
    take(piece: Buffer): undefined {
      pieces.push(piece)
      bytes += piece.length
      if (bytes > bytesMax) throw new RangeError('enough was read')
    },
    text: () => Buffer.concat(pieces).subarray(0, bytesMax).toString(),
  }
}

async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal })
}
