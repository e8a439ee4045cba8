// Threads that run one job at a time each, with a common queue. The engine and the scorer have separate ones.
import { ApiError } from '../ground/errors.ts'
import type { Failed, Reply, Thread, Unfinished } from './thread.ts'
import { compareTurns, createTurns, type Turn, type Turns, type Waiting } from './turns.ts'

export { answerJobs, givenData, type Reply, startThread, type Thread, type Unfinished } from './thread.ts'

/** `abandoned`: the caller's signal aborted first. `begun`: whether any work was done, which is charged. */
export type Outcome<Answer extends object> =
  | ({ outcome: 'done' } & Answer)
  | { outcome: 'overloaded' }
  | { outcome: 'timed_out' | 'abandoned'; begun: boolean }
  | { outcome: 'failed'; cause: unknown }

export interface Threads<Job, Answer extends object> {
  /** Never rejects. */
  run(job: Job, options: RunOptions): Promise<Outcome<Answer>>
  /** Stops all threads; waiting, running and later jobs end as `failed`. */
  close(): Promise<void>
}

/** Every job needs an owner and a cost, so that none can bypass the others. */
export interface RunOptions extends Omit<Waiting, 'anonymous'> {
  readonly signal?: AbortSignal | undefined
  readonly anonymous?: boolean | undefined
}

export interface ThreadsParts<Job, Answer extends object> {
  readonly threads: number
  readonly startThread: () => Thread<Job, Answer>
  /** If true, a thread starts only with the first job that needs it. */
  readonly startsLate?: boolean
  readonly queueMaxPerThread: number
  /** From acceptance to answer, including the wait in the queue. */
  readonly timeoutMs: number
  /** How long a thread may keep working on a job whose time is up, before it is ended with everything it has loaded. */
  readonly graceMs?: number
  /** One more thread takes only jobs up to this cost, so that short jobs do not wait for long ones. */
  readonly shortMax?: number
  /** Calls back after a delay, unless cancelled. */
  readonly after?: (delayMs: number, callback: () => void) => () => void
}

interface Ticket<Job, Answer extends object> extends Waiting, Turn {
  readonly id: number
  readonly job: Job
  /** The thread on which an unfinished job continues. */
  slot?: Slot<Job, Answer>
  begun: boolean
  /** True if nobody waits for it any longer. */
  isOver: boolean
  answer(outcome: Outcome<Answer>): void
  stopTimer(): void
}

interface Slot<Job, Answer extends object> {
  readonly isShort: boolean
  thread?: Thread<Job, Answer>
  ticket?: Ticket<Job, Answer> | undefined
  /** Cancels ending a thread whose job is over time. */
  spare?: (() => void) | undefined
}

interface State<Job, Answer extends object> extends Required<ThreadsParts<Job, Answer>> {
  readonly slots: Slot<Job, Answer>[]
  readonly queue: Ticket<Job, Answer>[]
  readonly turns: Turns
  lastId: number
  closed: boolean
}

/** The share of threads and of queue places that all anonymous callers together can have; at least one thread. */
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
 * Whether another job can wait. Accounts can use the whole queue: waiting anonymous jobs do not count against them. In a full queue, the
 * owner with the most jobs loses the last one to an owner with fewer.
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

/** The next job in turn; anonymous work only while it has less than its share of the threads. */
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
  // A crashed thread is replaced only when needed, so that one that cannot start is not restarted without end.
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

/** An unfinished job stays with its thread, before jobs that are due at the same time; one that is over does not continue. */
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

/** Removes a ticket from the queue; returns false if it is already running. */
function withdraw<Job, Answer extends object>({ queue }: State<Job, Answer>, ticket: Ticket<Job, Answer>): boolean {
  const place = queue.indexOf(ticket)
  if (place < 0) return false
  queue.splice(place, 1)
  ticket.stopTimer()
  return true
}

/** Gives up a job that took too long or that nobody waits for. An abandoned job keeps its thread until then. */
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
