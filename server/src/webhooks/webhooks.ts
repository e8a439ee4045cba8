// Webhooks: addresses that an account's owner enters, and that we tell about quotas, payments, keys and audits.
import type { Sql } from '../db/db.ts'
import type { Report } from '../ground/errors.ts'
import { createSeal, type Seal } from '../ground/sealed.ts'
import type { Secret } from '../ground/secret.ts'
import { type Delivery, listDeliveries } from './delivery-store.ts'
import { type AccountEvent, emit } from './events.ts'
import { byHand, changesOf, type Named, noSuchWebhook } from './managing.ts'
import { createPost, type PostingOptions } from './posting.ts'
import { createSending, type Sending, type SendingParts } from './sending.ts'
import { findWebhook, listListeners, listWebhooks, putSecret, readSecrets, type Webhook } from './webhook-store.ts'

export { DELIVERY_STATES, type Delivery } from './delivery-store.ts'
export {
  type AccountEvent,
  balanceLow,
  budgetReached,
  createEventNotes,
  EVENT_TYPES,
  emit,
  quotaReached,
  TEST_EVENT,
} from './events.ts'
export { type AddressRule, type PostingOptions, urlProblem } from './posting.ts'
export type { Webhook } from './webhook-store.ts'

export interface Webhooks extends ReturnType<typeof changesOf>, ReturnType<typeof byHand> {
  list(accountId: number): Promise<Webhook[]>
  deliveries(webhook: Named, page: { after?: string | undefined; rowsMax: number }): Promise<Delivery[]>
  /** Starts sending, and looking for facts that were not told. */
  start(): void
  run: Sending['run']
  look(): Promise<void>
  close(): Promise<void>
}

interface WebhookParts extends Pick<SendingParts, 'onDisabled' | 'turnMs'> {
  readonly sql: Sql
  readonly nowMs: () => number
  /** The first secret encrypts, all of them decrypt. */
  readonly secrets: readonly Secret[]
  readonly posting: PostingOptions
  /** What is true of an account now and may not have been told, because a node stopped between the fact and the event. */
  readonly factsOf: (accountId: number) => Promise<readonly AccountEvent[]>
  readonly report: Report
}

const LOOK_EVERY_MS = 300_000
const PAGE_ROWS = 250

export function createWebhooks(parts: WebhookParts): Webhooks {
  const { sql, report } = parts
  const seal = createSeal(parts.secrets, 'webhook')
  const sending = createSending({ ...parts, seal, post: createPost(parts.posting) })
  let timer: NodeJS.Timeout | undefined
  const look = () => lookAt(parts)
  const lookAndReport = () => void look().catch((error) => report(error, 'facts for webhooks could not be looked up'))
  return {
    list: (accountId) => listWebhooks(sql, accountId),
    ...changesOf(parts, seal),
    async deliveries({ accountId, id }, page) {
      if (!(await findWebhook(sql, { accountId, id }))) noSuchWebhook()
      return listDeliveries(sql, { webhookId: id, ...page })
    },
    ...byHand(parts, sending.wake),
    start() {
      sending.start()
      lookAndReport()
      timer = setInterval(lookAndReport, LOOK_EVERY_MS).unref()
      if (parts.secrets.length > 1)
        sealAnew(sql, seal).catch((error) =>
          report(error, 'secrets of webhooks are still encrypted with the old secret'),
        )
    },
    run: sending.run,
    look,
    async close() {
      clearInterval(timer)
      await sending.close()
    },
  }
}

/** The events of all accounts that have webhooks, once more: what was told is not told again. */
async function lookAt({ sql, nowMs, factsOf }: WebhookParts): Promise<void> {
  for (let after = 0; ; ) {
    const accounts = await listListeners(sql, { after, rowsMax: PAGE_ROWS })
    for (const accountId of accounts) {
      for (const event of await factsOf(accountId)) await sql.begin((tx) => emit(tx, event, new Date(nowMs())))
    }
    if (accounts.length < PAGE_ROWS) return
    after = accounts.at(-1) ?? after
  }
}

async function sealAnew(sql: Sql, seal: Seal): Promise<void> {
  for (let after: string | undefined; ; ) {
    const rows = await readSecrets(sql, { after, rowsMax: PAGE_ROWS })
    for (const { id, secret, previousSecret } of rows) {
      for (const from of [secret, previousSecret]) {
        const text = from && seal.isOld(from) ? seal.open(from) : undefined
        if (from && text !== undefined) await putSecret(sql, { id, from, to: seal.seal(text) })
      }
    }
    if (rows.length < PAGE_ROWS) return
    after = rows.at(-1)?.id
  }
}
