// What goes wrong during a soak, and when: the same seed makes the same plan.
import { type Chance, chanceFrom } from '../fuzz-values.ts'

export const FAULTS = {
  'worker killed': 'worker 2 is killed with SIGKILL',
  'provider hangs': 'the provider accepts requests and answers none',
  'provider drips': 'the provider sends one word at a time, without end',
  'provider resets': 'the provider resets connections, before or in the middle of an answer',
  'callers hang up': 'thirty callers at once hang up in the middle of their requests',
  'connections terminated': 'every connection to PostgreSQL is ended with pg_terminate_backend',
  'database restarted': 'PostgreSQL is stopped and started again',
} as const

export type FaultKind = keyof typeof FAULTS

export interface PlannedFault {
  readonly kind: FaultKind
  readonly atMs: number
  /** How long it lasts; 0 for a momentary fault. */
  readonly forMs: number
}

/** A fault that happened, with the time until which its effects may still show. */
export interface Fault extends PlannedFault {
  readonly untilMs: number
}

/** No faults in this share of the time at the start, which is compared with the end. */
const CALM_START = 0.1
/** No faults in this share at the end: what is left must be as before. */
const CALM_END = 0.15
/** The time between two faults, so that the service can recover from each. */
const EVERY_MS = 20_000
const EVERY_MIN_MS = 6_000
const LASTING: Partial<Record<FaultKind, number>> = {
  'provider hangs': 6_000,
  'provider drips': 6_000,
  'provider resets': 6_000,
  'database restarted': 1_500,
}

/** Every kind at least once if there is time; kinds follow in random order, at random moments within their slots. */
export function planFaults({ durationMs, seed }: { durationMs: number; seed: number }): PlannedFault[] {
  const chance = chanceFrom(seed)
  const kinds = Object.keys(FAULTS) as FaultKind[]
  const startMs = durationMs * CALM_START
  const spanMs = durationMs * (1 - CALM_END) - startMs
  const everyMs = Math.max(EVERY_MIN_MS, Math.min(EVERY_MS, spanMs / kinds.length))
  const count = Math.floor(spanMs / everyMs)
  const rounds = Array.from({ length: Math.ceil(count / kinds.length) }, () => shuffled(kinds, chance)).flat()
  return rounds.slice(0, count).map((kind, at) => {
    // In the first half of its slot, so that the second half is time to recover.
    const atMs = Math.round(startMs + everyMs * (at + chance() / 2))
    return { kind, atMs, forMs: LASTING[kind] ?? 0 }
  })
}

function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  return items
    .map((item) => ({ item, order: chance() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
