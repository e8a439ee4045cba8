import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type AnsweredPair, type Asked, type Pair, readJsonLines } from '@equipoise/audit'
import { entriesHash } from '@equipoise/engine'
import { EquipoiseError, QuotaError, RateLimitError, UnavailableError } from '@equipoise/sdk'
import { placeOf } from './answers.ts'
import type { Ask } from './targets.ts'

// Asks a model all prompts of a sample. Every answer is saved at once, so that an interrupted run continues when it is started again.

interface Asking {
  readonly ask: Ask
  readonly pairs: readonly Pair[]
  readonly mode: 'ab' | 'aa'
  /** What the answers depend on: another model, set or seed is another run. */
  readonly plan: Readonly<Record<string, string>>
  readonly path: string
  readonly patienceMs: number
  progress(done: number, total: number): void
  remark(line: string): void
}

interface SidePrompt {
  readonly id: string
  readonly side: 'a' | 'b'
  readonly prompt: string
}

const AT_ONCE = 4
const PAUSE_MS = 5_000

interface Kept {
  readonly answer: string
  /** When the answer arrived: ISO 8601, UTC. */
  readonly at: string
  readonly retried: boolean
}

interface AllAsked extends Pick<Asked, 'from' | 'until' | 'answers' | 'retried' | 'cached'> {
  readonly answered: readonly AnsweredPair[]
}

export async function askAll(asking: Asking): Promise<AllAsked> {
  const { pairs, mode, path, progress, remark } = asking
  const places = pairs.flatMap(({ id, prompt_a, prompt_b }): SidePrompt[] => [
    { id, side: 'a', prompt: prompt_a },
    { id, side: 'b', prompt: mode === 'aa' ? prompt_a : prompt_b },
  ])
  const answers = openWork(asking)
  const cached = answers.size
  if (cached > 0) remark(`Going on: ${cached} of ${places.length} answers are in ${path}.`)
  const open = places.filter(({ id, side }) => !answers.has(placeOf(id, side)))
  const waiting = { leftMs: asking.patienceMs, failure: undefined as Error | undefined }
  const work = async (): Promise<void> => {
    for (let place = open.shift(); place && !waiting.failure; place = open.shift()) {
      try {
        const kept = await askPatiently(place, asking, waiting)
        appendFileSync(path, `${JSON.stringify({ id: place.id, side: place.side, ...kept })}\n`)
        answers.set(placeOf(place.id, place.side), kept)
        progress(answers.size, places.length)
      } catch (error) {
        waiting.failure ??= error as Error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (waiting.failure) throw stopped(waiting.failure, { done: answers.size, total: places.length, path })
  const textAt = (id: string, side: 'a' | 'b'): string => answers.get(placeOf(id, side))?.answer ?? ''
  const times = [...answers.values()].map(({ at }) => at).sort()
  return {
    answered: pairs.map((pair) => ({ ...pair, answer_a: textAt(pair.id, 'a'), answer_b: textAt(pair.id, 'b') })),
    from: times[0] ?? '',
    until: times.at(-1) ?? '',
    answers: answers.size,
    retried: [...answers.values()].filter(({ retried }) => retried).length,
    cached,
  }
}

/** The saved answers, if the file belongs to the same plan. An incomplete last line is removed. */
function openWork({ plan, path }: Asking): Map<string, Kept> {
  const key = entriesHash(Object.values(plan))
  const header = JSON.stringify({ equipoise_audit: key, ...plan })
  if (!existsSync(path)) {
    writeFileSync(path, `${header}\n`)
    return new Map()
  }
  const [first, ...rows] = readJsonLines(readFileSync(path, 'utf8'))
  if (first?.equipoise_audit !== key) {
    throw new Error(`${path} has answers of another audit: delete it, or name another file with --work`)
  }
  const kept = rows.filter(({ answer, at }) => typeof answer === 'string' && typeof at === 'string')
  writeFileSync(`${path}.new`, [header, ...kept.map((row) => JSON.stringify(row)), ''].join('\n'))
  renameSync(`${path}.new`, path)
  return new Map(
    kept.map(({ id, side, answer, at, retried }) => [
      placeOf(String(id), side === 'b' ? 'b' : 'a'),
      { answer: String(answer), at: String(at), retried: retried === true },
    ]),
  )
}

/** Retries while the model is rate-limited or unavailable, until the waiting time is used up. */
async function askPatiently({ prompt, side }: SidePrompt, { ask }: Asking, waiting: { leftMs: number }): Promise<Kept> {
  for (let retried = false; ; retried = true) {
    try {
      const answer = await ask(prompt, side)
      return { answer, at: new Date().toISOString(), retried }
    } catch (error) {
      const isPassing = error instanceof RateLimitError || error instanceof UnavailableError
      const pauseMs = (isPassing && error.retryAfterMs) || PAUSE_MS
      if (!isPassing || waiting.leftMs < pauseMs) throw error
      waiting.leftMs -= pauseMs
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

function stopped(failure: Error, { done, total, path }: { done: number; total: number; path: string }): Error {
  const why =
    failure instanceof QuotaError
      ? 'the quota is used up'
      : failure instanceof RateLimitError
        ? 'the model is rate-limited'
        : 'the model did not answer'
  const sentence = `The audit stopped: ${why} (${failure.message}). ${done} of ${total} answers are saved in ${path}: run the same command again to go on`
  return failure instanceof EquipoiseError ? new EquipoiseError(sentence, { cause: failure }) : new Error(sentence)
}
