// Asks the prompts of an audit that have no answer yet, a few at once. Each is charged once, with its row, before the model is asked.
import { ANSWER_CHARACTERS_MAX, type Pair } from '@equipoise/audit'
import { ApiError, type Kind } from '../ground/errors.ts'
import type { Plan } from '../ground/plans.ts'
import { type AnswerPlace, forfeitPlace, insertPlace, listAnswers, noteCharge, storeAnswer } from './answer-store.ts'
import { confirmHold, type PauseReason, readPairs } from './audit-store.ts'
import { type Reserved, withoutCalls } from './limited.ts'
import type { ModelAnswer } from './model-call.ts'
import { createPatience, type Patience, Pause } from './patience.ts'
import type { Held, RunnerParts, Standing } from './run-parts.ts'

const AT_ONCE = 4

/** Resolves when every prompt has its answer. Throws a `Pause`, after the calls in progress have ended. */
export async function askOpenPrompts(parts: RunnerParts, held: Held): Promise<void> {
  const { audit, ending } = held
  const [pairs, rows] = await Promise.all([readPairs(parts.sql, audit.id), listAnswers(parts.sql, audit.id)])
  const answered = new Set(rows.filter(({ answer }) => answer !== null).map(({ place }) => place))
  const open = Array.from({ length: audit.prompts }, (_, place) => place).filter((place) => !answered.has(place))
  if (open.length > 0 && audit.terms.provider !== null && held.key === undefined) throw keyNeeded()
  const patience = { model: createPatience(parts, 'provider'), database: createPatience(parts, 'internal') }
  let failure: unknown
  const work = async (): Promise<void> => {
    for (let place = open.shift(); place !== undefined; place = open.shift()) {
      if (failure !== undefined || ending.signal.aborted) return
      try {
        await askPrompt(parts, held, { place, prompt: promptAt(pairs, place, audit.terms.mode), patience })
      } catch (error) {
        failure ??= error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (failure !== undefined) throw failure
}

interface Prompt {
  readonly place: number
  readonly prompt: string
  readonly patience: { readonly model: Patience; readonly database: Patience }
}

async function askPrompt(parts: RunnerParts, held: Held, { place, prompt, patience }: Prompt): Promise<void> {
  const { sql } = parts
  const { audit, ending, key } = held
  const at = { id: audit.id, accountId: audit.accountId, place }
  const { signal } = ending
  const tryDatabase = <T>(work: () => Promise<T>) => patience.database.keepTrying(work, signal)
  let retries = -1
  const askOnce = async (): Promise<ModelAnswer | undefined> => {
    const { plan, wasAsked, settle, tally } = await tryDatabase(() => pay(parts, held, { at, prompt }))
    retries += retries < 0 && wasAsked ? 2 : 1
    try {
      return await parts.ask({ audit, plan, prompt, key, signal, tally }).finally(settle)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // One target has failed, and nobody knows what it billed: the next one is asked with a reservation of its own.
      if (error.kind === 'budget_spent') throw new ApiError('provider_failed', error.message, { cause: error })
      // The provider's own filter withheld the answer: that counts as an empty one.
      if (error.kind === 'content_filtered') return undefined
      if (error.keepsCharge) await tryDatabase(() => forfeitPlace(sql, at))
      throw error
    }
  }
  try {
    const answer = await patience.model.keepTrying(askOnce, signal)
    const came = new Date(parts.nowMs()).toISOString()
    const text = answer?.text ?? ''
    const cut = text.length > ANSWER_CHARACTERS_MAX
    const given = answer ? { ...answer.origin, retries: answer.origin.retries + retries, at: came, cut } : null
    await tryDatabase(() => storeAnswer(sql, at, storable(text), given))
  } catch (error) {
    throw error instanceof ApiError ? new Pause('provider', error.message, error) : error
  }
}

interface Paid {
  readonly plan: Plan
  readonly wasAsked: boolean
  readonly tally?: Reserved['tally']
  /** To be called when the model has answered or failed. */
  settle(): Promise<void>
}

/**
 * Charges a prompt in the transaction that creates its row: a prompt with a row is charged, whatever happens to this node. What limits
 * allow is reserved each time, because each time the provider bills.
 */
async function pay(parts: RunnerParts, held: Held, question: { at: AnswerPlace; prompt: string }): Promise<Paid> {
  const { sql, usage } = parts
  const { audit, hold, ending } = held
  const { accountId, keyId, terms } = audit
  const standing = await standingIn(parts, held)
  const { plan, limitedBy } = standing
  const meter = terms.provider === null ? 'ai/chat' : 'ai/proxy'
  try {
    const reserved = parts.reserve(audit, limitedBy, question.prompt)
    const paid = await sql.begin(async (tx) => {
      if (!(await confirmHold(tx, hold))) {
        ending.abort()
        throw new Error(`audit ${audit.id} is no longer this node's`)
      }
      const wish = { accountId, plan, meter } as const
      const reservation = reserved?.reservation
      if (!(await insertPlace(tx, question.at))) {
        const again = reservation && { ...wish, units: 0, reservation: withoutCalls(reservation) }
        return { wasAsked: true, held: again && (await usage.chargeWithin(tx, again)).held }
      }
      const charge = await usage.chargeWithin(tx, { ...wish, units: 1, keyId: keyId ?? undefined, reservation })
      const { plan: _plan, ...noted } = charge
      await noteCharge(tx, question.at, noted)
      return { wasAsked: false, held: charge.held }
    })
    return {
      plan,
      wasAsked: paid.wasAsked,
      ...(reserved && { tally: reserved.tally }),
      async settle() {
        if (reserved && paid.held) await usage.settle({ accountId, held: paid.held, used: reserved.tally.close() })
      },
    }
  } catch (error) {
    throw pausing(error)
  }
}

async function standingIn({ standingOf }: RunnerParts, { audit }: Held): Promise<Standing> {
  const standing = await standingOf(audit)
  if (standing) return standing
  const words = 'The account is disabled, or the API key that started the audit no longer works'
  const ownKey = audit.terms.provider === null ? '' : ', or the plan no longer includes a provider key of your own'
  throw new Pause('access', `${words}${ownKey}.`)
}

const REASONS: Partial<Record<Kind, PauseReason>> = { quota_spent: 'quota', budget_spent: 'limit', forbidden: 'limit' }

function pausing(error: unknown): unknown {
  const reason = error instanceof ApiError ? REASONS[error.kind] : undefined
  return error instanceof ApiError && reason ? new Pause(reason, error.message, error) : error
}

function promptAt(pairs: readonly Pair[], place: number, mode: 'ab' | 'aa'): string {
  const pair = pairs[place >> 1]
  if (!pair) throw new Error(`an audit has no prompt ${place}`)
  return place % 2 === 0 || mode === 'aa' ? pair.prompt_a : pair.prompt_b
}

const LONE_SURROGATES = /\p{Cs}/gu

/** PostgreSQL cannot store NUL, and a lone surrogate is not valid text. */
function storable(text: string): string {
  return text.slice(0, ANSWER_CHARACTERS_MAX).replaceAll('\0', '').replace(LONE_SURROGATES, '\ufffd')
}

function keyNeeded(): Pause {
  return new Pause(
    'provider_key',
    'We do not store your provider key, and the node that had it has stopped. Resume the audit with the key.',
  )
}
