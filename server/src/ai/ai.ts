// Asks a model, scores its answer, and asks again if needed: with the deployment's key (chat) or with the caller's (proxy).
import type { WordLists } from '@equipoise/score'
import { ApiError, type Report } from '../ground/errors.ts'
import type { FilterMode, Release, Tier } from '../ground/filter-mode.ts'
import type { ProviderSetting } from '../ground/provider-setting.ts'
import type { Secret } from '../ground/secret.ts'
import { inPhase, type Phases } from '../observability/phases.ts'
import { type Ending, startDeadline } from './deadline.ts'
import { countOf, type Json } from './dialects/json.ts'
import { createModels, type ModelOffer, type Models } from './models.ts'
import type { Ask, Dialect, KeyName, OnPiece, Provider } from './provider.ts'
import { createProviders, type ProviderOptions } from './providers/providers.ts'
import { isTextAlone, releaseSentences } from './release.ts'
import { type FilteredAnswer, type Listener, retry, type Scorer } from './retry.ts'
import { type ChatTarget, createTargets, observed, type TargetCall, type Targets } from './targets.ts'

export {
  type Call,
  type CallParts,
  callModel,
  inFlight,
  type Script,
  type TokenCount,
} from './call.ts'

export { createCallCounts } from './call-counts.ts'
export { attemptsMaxOf, STRICT_RETRIES } from './decide.ts'
export { isObject, type Json, objectOf, objectsOf, textOf } from './dialects/json.ts'
export { createResponseStream } from './dialects/response-stream.ts'
export { beginningOf, responseOf } from './dialects/responses-from-chat.ts'
export { inputMessages, responsesToChat, toolsLeftOut } from './dialects/responses-to-chat.ts'
export { chooseFilter } from './filter-choice.ts'
export { type Claim, createIdempotency, type Idempotency } from './idempotency.ts'
export { createInFlight } from './in-flight.ts'
export type { ModelOffer } from './models.ts'
export { type Message, type Origin, ROLES, type Tally, type TokenUsage } from './provider.ts'
export { probeProvider } from './providers/probe.ts'
export type { Attempt, FilteredAnswer, Unjudged } from './retry.ts'
export { EDIT_ATTEMPTS_MAX, editSmallest, type SmallestEdit } from './smallest-edit.ts'
export { createTally, sumUsage } from './tally.ts'
export type { TargetCall } from './targets.ts'

export interface AiOptions extends Partial<ProviderOptions> {
  readonly providers: Readonly<Record<string, ProviderSetting>>
  readonly chat: ChatSetting
  /** The deadline for a whole request, retries included. */
  readonly timeoutMs: number
  readonly score: OwnedScorer
  readonly nowMs: () => number
  /** Informs the operator of what the caller is not told. */
  readonly report: Report
  readonly observe?: Observer | undefined
}

interface ChatSetting {
  /** The deployment's key, which is sent to this provider only. */
  readonly apiKey: Secret | undefined
  readonly provider: string
  readonly model: string | undefined
  /** Replaces the three settings above. */
  readonly targets?: readonly ChatTarget[] | undefined
  /** If absent, every model of the provider is offered. */
  readonly models?: readonly ModelOffer[] | undefined
}

/** Is told of every call, for the operator's metrics. */
interface Observer {
  readonly onTargetCall: (call: TargetCall) => void
  readonly onOutcome: (outcome: { mode: FilterMode; attempts: number; passed: boolean }) => void
}

export interface Question {
  readonly dialect: Dialect
  /** The body as the caller sent it, without our own fields. */
  readonly request: Json
  /** The model as the caller names it. */
  readonly model?: string | undefined
  readonly mode: FilterMode
  /** When a stream whose text can be rejected sends it; by default, when the whole answer was scored. */
  readonly release?: Release | undefined
  readonly tier?: Tier | undefined
  /** Whose place in the scoring queue it takes, with the caller's own word lists. */
  readonly words: () => Promise<WordLists & { readonly owner: string }>
  readonly wantsText: boolean
  readonly headers?: Ask['headers']
  readonly onTranslated?: Ask['onTranslated']
  readonly tally?: Ask['tally']
  /** The id of the answer if the provider gives none. */
  readonly id: string
  /** Ends the request early; its reason is the error of the request. */
  readonly ending: Ending
  /** Is told what the time of the request is spent on. */
  readonly phases?: Phases | undefined
  /** If given, the answer is streamed to it. */
  readonly listener?: Listener | undefined
  /** Whether the outcome holds the texts of all attempts. */
  readonly showsAttempts?: boolean | undefined
}

