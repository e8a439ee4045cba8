// Asks the prompts of an audit that have no answer yet, a few at once. Each is charged once, with its row, before the model is asked.
import { ANSWER_CHARACTERS_MAX, type Pair } from '@equipoise/audit'
import { ApiError } from '../ground/errors.ts'
import { type AnswerPlace, forfeitPlace, insertPlace, listAnswers, noteCharge, storeAnswer } from './answer-store.ts'
import { confirmHold, readPairs } from './audit-store.ts'
import type { ModelAnswer } from './model-call.ts'
import { createPatience, type Patience, Pause } from './patience.ts'
import type { Held, RunnerParts } from './run-parts.ts'

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
    const { plan, wasAsked } = await tryDatabase(() => pay(parts, held, at))
    retries += retries < 0 && wasAsked ? 2 : 1
    try {
      return await parts.ask({ audit, plan, prompt, key, signal })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
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

/** Charges a prompt in the transaction that creates its row: a prompt with a row is charged, whatever happens to this node. */
async function pay({ sql, usage, planOf }: RunnerParts, { audit, hold, ending }: Held, at: AnswerPlace) {
  const { accountId, keyId, terms } = audit
  const plan = await planOf(audit)
  if (!plan) {
    const words = 'The account is disabled or limited, or the API key that started the audit no longer works'
    const ownKey = terms.provider === null ? '' : ', or the plan no longer includes a provider key of your own'
    throw new Pause('access', `${words}${ownKey}.`)
  }
  const meter = terms.provider === null ? 'ai/chat' : 'ai/proxy'
  try {
    const isNew = await sql.begin(async (tx) => {
      if (!(await confirmHold(tx, hold))) {
        ending.abort()
        throw new Error(`audit ${audit.id} is no longer this node's`)
      }
      if (!(await insertPlace(tx, at))) return false
      const charge = await usage.chargeWithin(tx, { accountId, keyId: keyId ?? undefined, plan, meter, units: 1 })
      const { plan: _plan, ...paid } = charge
      await noteCharge(tx, at, paid)
      return true
    })
    return { plan, wasAsked: !isNew }
  } catch (error) {
    throw error instanceof ApiError && error.kind === 'quota_spent' ? new Pause('quota', error.message, error) : error
  }
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
