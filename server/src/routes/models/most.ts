// The most that one request can cost, for callers whose tokens or euros are limited: it is reserved before a model is asked. Tokens of the
// prompt are bounded by its bytes, because no model makes more than one token of a byte.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Ai, createTally, type Json, objectOf, objectsOf, type Tally } from '../../ai/ai.ts'
import { invalidField } from '../../ground/errors.ts'
import { inTurns } from '../../ground/in-turns.ts'
import { writeJsonSteps } from '../../ground/json-steps.ts'
import { type LimitedBy, PERIODS, rejectModel as rejectModelOf } from '../../ground/limits.ts'
import type { Plan } from '../../ground/plans.ts'
import type { Reservation } from '../../usage/usage.ts'

interface Asked {
  readonly request: FastifyRequest
  /** Undefined if a provider's own default is asked. */
  readonly model: string | undefined
  /** How often the filter can ask. */
  readonly attemptsMax: number
  /** Whether a further attempt continues what was sent of those before, so that it is part of its prompt. */
  readonly continues?: boolean
}

/** What a retry adds to a prompt, in tokens: the instruction, and the words to avoid. */
const RETRY_TOKENS = 2_048
/** What providers add to a prompt with tools or a format for the answer. */
const RULES_TOKENS = 1_024
const RULES = ['tools', 'functions', 'response_format', 'text', 'output_config']

export async function mostOf(
  ai: Ai,
  { request, model, attemptsMax, continues = false }: Asked,
): Promise<Omit<Reservation, 'by'>> {
  const body = objectOf(request.body)
  const offer = model === undefined ? undefined : ai.models.offerOf(model)
  const price = model === undefined ? undefined : ai.models.priceOf(model)
  const unknown = (what: string, advice: string) => ({
    tokens: undefined,
    micros: undefined,
    unknown: `${what} ${advice}`,
  })
  const extra = extraOf(body)
  if (extra)
    return unknown(`Nobody can tell in advance what \`${extra}\` costs.`, 'Leave it out: this call has a limit.')
  const output = outputOf(request, offer?.outputTokensMax)
  if (output === undefined) {
    const whose = model === undefined ? 'of an unnamed model' : `of "${model}"`
    return unknown(`How long an answer ${whose} can be is unknown.`, SAY_OUTPUT)
  }
  const bytes = await bytesOf(request)
  const isText = !hasMedia([body.messages, body.input, body.system])
  if (!isText && offer?.contextTokens === undefined)
    return unknown('How many tokens images, sound and files have is unknown.', SAY_CONTEXT)
  const counted = isText ? bytes : Number.POSITIVE_INFINITY
  const before = continues ? attemptsMax - 1 : 1
  const retry = attemptsMax > 1 ? RETRY_TOKENS + before * output : 0
  const input = Math.min(
    counted + retry + (RULES.some((name) => isSet(body[name])) ? RULES_TOKENS : 0),
    offer?.contextTokens ?? Number.POSITIVE_INFINITY,
  )
  const most = { tokens: input + output, micros: ai.models.mostMicros(model ?? '', { input, output }) ?? 0 }
  const microsOf = (usage: Parameters<Tally['end']>[0] & object) => ai.models.costMicros(model ?? '', usage)
  const onMore = () => request.log.warn({ model, most }, 'a provider counted more tokens than the request can use')
  request.tally = createTally({ most, callsMax: attemptsMax, microsOf, onMore })
  const tokens = most.tokens * attemptsMax
  return price ? { tokens, micros: most.micros * attemptsMax } : { tokens, micros: undefined, unknown: noPrice(model) }
}

const SAY_OUTPUT = 'Send `max_tokens`, or ask the operator to set `max_output_tokens` in `CHAT_MODELS`.'
const SAY_CONTEXT = 'Send text, or ask the operator to set `context_tokens` in `CHAT_MODELS`.'

export function noPrice(model: string | undefined): string {
  const what = model === undefined ? 'No model is named' : `The price of the model "${model}" is unknown`
  return `${what}, and this call has a budget. Name a model with a price (\`GET /v1/models\` shows prices), or ask the operator to add one to \`CHAT_MODELS\`.`
}

/**
 * Fields that make a provider charge for more than the tokens of the prompt and the answer, or ask another model. Tools that run at the
 * provider never get there.
 */