interface OwnKeyQuestion extends Question {
  readonly provider: string
  readonly key: Secret
  readonly keyName: KeyName
}

export interface Ai {
  readonly providerNames: readonly string[]
  providerNamed(alias: string): string | undefined
  readonly models: Models
  readonly hasChat: boolean
  readonly chatModel: { readonly id: string; readonly provider: string }
  chat(question: Question): Promise<FilteredAnswer>
  proxy(question: OwnKeyQuestion): Promise<FilteredAnswer>
  embed(question: Aside, own?: OwnKey): Promise<Json>
  /** The tokens of a request in Anthropic's format, as the provider counts them; undefined if it cannot count. */
  countTokens(question: Aside, own: OwnKey): Promise<number | undefined>
  close(): Promise<void>
}

/** Requests that do not ask for an answer, such as embeddings. */
type Aside = Omit<Question, 'listener' | 'mode' | 'words'>

interface OwnKey {
  readonly provider: string
  readonly key: Secret
}

type OwnedScorer = (
  text: string,
  options: WordLists & { readonly owner: string; readonly tier?: Tier | undefined },
) => ReturnType<Scorer>

const NO_OBSERVER: Observer = { onTargetCall: () => {}, onOutcome: () => {} }

export function createAi(options: AiOptions): Ai {
  const { chat, timeoutMs, score, nowMs, report, random = Math.random, sleep, limits, observe = NO_OBSERVER } = options
  const providers = createProviders(options.providers, {
    random,
    nowMs,
    ...(sleep && { sleep }),
    ...(limits && { limits }),
  })
  const connected = (name: string): Provider => {
    const provider = providers.get(name)
    if (!provider) throw new ApiError('not_configured', `The provider ${name} is not configured on this deployment`)
    return provider
  }
  const targets = createTargets({
    targets: targetsOf(chat),
    keyName: chat.targets ? 'CHAT_TARGETS' : 'CHAT_API_KEY',
    providerNamed: connected,
    random,
    nowMs,
    observe: observe.onTargetCall,
  })
  const defaultId = chat.models?.[0]?.id ?? chat.model ?? targets.defaultModel ?? connected(chat.provider).defaultModel
  const onScorerFailure = (error: unknown) => report(error, 'an answer could not be scored')

  const timed = <T>(question: AskedOf, work: (ask: Ask) => Promise<T>): Promise<T> => {
    const deadline = startDeadline(timeoutMs, question.ending, nowMs)
    return work(askOf(question, { deadline, nowMs })).finally(deadline.end)
  }
  const run = async (asked: Pick<Provider, 'complete' | 'stream'>, question: Question & AskedOf) => {
    const { mode, listener, tier, words, showsAttempts, release, phases } = question
    const provider = phases ? phased(asked, phases) : asked
    const scored = (text: string) => inPhase(phases, 'score', async () => score(text, { ...(await words()), tier }))
    const outcome = await timed(question, (ask) => {
      const loop = { provider, ask, mode, score: scored, nowMs, onScorerFailure, showsAttempts }
      const flows = release === 'sentence' && mode !== 'analyze' && isTextAlone(ask.request, ask.dialect)
      return flows && listener ? releaseSentences({ ...loop, listener }) : retry({ ...loop, listener })
    })
    observe.onOutcome({ mode, attempts: outcome.attempts.length, passed: outcome.passed })
    return outcome
  }
  const beside = { chat, connected, targets, defaultId, timed }
  const onProvider = (name: string) => observed(connected(name), { nowMs, observe: observe.onTargetCall })

  return {
    providerNames: [...providers.keys()],
    providerNamed: (alias) => namedOrAliased(options.providers, alias),
    models: createModels(chat.models, defaultId, nowMs),
    hasChat: targetsOf(chat).length > 0,
    chatModel: { id: defaultId, provider: chat.targets?.[0]?.provider ?? chat.provider },
    async chat(question) {
      const { key } = requireKey(chat)
      return await run(targets.for({ model: question.model ?? chat.models?.[0]?.id }), {
        ...question,
        terms: { model: question.model ?? defaultId, key, keyName: 'CHAT_API_KEY' },
      })
    },
    async proxy({ provider: name, key, keyName, ...question }) {
      const model = question.model ?? connected(name).defaultModel
      return await run(onProvider(name), { ...question, terms: { model, key, keyName } })
    },
    embed: (question, own) => askAside(beside, { question, own, run: embedAt }),
    countTokens: (question, own) => askAside(beside, { question, own, run: countAt }).then(countIn),
    async close() {
      await Promise.all([...providers.values()].map((provider) => provider.close()))
    },
  }
}

