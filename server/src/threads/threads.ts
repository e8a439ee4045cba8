// A number of threads that each run one job at a time, with a queue before them. The engine and the scorer each have their own.
import { ApiError } from '../ground/errors.ts'
import type { Failed, Thread } from './thread.ts'

export { answerJobs, startThread, type Thread } from './thread.ts'

/** How a job ended. `abandoned`: the caller's signal was raised first. */
export type Outcome<Answer extends object> =
  | ({ outcome: 'done' } & Answer)
  | { outcome: 'overloaded' }
  | { outcome: 'timed_out' }
  | { outcome: 'abandoned' }
  | { outcome: 'failed'; cause: unknown }

export interface Threads<Job, Answer extends object> {
  /** Never rejects. */
  run(job: Job, options?: RunOptions): Promise<Outcome<Answer>>
  /** Whether a job that came now would be `overloaded`. */
  isFull(options?: Pick<RunOptions, 'anonymous'>): boolean
  /** Stops all threads; what still waits or runs ends as `failed`, and so does what comes later. */
  close(): Promise<void>
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined
  /** Work of a caller without an account: it waits behind all others, and never takes more than its share of the threads. */
  readonly anonymous?: boolean
}

export interface ThreadsParts<Job, Answer extends object> {
  readonly threads: number
  readonly startThread: () => Thread<Job, Answer>
  /** True: a thread starts with the first job that needs it, not before. */
  readonly startsLate?: boolean
  /** Jobs that may wait for each thread. */
  readonly queueMaxPerThread: number
  /** From acceptance to answer, the wait in the queue included. */
  readonly timeoutMs: number
  /** Calls back after a while, unless cancelled. */
  readonly after?: (delayMs: number, callback: () => void) => () => void
}

interface Ticket<Job, Answer extends object> {
  readonly job: Job
  readonly anonymous: boolean
  answer(outcome: Outcome<Answer>): void
  stopTimer(): void
}

interface Slot<Job, Answer extends object> {
  thread?: Thread<Job, Answer>
  ticket?: Ticket<Job, Answer> | undefined
}

interface State<Job, Answer extends object> extends Required<ThreadsParts<Job, Answer>> {
  readonly slots: Slot<Job, Answer>[]
  readonly queue: Ticket<Job, Answer>[]
  closed: boolean
}

/** The share of the threads, and of the places in the queue, that anonymous callers may have together; at least one thread. */
const ANONYMOUS_SHARE = 0.5

export function openThreads<Job, Answer extends object>(parts: ThreadsParts<Job, Answer>): Threads<Job, Answer> {
  const { threads, startsLate = false, startThread } = parts
  const slots = Array.from({ length: threads }, () => (startsLate ? {} : { thread: startThread() }))
  const state: State<Job, Answer> = { after: afterMs, ...parts, startsLate, slots, queue: [], closed: false }
  return {
    async run(job, { signal, anonymous = false } = {}) {
      if (signal?.aborted === true) return { outcome: 'abandoned' }
      if (state.closed) return { outcome: 'failed', cause: stopping() }
      if (isFull(state, anonymous)) return { outcome: 'overloaded' }
      return enqueue(state, { job, signal, anonymous })
    },
    isFull: ({ anonymous = false } = {}) => isFull(state, anonymous),
    close: () => close(state),
  }
}