const EXTRAS = [
  'best_of',
  'container',
  'mcp_servers',
  'models',
  'plugins',
  'prediction',
  'preset',
  'search_parameters',
  'speed',
  'web_search_options',
]
const USUAL_TIERS: readonly unknown[] = [undefined, null, 'auto', 'default', 'standard', 'standard_only', 'flex']

function extraOf(body: Json): string | undefined {
  const extra = EXTRAS.find((name) => isSet(body[name]))
  if (extra) return extra
  // The provider asks the model once more to shorten the conversation, and counts that apart.
  const { edits } = objectOf(body.context_management)
  if (objectsOf(edits).some(({ type }) => String(type).startsWith('compact'))) return 'context_management'
  return USUAL_TIERS.includes(body.service_tier) ? undefined : 'service_tier'
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** The fields that limit an answer, by path. A field that a format does not have limits nothing. */
const OUTPUT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  '/v1/chat/completions': ['max_tokens', 'max_completion_tokens'],
  '/v1/messages': ['max_tokens'],
  '/v1/responses': ['max_output_tokens'],
}

function outputOf({ routeOptions: { url = '' }, body: sent }: FastifyRequest, modelMax = Number.POSITIVE_INFINITY) {
  if (url === '/v1/embeddings') return 0
  const body = objectOf(sent)
  const asked = (OUTPUT_FIELDS[url] ?? []).flatMap((name) => (typeof body[name] === 'number' ? body[name] : []))
  const most = Math.min(asked.length > 0 ? Math.max(...asked) : Number.POSITIVE_INFINITY, modelMax)
  const choices = url === '/v1/chat/completions' ? Number(body.n ?? 1) : 1
  return most === Number.POSITIVE_INFINITY ? undefined : most * choices
}

async function bytesOf({ headers, body, id }: FastifyRequest): Promise<number> {
  const length = Number(headers['content-length'])
  if (length > 0) return length
  let bytes = 0
  await inTurns(
    id,
    writeJsonSteps(body, (piece) => {
      bytes += Buffer.byteLength(piece)
    }),
  )
  return bytes
}

const TEXT_PARTS =
  /^(input_|output_|summary_)?text$|^(tool_|function_|custom_tool_)|thinking$|^reasoning|^refusal$|^message$/

/** Anything in messages that is not text or a call of a tool. */
function hasMedia(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasMedia)
  if (typeof value !== 'object' || value === null) return false
  const { type, content, output } = value as Json
  return (typeof type === 'string' && !TEXT_PARTS.test(type)) || hasMedia(content) || hasMedia(output)
}

/** As OpenAI's and Anthropic's clients name the end user. */
export function endUserOf(sent: unknown): string | undefined {
  const body = objectOf(sent)
  const names = [body.safety_identifier, body.user, objectOf(body.metadata).user_id]
  return names.find((name): name is string => typeof name === 'string' && name !== '')
}

const HEADER = 'X-End-User-Budget'
const BUDGET = /^(\d{1,9}(?:\.\d{1,6})?)\/(day|week|month)$/

/** The caller's header gives the end user of this request a budget, such as `0.50/day`. */
export function endUserBudget({ headers, body }: FastifyRequest): LimitedBy | undefined {
  const given = headers['x-end-user-budget']
  if (given === undefined) return undefined
  const [, eur, named] = BUDGET.exec(String(given)) ?? []
  const period = PERIODS.find((one) => one === named)
  if (!eur || !period) throw invalidField(['header', HEADER], 'Input should be euros and a period, such as 0.50/day')
  const user = endUserOf(body)
  if (user === undefined)
    throw invalidField(
      ['header', HEADER],
      'The body should name the end user: `safety_identifier`, `user` or `metadata.user_id`',
    )
  const hash = createHash('sha256').update(user).digest('hex').slice(0, 32)
  return { subject: `user ${hash}`, limits: { budget_eur: { [period]: Number(eur) } } }
}

/** Throws if a limit of the caller or their plan does not allow this model. */
export function rejectModel({ caller }: FastifyRequest, plan: Plan | undefined, model: string | undefined): void {
  rejectModelOf([plan?.limits, ...(caller?.limitedBy ?? []).map((by) => by.limits)], model)
}
