// Routes chat to one or several targets, chosen by weight; if one fails before its answer started, the next is asked.
import { ApiError } from '../ground/errors.ts'
import type { Secret } from '../ground/secret.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import { startShare } from './deadline.ts'
import { countOf, type Json, objectOf } from './dialects/json.ts'
import type { Answer, Ask, KeyName, OnPiece, Provider } from './provider.ts'
import { causeOf, type FailureCause, isUnanswered, tooSlow } from './providers/failures.ts'

/** An entry of CHAT_TARGETS, or one made from CHAT_PROVIDER and CHAT_API_KEY. */
export interface ChatTarget {
  readonly name: string
  readonly provider: string
  readonly apiKey: Secret
  /** Used if the caller names no model; if absent, the provider's default. */
  readonly model?: string | undefined
  /** Maps the caller's names of models to the target's; a target with this table serves only the models in it. */
  readonly models?: Readonly<Record<string, string>> | undefined
  /** 0: asked only after all others failed. */
  readonly weight: number
}

export interface TargetCall {
  readonly target: string
  readonly result: 'ok' | FailureCause | 'cancelled'
  readonly durationMs: number
  readonly usage?: Answer['usage'] | undefined
  readonly retries: number
}

interface TargetOptions {
  readonly targets: readonly ChatTarget[]
  readonly providerNamed: (name: string) => Provider
  readonly keyName: KeyName
  readonly random: () => number
  readonly nowMs: () => number
  readonly observe: (call: TargetCall) => void
}

/** The model as the caller names it; undefined for the default. */
interface Wanted {
  readonly model: string | undefined
}

interface Live extends ChatTarget {
  readonly connection: Provider
  readonly breaker: Breaker
}

export type Targets = ReturnType<typeof createTargets>

export function createTargets(options: TargetOptions) {
  const { targets, providerNamed, keyName, random, nowMs, observe } = options
  const live: Live[] = targets.map((target) => ({
    ...target,
    connection: providerNamed(target.provider),
    breaker: createBreaker(nowMs),
  }))
  const modelAt = ({ model, models, connection }: Live, wanted: string | undefined): string => {
    const named = wanted === undefined ? undefined : (models?.[wanted] ?? wanted)
    return named ?? model ?? connection.defaultModel
  }
  const telling = { keyName, nowMs, observe }
  const serving = ({ model }: Wanted): Live[] =>
    live.filter(({ models }) => !models || model === undefined || Object.hasOwn(models, model))

  const askInTurn = <T extends object>(wanted: Wanted, ask: Ask, turn: Turn<T>): Promise<T> => {
    const order = serving(wanted)
    const [only] = order
    if (!only || order.length > 1) return askSeveral(inOrder(order, random), wanted, { ...turn, ask })
    return askOne(only, ask, { model: modelAt(only, wanted.model), telling, run: turn.run })
  }
  const askSeveral = async <T extends object>(
    order: readonly Live[],
    wanted: Wanted,
    { ask, run, hasBegun }: Turn<T> & { ask: Ask },
  ): Promise<T> => {
    for (const [index, target] of order.entries()) {
      const isLast = index === order.length - 1
      const model = modelAt(target, wanted.model)
      if (isLast) return askOne(target, ask, { model, telling, run })
      const share = startShare(ask.deadline, ask.deadline.remainingMs() / 2, () => tooSlow(target.connection.name))
      try {
        return await askOne(target, { ...ask, deadline: share, mayRetry: false }, { model, telling, run })
      } catch (error) {
        const cause = causeOf(error)
        if (ask.deadline.signal.aborted || hasBegun() || !cause || !ELSEWHERE_BETTER.has(cause)) throw error
      } finally {
        share.end()
      }
    }
    throw new ApiError('not_found', `No target of this deployment serves the model "${wanted.model}".`)
  }

  return {
    defaultModel: live[0] ? modelAt(live[0], undefined) : undefined,
    /** Looks like one provider to the retry loop; each attempt can go to another target. */
    for: (wanted: Wanted): Pick<Provider, 'complete' | 'stream'> => ({
      complete: (ask) => askInTurn(wanted, ask, { run: completeAt, hasBegun: () => false }),
      stream(ask, onPiece) {
        let begun = false
        const noted: OnPiece = (piece) => {
          begun = true
          return onPiece(piece)
        }
        return askInTurn(wanted, ask, { run: (at, told) => at.stream(told, noted), hasBegun: () => begun })
      },
    }),
    aside: (wanted: Wanted, ask: Ask, run: Turn<Json>['run']) => askInTurn(wanted, ask, { run, hasBegun: () => false }),
  }
}