export function afterMs(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

/** Accounts have the whole queue: anonymous callers who wait in it are not counted against them. */
function isFull<Job, Answer extends object>(
  { queue, slots, queueMaxPerThread }: State<Job, Answer>,
  anonymous: boolean,
): boolean {
  const places = slots.length * queueMaxPerThread
  const waiting = queue.filter((ticket) => ticket.anonymous === anonymous).length
  return waiting >= (anonymous ? places * ANONYMOUS_SHARE : places)
}

interface Entry<Job> {
  readonly job: Job
  readonly signal: AbortSignal | undefined
  readonly anonymous: boolean
}

function enqueue<Job, Answer extends object>(
  state: State<Job, Answer>,
  { job, signal, anonymous }: Entry<Job>,
): Promise<Outcome<Answer>> {
  return new Promise((resolve) => {
    // What runs already is finished for nobody: that is shorter than replacing the thread.
    const abandon = () => {
      withdraw(state, ticket)
      ticket.answer({ outcome: 'abandoned' })
    }
    const ticket: Ticket<Job, Answer> = {
      job,
      anonymous,
      answer(outcome) {
        signal?.removeEventListener('abort', abandon)
        resolve(outcome)
      },
      stopTimer: state.after(state.timeoutMs, () => expire(state, ticket)),
    }
    signal?.addEventListener('abort', abandon)
    state.queue.push(ticket)
    dispatch(state)
  })
}

function dispatch<Job, Answer extends object>(state: State<Job, Answer>): void {
  for (const slot of state.slots) {
    if (slot.ticket !== undefined) continue
    const ticket = nextTicket(state)
    if (ticket === undefined) return
    start(state, slot, ticket)
  }
}

/** Accounts first, each in the order of arrival; anonymous work only while it has less than its share of the threads. */
function nextTicket<Job, Answer extends object>({ queue, slots }: State<Job, Answer>): Ticket<Job, Answer> | undefined {
  const place = queue.findIndex(({ anonymous }) => !anonymous)
  if (place >= 0) return queue.splice(place, 1)[0]
  const running = slots.filter(({ ticket }) => ticket?.anonymous).length
  return running < Math.max(1, Math.floor(slots.length * ANONYMOUS_SHARE)) ? queue.shift() : undefined
}

function start<Job, Answer extends object>(
  state: State<Job, Answer>,
  slot: Slot<Job, Answer>,
  ticket: Ticket<Job, Answer>,
): void {
  // A thread that died is replaced when it is needed, so one that cannot start at all does not start for ever.
  const thread = slot.thread?.isDead() === false ? slot.thread : state.startThread()
  slot.thread = thread
  slot.ticket = ticket
  thread.run(ticket.job, (reply) => {
    slot.ticket = undefined
    ticket.stopTimer()
    ticket.answer(hasFailed(reply) ? { outcome: 'failed', cause: reply.cause } : { outcome: 'done', ...reply })
    dispatch(state)
  })
}

function hasFailed(reply: object | Failed): reply is Failed {
  return 'cause' in reply
}

/** Takes a ticket out of the queue; false where it runs already. */
function withdraw<Job, Answer extends object>({ queue }: State<Job, Answer>, ticket: Ticket<Job, Answer>): boolean {
  const place = queue.indexOf(ticket)
  if (place < 0) return false
  queue.splice(place, 1)
  ticket.stopTimer()
  return true
}

/** What takes too long is given up together with its thread. */
function expire<Job, Answer extends object>(state: State<Job, Answer>, ticket: Ticket<Job, Answer>): void {
  if (!withdraw(state, ticket)) replaceThreadOf(state, ticket)
  ticket.answer({ outcome: 'timed_out' })
  dispatch(state)
}

function replaceThreadOf<Job, Answer extends object>(state: State<Job, Answer>, ticket: Ticket<Job, Answer>): void {
  const slot = state.slots.find((candidate) => candidate.ticket === ticket)
  if (slot === undefined) return
  void slot.thread?.stop()
  slot.ticket = undefined
  slot.thread = state.startThread()
}

async function close<Job, Answer extends object>(state: State<Job, Answer>): Promise<void> {
  state.closed = true
  const running = state.slots.flatMap((slot) => slot.ticket ?? [])
  for (const ticket of [...state.queue.splice(0), ...running]) {
    ticket.stopTimer()
    ticket.answer({ outcome: 'failed', cause: stopping() })
  }
  await Promise.all(state.slots.map(({ thread }) => thread?.stop()))
}

function stopping(): ApiError {
  return new ApiError('unavailable', 'The service is stopping.')
}
