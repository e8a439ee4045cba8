// A number of threads that each run one job at a time, with a queue before them. The engine and the scorer each have their own.
import { ApiError } from '../ground/errors.ts'
import type { Failed, Reply, Thread, Unfinished } from './thread.ts'
import { compareTurns, createTurns, type Turn, type Turns, type Waiting } from './turns.ts'

export { answerJobs, givenData, type Reply, startThread, type Thread, type Unfinished } from './thread.ts'

/** How a job ended. `abandoned`: the caller's signal was raised first. `begun`: whether anything of it was done, which is paid. */
export type Outcome<Answer extends object> =
  | ({ outcome: 'done' } & Answer)
  | { outcome: 'overloaded' }
  | { outcome: 'timed_out' | 'abandoned'; begun: boolean }
  | { outcome: 'failed'; cause: unknown }

export interface Threads<Job, Answer extends object> {
  /** Never rejects. */
  run(job: Job, options: RunOptions): Promise<Outcome<Answer>>
  /** Stops all threads; what still waits or runs ends as `failed`, and so does what comes later. */
  close(): Promise<void>
}

/** Every job has an owner and a cost: no job can go before others because nobody said whose it is. */
export interface RunOptions extends Omit<Waiting, 'anonymous'> {
  readonly signal?: AbortSignal | undefined
  readonly anonymous?: boolean | undefined
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
  /** So long a thread may still work on a job whose time is over, before it is given up with all that it has loaded. */
  readonly graceMs?: number
  /** A further thread for jobs of at most this cost, so that nobody waits there for the end of a long one. */
  readonly shortMax?: number
  /** Calls back after a while, unless cancelled. */
  readonly after?: (delayMs: number, callback: () => void) => () => void
}

interface Ticket<Job, Answer extends object> extends Waiting, Turn {
  readonly id: number
  readonly job: Job
  /** Where an unfinished job goes on. */
  slot?: Slot<Job, Answer>
  begun: boolean
  /** Nobody waits for it any longer. */
  isOver: boolean
  answer(outcome: Outcome<Answer>): void
  stopTimer(): void
}

interface Slot<Job, Answer extends object> {
  readonly isShort: boolean
  thread?: Thread<Job, Answer>
  ticket?: Ticket<Job, Answer> | undefined
  /** Cancels the end of a thread whose job is over time. */
  spare?: (() => void) | undefined
}

interface State<Job, Answer extends object> extends Required<ThreadsParts<Job, Answer>> {
  readonly slots: Slot<Job, Answer>[]
  readonly queue: Ticket<Job, Answer>[]
  readonly turns: Turns
  lastId: number
  closed: boolean
}

/** The share of the threads, and of the places in the queue, that anonymous callers may have together; at least one thread. */
const ANONYMOUS_SHARE = 0.5

export function openThreads<Job, Answer extends object>(parts: ThreadsParts<Job, Answer>): Threads<Job, Answer> {
  const { threads, shortMax = 0, startsLate = false, startThread } = parts
  const kinds = [...(shortMax > 0 ? [true] : []), ...Array.from({ length: threads }, () => false)]
  const slots = kinds.map((isShort) => (startsLate ? { isShort } : { isShort, thread: startThread() }))
  const given = { after: afterMs, graceMs: 0, ...parts, startsLate, shortMax }
  const state: State<Job, Answer> = { ...given, slots, queue: [], turns: createTurns(), lastId: 0, closed: false }
  return {
    async run(job, { signal, owner, cost, anonymous = false }) {
      if (signal?.aborted === true) return { outcome: 'abandoned', begun: false }
      if (state.closed) return { outcome: 'failed', cause: stopping() }
      if (!makeRoom(state, { owner, anonymous })) return { outcome: 'overloaded' }
      return enqueue(state, { job, signal, owner, cost, anonymous })
    },
    close: () => close(state),
  }
}

export function afterMs(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

/**
 * Whether another job may wait. Accounts have the whole queue: anonymous callers who wait in it are not counted against them. Where it is
 * full, the owner with most in it gives the last of that up for somebody who has less.
 */
function makeRoom<Job, Answer extends object>(
  state: State<Job, Answer>,
  { owner, anonymous }: Pick<Waiting, 'owner' | 'anonymous'>,
): boolean {
  const places = Math.max(1, state.threads * state.queueMaxPerThread * (anonymous ? ANONYMOUS_SHARE : 1))
  const alike = state.queue.filter((ticket) => ticket.anonymous === anonymous)
  if (alike.length < places) return true
  const counts = new Map<string, number>()
  for (const ticket of alike) counts.set(ticket.owner, (counts.get(ticket.owner) ?? 0) + 1)
  const [greediest, most] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one))
  if (most <= (counts.get(owner) ?? 0) + 1) return false
  const last = alike.findLast((ticket) => ticket.owner === greediest && !ticket.begun)
  if (!last) return false
  withdraw(state, last)
  last.answer({ outcome: 'overloaded' })
  return true
}

interface Entry<Job> extends Waiting {
  readonly job: Job
  readonly signal: AbortSignal | undefined
}

