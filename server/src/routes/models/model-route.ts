// What all routes that ask a model share: access and charges, whose key is used, which filter mode applies.
import type { WordLists } from '@equipoise/score'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Ai,
  attemptsMaxOf,
  type Call,
  type CallParts,
  type Claim,
  callModel,
  chooseFilter,
  type FilteredAnswer,
  type Idempotency,
  inFlight,
  type Json,
  objectOf,
  type Question,
  type TokenUsage,
  textOf,
} from '../../ai/ai.ts'
import type { Brand } from '../../ground/brand.ts'
import { ApiError, type FieldErrorType } from '../../ground/errors.ts'
import type { FilterMode, Release, Tier } from '../../ground/filter-mode.ts'
import { type Catalogue, isAtLeast, type Meter, OWN_KEY_PLAN, type Plan, planOf } from '../../ground/plans.ts'
import { Secret } from '../../ground/secret.ts'
import {
  callerGone,
  callerOf,
  claimKey,
  freeKey,
  type Guarded,
  namesFilterMode,
  ownerOf,
  paidCall,
  compilePlainWriter as serializerCompiler,
  settleHeld,
} from '../../http/http.ts'
import { inPhase } from '../../observability/phases.ts'
import type { Usage } from '../../usage/usage.ts'
import type { Words } from '../../words/words.ts'
import { CONVERSATION_VALUES_MAX, type ConversationLimits, rejectTooLong } from './conversation.ts'
import { endUserBudget, endUserOf, mostOf, rejectModel } from './most.ts'
import { tellIgnored } from './unknown-fields.ts'

export interface ModelParts extends CallParts {
  readonly ai: Ai
  readonly idempotency: Idempotency
  readonly usage: Usage
  readonly catalogue: Catalogue
  readonly brand: Brand
  readonly conversation: ConversationLimits
  readonly filterMode: FilterMode
  readonly words: Words
}

interface RouteTerms {
  readonly ownKey: boolean
  readonly units?: (request: FastifyRequest) => number
}

/** The options of a route that ends in `askModel`; with `ownKey` a caller can send a key in X-Provider-Key. */
export function modelRoute(parts: ModelParts, meter: Meter, { ownKey, units = () => 1 }: RouteTerms) {
  const { idempotency, usage, brand } = parts
  const told = [brand.header.filterMode, ...(ownKey ? ['x-provider', 'anthropic-beta'] : [])]
  const access: Guarded = {
    credentials: 'required',
    kinds: ['jwt', 'key'],
    area: 'ai',
    meter: {
      name: (request) => (ownKey && request.headers['x-provider'] !== undefined ? 'ai/proxy' : meter),
      units,
      asking: {
        endUser: endUserBudget,
        most(request) {
          const { mode, model, own, release } = termsOf(request, parts, ownKey)
          return mostOf(parts.ai, {
            request,
            model: askedModel(request, parts, { model, own }),
            attemptsMax: attemptsMaxOf(mode),
            continues: release === 'sentence',
          })
        },
      },
    },
    allows(request, plan) {
      checkTerms(request, parts, { ownKey, plan, meter })
      const bytes = Number(request.headers['content-length'])
      return rejectTooLong(objectOf(request.body), parts.conversation, { bytes, owner: () => ownerOf(request).owner })
    },
    prepaid: claimKey(idempotency.claim, told),
  }
  return {
    config: { access, rejects: ['conflict', 'provider_failed'] as const, valuesMax: CONVERSATION_VALUES_MAX },
    onError: freeKey(usage),
    serializerCompiler,
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    terms?: CallTerms
  }
}

interface CallTerms {
  readonly mode: FilterMode
  readonly tier: Tier | undefined
  readonly release: Release | undefined
  readonly model: string | undefined
  /** Set if the caller sent a key in the headers. */
  readonly own: { readonly provider: string; readonly key: Secret } | undefined
}

