// Audits of callers with limits: every question reserves the most that it can use, as any other request of that key does.
import { type Ai, createTally, type Tally } from '../ai/ai.ts'
import { type LimitedBy, rejectModel } from '../ground/limits.ts'
import { type Reservation, requireKnown } from '../usage/usage.ts'
import type { Audit } from './audit-store.ts'

/** Absent if nothing limits the audit. Throws `forbidden` if its limits do not allow the model, or nobody knows the most it can use. */
export type Reserve = (audit: Pick<Audit, 'terms'>, by: readonly LimitedBy[], prompt: string) => Reserved | undefined

export interface Reserved {
  readonly reservation: Reservation
  readonly tally: Tally
}

/** What the rest of a request adds to its prompt, in tokens. */
const ENVELOPE_TOKENS = 64

export function createReserve({ models, chatModel }: Pick<Ai, 'models' | 'chatModel'>): Reserve {
  return ({ terms }, by, prompt) => {
    if (by.length === 0) return undefined
    const model = terms.model ?? (terms.provider === null ? chatModel.id : undefined)
    rejectModel(
      by.map(({ limits }) => limits),
      model,
    )
    const input = Buffer.byteLength(prompt) + ENVELOPE_TOKENS
    const output = model === undefined ? undefined : models.offerOf(model)?.outputTokensMax
    const micros = output === undefined ? undefined : models.mostMicros(model ?? '', { input, output })
    const most = { tokens: output && input + output, micros }
    const reservation = { by, ...most, unknown: unknownOf(model) }
    requireKnown(reservation)
    const callsMax = 1
    const microsOf = (usage: Parameters<Tally['end']>[0] & object) => models.costMicros(model ?? '', usage)
    return {
      reservation,
      tally: createTally({ most: { tokens: most.tokens ?? 0, micros: micros ?? 0 }, callsMax, microsOf }),
    }
  }
}

function unknownOf(model: string | undefined): string {
  const which = model === undefined ? 'a model that is not named' : `the model "${model}"`
  return `What an answer of ${which} can cost is unknown, and this audit has limits. Name a model with a price, or ask the operator to set \`price\` and \`max_output_tokens\` in \`CHAT_MODELS\`.`
}

/** A question that is asked again was counted as a call already. */
export function withoutCalls({ by, ...most }: Reservation): Reservation {
  return { ...most, by: by.map(({ subject, limits: { calls: _calls, ...limits } }) => ({ subject, limits })) }
}