/** The same provider, with the time until it has answered. */
function phased({ complete, stream }: Pick<Provider, 'complete' | 'stream'>, { during }: Phases) {
  return {
    complete: (ask: Ask) => during('ask', () => complete(ask)),
    stream: (ask: Ask, onPiece: OnPiece) => during('ask', () => stream(ask, onPiece)),
  }
}

interface Beside {
  readonly chat: ChatSetting
  readonly connected: (name: string) => Provider
  readonly targets: Targets
  readonly defaultId: string
  readonly timed: <T>(question: AskedOf, work: (ask: Ask) => Promise<T>) => Promise<T>
}

interface AskedAside {
  readonly question: Aside
  readonly own: OwnKey | undefined
  readonly run: (at: Provider, ask: Ask) => Promise<Json>
}

async function askAside(
  { chat, connected, targets, defaultId, timed }: Beside,
  { question, own, run }: AskedAside,
): Promise<Json> {
  if (own) {
    const provider = connected(own.provider)
    const model = question.model ?? provider.defaultModel
    const terms = { model, key: own.key, keyName: 'X-Provider-Key' } as const
    return timed({ ...question, terms }, (ask) => run(provider, ask))
  }
  const { key } = requireKey(chat)
  const terms = { model: question.model ?? defaultId, key, keyName: 'CHAT_API_KEY' } as const
  return timed({ ...question, terms }, (ask) => targets.aside({ model: question.model }, ask, run))
}

async function embedAt(at: Provider, ask: Ask): Promise<Json> {
  if (!at.embed) throw new ApiError('not_found', `The provider ${at.name} has no embeddings.`)
  return at.embed(ask)
}

function countIn({ input_tokens }: Json): number | undefined {
  return countOf(input_tokens) ?? undefined
}

async function countAt(at: Provider, ask: Ask): Promise<Json> {
  return at.countTokens?.(ask) ?? {}
}

type AskedOf = Pick<
  Question,
  'dialect' | 'request' | 'wantsText' | 'headers' | 'onTranslated' | 'tally' | 'id' | 'ending'
> & {
  readonly terms: AskTerms
}
type AskTerms = Pick<Ask, 'model' | 'key' | 'keyName'>

function askOf(
  { dialect, request, wantsText, headers, onTranslated, tally, id, terms }: AskedOf,
  { deadline, nowMs }: Pick<Ask, 'deadline'> & { nowMs: () => number },
): Ask {
  const head =
    dialect === 'chat'
      ? { id: `chatcmpl-${id}`, object: 'chat.completion', created: Math.floor(nowMs() / 1000) }
      : { id: `msg_${id}`, type: 'message', role: 'assistant' }
  return { dialect, request, wantsText, headers, onTranslated, tally, head, deadline, ...terms }
}

function targetsOf({ apiKey, provider, model, targets }: ChatSetting): readonly ChatTarget[] {
  if (targets) return targets
  return apiKey ? [{ name: provider, provider, apiKey, model, weight: 1 }] : []
}

function requireKey({ apiKey, targets }: ChatSetting): { key: Secret } {
  const key = targets?.[0]?.apiKey ?? apiKey
  if (!key) throw new ApiError('not_configured', 'Chat is not configured on this deployment: CHAT_API_KEY is not set')
  return { key }
}

function namedOrAliased(providers: Readonly<Record<string, ProviderSetting>>, alias: string): string | undefined {
  if (Object.hasOwn(providers, alias)) return alias
  return Object.keys(providers).find((name) => providers[name]?.aliases?.includes(alias))
}
