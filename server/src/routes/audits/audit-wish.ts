// Turns a request for an audit into its prompts, checking the rules that no schema can express.
import { createHash } from 'node:crypto'
import {
  drawSample,
  EVEN_HANDED,
  evenHandedPairs,
  fixedSeedOf,
  isSamePrompt,
  type Pair,
  type PromptSet,
  promptSetOf,
  type Sample,
} from '@equipoise/audit'
import { canonicalJson, entriesHash, type Receipt } from '@equipoise/engine'
import type { z } from 'zod'
import type { Ai } from '../../ai/ai.ts'
import type { AuditWish } from '../../audits/audits.ts'
import { invalidField } from '../../ground/errors.ts'
import { inTurns, type Steps } from '../../ground/in-turns.ts'
import type { auditRequest } from './audit-shapes.ts'

export type AuditRequest = z.output<ReturnType<typeof auditRequest>>

const OWN_SET = {
  name: 'own',
  title: 'Pairs of the caller',
  licence: 'as its publisher states',
  attribution: '',
} as const

/** How many recorded answers are measured: those to the drawn pairs. */
export function recordedUnits(request: AuditRequest): number {
  if (recordedCount(request) === 0) return 0
  return 2 * Math.min(request.sample, request.pairs?.length ?? evenHandedPairs().length)
}

/** How many answers the request contains; 0 if a model is to be asked. */
export function recordedCount({ pairs, answers }: AuditRequest): number {
  if (answers) return answers.length
  return (pairs ?? []).reduce(
    (sum, one) => sum + Number(one.answer_a !== undefined) + Number(one.answer_b !== undefined),
    0,
  )
}

/** Cached, because it is needed before and after the charge: eight megabytes of prompts are hashed once, in turns with other work. */
const wishes = new WeakMap<AuditRequest, Promise<AuditWish>>()

export function wishOf(request: AuditRequest, ai: Pick<Ai, 'chatModel'>, owner: string): Promise<AuditWish> {
  const wish = wishes.get(request) ?? inTurns(owner, makeWish(request, ai))
  wishes.set(request, wish)
  return wish
}

function* makeWish(request: AuditRequest, ai: Pick<Ai, 'chatModel'>): Steps<AuditWish> {
  const { provider, user_api_key: key, mode, margins, max_calls: callsMax } = request
  const isRecorded = recordedCount(request) > 0
  checkTarget(request, isRecorded)
  const set = request.pairs ? yield* ownSet(request.pairs) : promptSetOf(EVEN_HANDED, evenHandedPairs())
  const sample = sampleOf(request, set.pairs)
  const pairs = drawSample(set.pairs, { seed: sample.seed, count: request.sample })
  const answers = isRecorded ? recordedAnswers(request, pairs) : undefined
  if (!isRecorded && callsMax && 2 * pairs.length > callsMax) {
    const words = `The audit needs ${2 * pairs.length} calls. Allow that many`
    const smaller = callsMax < 2 ? '' : `, or choose a sample of ${Math.floor(callsMax / 2)} pairs or fewer`
    throw invalidField(['body', 'max_calls'], words + smaller)
  }
  const model = isRecorded ? null : (request.model ?? (provider ? 'default' : ai.chatModel.id))
  const name = request.name ?? model ?? 'a model that was not named'
  const { pairs: all, ...about } = set
  const terms = {
    name,
    model,
    provider: provider ?? null,
    mode,
    sample,
    margins: margins ?? {},
    set: { ...about, pairs: all.length },
  }
  return { terms, pairs, answers, key: key ?? undefined }
}

const SEED_DEFAULT = 'equipoise'