/** Needed before the charge and after it. */
export function termsOf(request: FastifyRequest, parts: ModelParts, ownKey: boolean): CallTerms {
  request.terms ??= readTerms(request, parts, ownKey)
  return request.terms
}

function readTerms(request: FastifyRequest, { ai, brand, filterMode }: ModelParts, ownKey: boolean): CallTerms {
  const body = objectOf(request.body)
  const options = objectOf(body[brand.field.options])
  const { filterMode: name } = brand.header
  const given = request.headers[name]
  const { mode, model } = chooseFilter({
    body: (options.filter_mode ?? undefined) as FilterMode | undefined,
    header: { name, value: given === undefined ? undefined : String(given) },
    model: textOf(body.model),
    key: request.caller?.filterMode,
    deployment: filterMode,
    isModel: (id) => ai.models.list.some((offer) => offer.id === id),
  })
  const tier = (options.tier ?? undefined) as Tier | undefined
  const release = (options.release ?? undefined) as Release | undefined
  return { mode, tier, release, model, own: ownKey ? ownKeyOf(request, ai) : undefined }
}

/** Checked before the charge: an own key needs a plan that allows it, and chat accepts only the offered models. */
function checkTerms(
  request: FastifyRequest,
  parts: ModelParts,
  { ownKey, plan, meter }: { ownKey: boolean; plan: Plan | undefined; meter: Meter },
): void {
  rejectMisnamedMode(request, parts.brand)
  const { own, model } = termsOf(request, parts, ownKey)
  if (plan?.limits || request.caller?.limitedBy) rejectModel(request, plan, askedModel(request, parts, { model, own }))
  if (own && plan && !isAtLeast(parts.catalogue, plan.id, OWN_KEY_PLAN)) {
    const words = `X-Provider-Key is not included in the ${plan.id} plan: it needs the ${OWN_KEY_PLAN} plan or higher`
    throw new ApiError('forbidden', words)
  }
  const isOurs = !own && meter === 'ai/chat'
  if (isOurs && model !== undefined && !parts.ai.models.isOffered(model)) {
    throw wrong(
      ['body', 'model'],
      `This deployment does not offer the model "${model}": GET /v1/models lists those that it offers`,
    )
  }
}

/** Who asks for a filter by another name than ours would believe that the answer is filtered. */
function rejectMisnamedMode({ headers, query }: FastifyRequest, { header, field }: Brand): void {
  const named = Object.keys(headers).find((name) => name !== header.filterMode && namesFilterMode(name))
  if (named) throw wrong(['header', named], `Unknown header: use ${header.filterMode}`, 'extra_forbidden')
  const asked = Object.keys(objectOf(query)).find(namesFilterMode)
  if (asked) throw wrong(['query', asked], `Unknown field: use ${field.options}.filter_mode`, 'extra_forbidden')
}

/** The model that is asked; undefined if that is a provider's own default. */
function askedModel(
  { body }: FastifyRequest,
  { ai }: ModelParts,
  { model, own }: Pick<CallTerms, 'model' | 'own'>,
): string | undefined {
  return model ?? (own || objectOf(body).provider !== undefined ? undefined : ai.chatModel.id)
}

const HEADER_KEY = /^[\x21-\x7e]{1,512}$/

function ownKeyOf({ headers }: FastifyRequest, ai: Ai): CallTerms['own'] {
  const { 'x-provider': provider, 'x-provider-key': key } = headers
  if (provider === undefined && key === undefined) return undefined
  if (provider === undefined) throw wrong(['header', 'X-Provider'], 'Field required with X-Provider-Key', 'missing')
  if (key === undefined) throw wrong(['header', 'X-Provider-Key'], 'Field required with X-Provider', 'missing')
  const name = ai.providerNamed(String(provider))
  if (name === undefined) {
    throw wrong(['header', 'X-Provider'], `Input should be one of ${ai.providerNames.join(', ')}`, 'literal_error')
  }
  if (!HEADER_KEY.test(String(key))) {
    throw wrong(['header', 'X-Provider-Key'], 'Input should be printable ASCII without spaces')
  }
  return { provider: name, key: new Secret(String(key)) }
}

