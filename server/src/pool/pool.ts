// Runs the jobs of the engine: small ones at once on the calling thread, larger ones on threads of their own.
import { type Job, measureSlowness, predictUs, runJob } from './job.ts'
import { type Host, type Thread, thisMachine } from './thread.ts'

export type { Job } from './job.ts'

/** How a job ended. `abandoned`: the caller's signal was raised first. */
export type Outcome =
  | { outcome: 'done'; json: string }
  | { outcome: 'overloaded' }
  | { outcome: 'timed_out' }
  | { outcome: 'abandoned' }
  | { outcome: 'failed'; cause: unknown }

export interface Pool {
  /** Never rejects. Small jobs run at once on the calling thread, larger ones on a thread of the pool. */
  run(job: Job, options?: RunOptions): Promise<Outcome>
  /** Stops all threads; what still waits or runs ends as `failed`. */
  close(): Promise<void>
}

export interface RunOptions {
  readonly signal?: AbortSignal
  /** Work of a caller without an account: it waits behind all others, and never takes more than its share of the threads. */
  readonly anonymous?: boolean
}

export interface PoolOptions {
  /** From acceptance to answer, the wait in the queue included. */
  timeoutMs: number
  host?: Host
}

interface Ticket {
  job: Job
  anonymous: boolean
  answer(outcome: Outcome): void
  stopTimer(): void
}

interface Slot {
  thread: Thread
  ticket?: Ticket | undefined
}

interface State {
  host: Host
  slots: Slot[]
  queue: Ticket[]
  closed: boolean
}

/** A longer job than this on the main thread would be felt by the other callers. */
const INLINE_MAX_US = 500
const QUEUE_MAX_PER_THREAD = 16
/** The share of the threads, and of the places in the queue, that anonymous callers may have together; at least one thread. */
const ANONYMOUS_SHARE = 0.5

export function openPool({ timeoutMs, host = thisMachine }: PoolOptions): Pool {
  const slowness = measureSlowness(host.nowMs)
  const slots = Array.from({ length: host.threads }, () => ({ thread: host.startThread() }))
  const state: State = { host, slots, queue: [], closed: false }
  return {
    async run(job, { signal, anonymous = false } = {}) {
      if (signal?.aborted === true) return { outcome: 'abandoned' }
      if (state.closed) return { outcome: 'failed', cause: new Error('the engine pool is closed') }
      if (predictUs(job, slowness) <= INLINE_MAX_US) return runInline(job)
      if (isFull(state, anonymous)) return { outcome: 'overloaded' }
      return enqueue(state, { job, signal, timeoutMs, anonymous })
    },
    close: () => close(state),
  }
}

function runInline(job: Job): Outcome {
  try {
    return { outcome: 'done', json: runJob(job) }
  } catch (cause) {
    return { outcome: 'failed', cause }
  }
}

/** Accounts have the whole queue: anonymous callers who wait in it are not counted against them. */
function isFull({ queue, slots }: State, anonymous: boolean): boolean {
  const places = slots.length * QUEUE_MAX_PER_THREAD
  const waiting = queue.filter((ticket) => ticket.anonymous === anonymous).length
  return waiting >= (anonymous ? places * ANONYMOUS_SHARE : places)
}

interface Entry {
  readonly job: Job
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
  readonly anonymous: boolean
}

function enqueue(state: State, { job, signal, timeoutMs, anonymous }: Entry): Promise<Outcome> {
  return new Promise((resolve) => {
    // What runs already is finished for nobody: that is shorter than replacing the thread.
    const abandon = () => {
      withdraw(state, ticket)
      ticket.answer({ outcome: 'abandoned' })
    }
    const ticket: Ticket = {
      job,
      anonymous,
      answer(outcome) {
        signal?.removeEventListener('abort', abandon)
        resolve(outcome)
      },
      stopTimer: state.host.after(timeoutMs, () => expire(state, ticket)),
    }
    signal?.addEventListener('abort', abandon)
    state.queue.push(ticket)
    dispatch(state)
  })
}

function dispatch(state: State): void {
  for (const slot of state.slots) {
    if (slot.ticket !== undefined) continue
    const ticket = nextTicket(state)
    if (ticket === undefined) return
    start(state, slot, ticket)
  }
}

/** Accounts first, each in the order of arrival; anonymous work only while it has less than its share of the threads. */
function nextTicket({ queue, slots }: State): Ticket | undefined {
  const place = queue.findIndex(({ anonymous }) => !anonymous)
  if (place >= 0) return queue.splice(place, 1)[0]
  const running = slots.filter(({ ticket }) => ticket?.anonymous).length
  return running < Math.max(1, Math.floor(slots.length * ANONYMOUS_SHARE)) ? queue.shift() : undefined
}

function start(state: State, slot: Slot, ticket: Ticket): void {
  // A thread that died is replaced when it is needed, so one that cannot start at all does not start for ever.
  if (slot.thread.isDead()) slot.thread = state.host.startThread()
  slot.ticket = ticket
  slot.thread.run(ticket.job, (reply) => {
    slot.ticket = undefined
    ticket.stopTimer()
    ticket.answer('json' in reply ? { outcome: 'done', json: reply.json } : { outcome: 'failed', cause: reply.cause })
    dispatch(state)
  })
}

/** Takes a ticket out of the queue; false where it runs already. */
function withdraw({ queue }: State, ticket: Ticket): boolean {
  const place = queue.indexOf(ticket)
  if (place < 0) return false
  queue.splice(place, 1)
  ticket.stopTimer()
  return true
}

function expire(state: State, ticket: Ticket): void {
  if (!withdraw(state, ticket)) replaceThreadOf(state, ticket)
  ticket.answer({ outcome: 'timed_out' })
  dispatch(state)
}

function replaceThreadOf({ slots, host }: State, ticket: Ticket): void {
  const slot = slots.find((candidate) => candidate.ticket === ticket)
  if (slot === undefined) return
  void slot.thread.stop()
  slot.ticket = undefined
  slot.thread = host.startThread()
}

async function close(state: State): Promise<void> {
  state.closed = true
  const cause = new Error('the engine pool was closed')
  const running = state.slots.flatMap((slot) => slot.ticket ?? [])
  for (const ticket of [...state.queue.splice(0), ...running]) {
    ticket.stopTimer()
    ticket.answer({ outcome: 'failed', cause })
  }
  await Promise.all(state.slots.map((slot) => slot.thread.stop()))
}