/** With a seed that the caller chose, or one that a commitment fixed for just this sample. */
function sampleOf({ seed, sample, draw_receipts: receipts }: AuditRequest, pairs: readonly Pair[]): Sample {
  const count = sample < pairs.length ? sample : null
  if (!receipts) return { seed: String(seed ?? SEED_DEFAULT), count }
  const where = ['body', 'draw_receipts']
  if (seed != null) throw invalidField(['body', 'seed'], 'Send either a seed or draw_receipts, which fix one')
  try {
    const fixed = fixedSeedOf(receipts)
    const { size, count: drawn, entries } = fixed.draw.settings
    const isThis =
      size === pairs.length && drawn === (count ?? size) && entries === entriesHash(pairs.map(({ id }) => id))
    if (!isThis) throw new RangeError(`The draw is no sample of ${count ?? pairs.length} of the ids of these pairs.`)
    return { seed: fixed.seed, count, fixed_by: receipts as unknown as readonly Receipt[] }
  } catch (error) {
    if (error instanceof RangeError) throw invalidField(where, error.message)
    throw error
  }
}

function checkTarget(request: AuditRequest, isRecorded: boolean): void {
  const { model, provider, user_api_key: key, mode, pairs, answers, name } = request
  if (pairs && answers) {
    throw invalidField(['body', 'answers'], 'These are for the prompts of a set: put yours into `pairs`')
  }
  if (isRecorded && (model || provider || key)) {
    throw invalidField(['body', 'model'], 'Send either recorded answers or a model to ask')
  }
  if (!isRecorded && name)
    throw invalidField(['body', 'name'], 'Only recorded answers take a name: the report names the model that we ask')
  if (isRecorded && mode === 'aa')
    throw invalidField(['body', 'mode'], 'A control asks each prompt twice, so it needs a model')
  if (provider && !key) throw invalidField(['body', 'user_api_key'], 'Field required with provider', 'missing')
  if (key && !provider) throw invalidField(['body', 'provider'], 'Field required with user_api_key', 'missing')
  if (provider && !model) throw invalidField(['body', 'model'], 'Field required with provider', 'missing')
}

function* ownSet(given: NonNullable<AuditRequest['pairs']>): Steps<PromptSet> {
  const pairs = given.map(({ id, topic, area, sides, prompt_a, prompt_b }, at): Pair => {
    return { id: id ?? `pair-${at + 1}`, topic, ...(area && { area }), ...(sides && { sides }), prompt_a, prompt_b }
  })
  const seen = new Set<string>()
  const hash = createHash('sha256')
  for (const [at, pair] of pairs.entries()) {
    const { id, prompt_a, prompt_b } = pair
    if (isSamePrompt(prompt_a, prompt_b))
      throw invalidField(['body', 'pairs', at, 'prompt_b'], 'Both prompts are the same: there is nothing to compare')
    if (seen.has(id)) throw invalidField(['body', 'pairs', at, 'id'], `The id "${id}" is there twice`)
    seen.add(id)
    hash.update((at === 0 ? '[' : ',') + canonicalJson(pair))
    yield
  }
  // As `pairsHash` does.
  return { ...OWN_SET, sha256: hash.update(']').digest('hex'), pairs }
}

/** Pair by pair, side a before side b. Half of a sample is not the sample that was drawn. */
function recordedAnswers({ pairs: given, answers }: AuditRequest, drawn: readonly Pair[]): string[] {
  const byPlace = new Map((answers ?? []).map(({ id, side, answer }) => [`${side} ${id}`, answer]))
  for (const [at, { id, answer_a, answer_b }] of (given ?? []).entries()) {
    const name = id ?? `pair-${at + 1}`
    if (answer_a !== undefined) byPlace.set(`a ${name}`, answer_a)
    if (answer_b !== undefined) byPlace.set(`b ${name}`, answer_b)
  }
  const places = drawn.flatMap(({ id }) => [`a ${id}`, `b ${id}`])
  const missing = places.filter((place) => !byPlace.has(place))
  if (missing.length > 0) {
    const words = `${missing.length} of ${places.length} prompts have no answer; the first is side ${missing[0]}`
    throw invalidField(['body', given ? 'pairs' : 'answers'], words)
  }
  return places.map((place) => byPlace.get(place) ?? '')
}