function enqueue<Job, Answer extends object>(
  state: State<Job, Answer>,
  { job, signal, ...waiting }: Entry<Job>,
): Promise<Outcome<Answer>> {
  return new Promise((resolve) => {
    const abandon = () => giveUp(state, ticket, 'abandoned')
    const ticket: Ticket<Job, Answer> = {
      ...waiting,
      ...state.turns.enter(waiting),
      id: ++state.lastId,
      job,
      begun: false,
      isOver: false,
      answer(outcome) {
        ticket.isOver = true
        signal?.removeEventListener('abort', abandon)
        resolve(outcome)
      },
      stopTimer: state.after(state.timeoutMs, () => giveUp(state, ticket, 'timed_out')),
    }
    signal?.addEventListener('abort', abandon)
    state.queue.push(ticket)
    dispatch(state)
  })
}

function dispatch<Job, Answer extends object>(state: State<Job, Answer>): void {
  for (const slot of state.slots) {
    if (slot.ticket !== undefined) continue
    const ticket = nextTicket(state, slot)
    if (ticket) start(state, slot, ticket)
  }
}

/** The one whose turn it is; anonymous work only while it has less than its share of the threads. */
function nextTicket<Job, Answer extends object>(
  state: State<Job, Answer>,
  slot: Slot<Job, Answer>,
): Ticket<Job, Answer> | undefined {
  const { queue, slots, shortMax } = state
  const running = slots.filter(({ ticket }) => ticket?.anonymous).length
  const mayBeAnonymous = running < Math.max(1, Math.floor(slots.length * ANONYMOUS_SHARE))
  const next = queue
    .filter((ticket) => (ticket.slot ?? slot) === slot && (mayBeAnonymous || !ticket.anonymous))
    .filter(({ cost }) => !slot.isShort || cost <= shortMax)
    .reduce<Ticket<Job, Answer> | undefined>(
      (one, other) => (one && compareTurns(one, other) <= 0 ? one : other),
      undefined,
    )
  if (next) queue.splice(queue.indexOf(next), 1)
  return next
}

function start<Job, Answer extends object>(
  state: State<Job, Answer>,
  slot: Slot<Job, Answer>,
  ticket: Ticket<Job, Answer>,
): void {
  // A thread that died is replaced when it is needed, so one that cannot start at all does not start without end.
  const thread = slot.thread?.isDead() === false ? slot.thread : state.startThread()
  slot.thread = thread
  slot.ticket = ticket
  ticket.begun = true
  state.turns.begin(ticket)
  thread.run(ticket.job, (reply) => take(state, slot, reply), ticket.id)
}

function take<Job, Answer extends object>(
  state: State<Job, Answer>,
  slot: Slot<Job, Answer>,
  reply: Reply<Answer>,
): void {
  const { ticket, spare } = slot
  slot.ticket = undefined
  slot.spare = undefined
  spare?.()
  if (ticket) settle(state, slot, { ticket, reply })
  dispatch(state)
  if (state.queue.length === 0 && state.slots.every((one) => one.ticket === undefined)) state.turns.reset()
}

/** An unfinished job goes on where it is, before those whose turn comes at the same time; one that is over does not. */
function settle<Job, Answer extends object>(
  { queue }: State<Job, Answer>,
  slot: Slot<Job, Answer>,
  { ticket, reply }: { ticket: Ticket<Job, Answer>; reply: Reply<Answer> },
): void {
  if (isUnfinished(reply) && !ticket.isOver) {
    ticket.slot = slot
    queue.unshift(ticket)
    return
  }
  ticket.stopTimer()
  if (isUnfinished(reply)) return
  ticket.answer(hasFailed(reply) ? { outcome: 'failed', cause: reply.cause } : { outcome: 'done', ...reply })
}

function hasFailed(reply: object): reply is Failed {
  return 'cause' in reply
}

function isUnfinished(reply: object): reply is Unfinished {
  return 'unfinished' in reply
}

/** Takes a ticket out of the queue; false if it runs already. */
function withdraw<Job, Answer extends object>({ queue }: State<Job, Answer>, ticket: Ticket<Job, Answer>): boolean {
  const place = queue.indexOf(ticket)
  if (place < 0) return false
  queue.splice(place, 1)
  ticket.stopTimer()
  return true
}

/** Gives a job up that nobody waits for any longer, or that took too long. What was abandoned while it runs has its thread until then. */
function giveUp<Job, Answer extends object>(
  state: State<Job, Answer>,
  ticket: Ticket<Job, Answer>,
  outcome: 'timed_out' | 'abandoned',
): void {
  const slot = state.slots.find((candidate) => candidate.ticket === ticket)
  ticket.answer({ outcome, begun: ticket.begun })
  if (!withdraw(state, ticket) && slot && outcome === 'timed_out') {
    const replace = () => replaceThread(state, slot)
    if (state.graceMs === 0) replace()
    else slot.spare = state.after(state.graceMs, replace)
  }
  dispatch(state)
}

function replaceThread<Job, Answer extends object>(state: State<Job, Answer>, slot: Slot<Job, Answer>): void {
  void slot.thread?.stop()
  slot.ticket = undefined
  slot.spare = undefined
  slot.thread = state.startThread()
  dispatch(state)
}

async function close<Job, Answer extends object>(state: State<Job, Answer>): Promise<void> {
  state.closed = true
  const running = state.slots.flatMap((slot) => slot.ticket ?? [])
  for (const slot of state.slots) slot.spare?.()
  for (const ticket of [...state.queue.splice(0), ...running]) {
    ticket.stopTimer()
    ticket.answer({ outcome: 'failed', cause: stopping() })
  }
  await Promise.all(state.slots.map(({ thread }) => thread?.stop()))
}

function stopping(): ApiError {
  return new ApiError('unavailable', 'The service is stopping.')
}