/** Calls one target, and tells its breaker the result. */
async function askOne<T extends object>(
  { name, apiKey, connection, breaker }: Live,
  ask: Ask,
  { model, telling, run }: { model: string; telling: Telling & { keyName: KeyName } } & Pick<Turn<T>, 'run'>,
): Promise<T> {
  breaker.begins()
  try {
    const terms = { model, key: apiKey, keyName: telling.keyName }
    const answer = await watched({ name, at: connection, terms, run }, ask, telling)
    breaker.succeeded()
    return answer
  } catch (error) {
    const cause = causeOf(error)
    if (cause && TARGETS_FAULT.has(cause)) breaker.failed()
    throw error
  }
}

/** The same provider, with metrics for every call. */
export function observed(provider: Provider, telling: Telling): Pick<Provider, 'complete' | 'stream'> {
  const of = { name: provider.name, at: provider }
  return {
    complete: (ask) => watched({ ...of, terms: ask, run: completeAt }, ask, telling),
    stream: (ask, onPiece) =>
      watched({ ...of, terms: ask, run: (at, noted) => at.stream(noted, onPiece) }, ask, telling),
  }
}

function completeAt(at: Provider, ask: Ask): Promise<Answer> {
  return at.complete(ask)
}

interface Telling {
  readonly nowMs: () => number
  readonly observe: (call: TargetCall) => void
}

interface Watched<T> extends Pick<Turn<T>, 'run'> {
  readonly name: string
  readonly at: Provider
  /** What this target is asked with. */
  readonly terms: Pick<Ask, 'model' | 'key' | 'keyName'>
}

async function watched<T extends object>(
  { name: target, at, terms: { model, key, keyName }, run }: Watched<T>,
  ask: Ask,
  { nowMs, observe }: Telling,
): Promise<T> {
  const startedMs = nowMs()
  let retries = 0
  const tell = (result: TargetCall['result'], usage?: Answer['usage']) =>
    observe({ target, result, durationMs: nowMs() - startedMs, usage, retries })
  ask.tally?.begin()
  try {
    const answer = await run(at, { ...ask, model, key, keyName, onRetry: () => void retries++ })
    if (!('texts' in answer)) {
      tell('ok')
      const { prompt_tokens } = objectOf((answer as Json).usage)
      ask.tally?.end({ inputTokens: countOf(prompt_tokens), outputTokens: 0 })
      return answer
    }
    const { usage } = answer as unknown as Answer
    tell('ok', usage)
    ask.tally?.end(usage)
    return { ...answer, origin: { provider: at.name, host: at.host, model, retries } }
  } catch (error) {
    tell(causeOf(error) ?? 'cancelled')
    ask.tally?.end(isUnanswered(error) ? 'nothing' : null)
    throw error
  }
}

interface Turn<T> {
  readonly run: (at: Provider, ask: Ask) => Promise<T>
  /** Whether the caller has received part of the answer: then no other target can continue it. */
  readonly hasBegun: () => boolean
}

/** Failures that count against a target's breaker. */
const TARGETS_FAULT: ReadonlySet<FailureCause> = new Set([
  'unreachable',
  'timeout',
  'rate_limited',
  'server_error',
  'key_rejected',
  'broken_answer',
])
/** Failures after which the same request may succeed at another target. */
const ELSEWHERE_BETTER: ReadonlySet<FailureCause> = new Set([...TARGETS_FAULT, 'model_unknown'])

/** In random order by weight, those without weight last; targets with an open breaker come after all others. */
function inOrder(targets: readonly Live[], random: () => number): Live[] {
  const drawn = targets.map((target) => ({
    target,
    isAdmitted: target.breaker.admits(),
    // Sorting by these values draws each target in proportion to its weight.
    draw: target.weight > 0 ? random() ** (1 / target.weight) : -1,
  }))
  return drawn
    .sort((a, b) => Number(b.isAdmitted) - Number(a.isAdmitted) || b.draw - a.draw)
    .map(({ target }) => target)
}