function wrong(loc: string[], msg: string, type: FieldErrorType = 'value_error'): ApiError {
  return new ApiError('invalid', msg, { fields: [{ loc, msg, type }] })
}

interface ModelExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: ModelParts
}

/** The question of a route, in the dialect that its answer must have. */
interface Asked extends Pick<Question, 'dialect' | 'request' | 'wantsText' | 'showsAttempts' | 'headers'> {
  /** Names of fields of the body that no provider gets, and of those that only a provider of the same dialect gets. */
  readonly left?: readonly string[]
  readonly unknown?: readonly string[]
}

type Answering<T> = Omit<Call<T>, 'ask'>

/** Uses the deployment's key, or the one in the headers. */
export function askModel<T>(exchange: ModelExchange, chosen: CallTerms, asked: Asked, answering: Answering<T>) {
  const { ai } = exchange.parts
  const { left = [], unknown = [], ...question } = asked
  const tell = (names: readonly string[]) => tellIgnored(exchange.reply, names)
  tell(left)
  const onTranslated = () => tell([...left, ...unknown])
  const { mode, tier, release, model, own } = chosen
  const costMicros = own ? undefined : (usage: TokenUsage) => ai.models.costMicros(model ?? ai.chatModel.id, usage)
  const named = {
    model: askedModel(exchange.request, exchange.parts, { model, own }),
    endUser: endUserOf(exchange.request.body),
  }
  return makeCall(exchange, { ...answering, ...named, costMicros }, (ending, listener) => {
    const words = ownWordsOf(exchange)
    const { id, phases } = exchange.request
    const tally = tallyOf(exchange.request)
    const terms = { mode, tier, release, words, model, id, phases, ending, listener, onTranslated, tally }
    return own
      ? ai.proxy({ ...question, ...terms, ...own, keyName: 'X-Provider-Key' })
      : ai.chat({ ...question, ...terms })
  })
}

/** Read when the first answer is scored, so that the request to the provider does not wait for it. */
export function ownWordsOf({ request, parts }: ModelExchange): NonNullable<Question['words']> {
  const { accept } = objectOf(objectOf(request.body)[parts.brand.field.options]) as Pick<WordLists, 'accept'>
  return async () => ({ ...(await parts.words.read(callerOf(request).accountId)), accept, ...ownerOf(request) })
}

export function makeCall<T>(
  { request, reply, parts }: ModelExchange,
  answering: Answering<T>,
  ask: (...given: Parameters<Call<T>['ask']>) => Promise<FilteredAnswer>,
): Promise<T | undefined> {
  const { planId, ...seat } = paidCall<Claim>(request, reply, parts.usage)
  const called = callModel({ ...seat, plan: planOf(parts.catalogue, planId) }, parts, { ...answering, ask })
  return request.held ? called.finally(() => seat.payment.briefly(settleHeld(request, parts.usage))) : called
}

/** Of a request whose tokens or euros are limited. */
export function tallyOf({ tally }: FastifyRequest): Question['tally'] {
  return tally as Question['tally']
}

/** For requests that do not ask for an answer; the result is neither scored nor stored. */
export function askAside<T>(
  { request, reply, parts }: ModelExchange,
  ask: (ending: AbortController) => Promise<T>,
): Promise<T> {
  const { accountId, plan } = callerOf(request)
  const ending = new AbortController()
  callerGone(reply, ending)
  const work = () => inPhase(request.phases, 'ask', () => ask(ending))
  const asked = inFlight({ accountId, plan: planOf(parts.catalogue, plan), ending }, parts, work)
  return request.held ? asked.finally(() => settleHeld(request, parts.usage)) : asked
}

/** Removes our own field before the body is passed on. */
export function withoutOptions(body: Json, { field }: Brand): Json {
  if (!Object.hasOwn(body, field.options)) return body
  const { [field.options]: _ours, ...rest } = body
  return rest
}
