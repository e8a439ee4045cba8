// What people do with their webhooks: creating, changing, trying them, and sending deliveries again.
import { randomUUID } from 'node:crypto'
import { createAttempts } from '../attempts/attempts.ts'
import type { Sql, TransactionSql } from '../db/db.ts'
import { DAY_MS } from '../ground/calendar.ts'
import { ApiError } from '../ground/errors.ts'
import type { Seal } from '../ground/sealed.ts'
import { type Delivery, findDelivery, queueAgain } from './delivery-store.ts'
import { type EVENT_TYPES, emit, TEST_EVENT, USEFUL_FOR_MS } from './events.ts'
import { newSecret } from './signing.ts'
import {
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  findWebhook,
  insertWebhook,
  lockWebhook,
  replaceSecret,
  updateWebhook,
  type Webhook,
} from './webhook-store.ts'

type EventType = (typeof EVENT_TYPES)[number]

interface Wish {
  readonly url: string
  readonly description: string
  /** Empty: all. */
  readonly events: readonly EventType[]
}

/** What is left out does not change. */
type Changed = { readonly [field in keyof Wish]?: Wish[field] | undefined } & { readonly enabled?: boolean | undefined }

/** With the secret, which is shown only now. */
type WithSecret = Webhook & { readonly secret: string }

export interface Named {
  readonly accountId: number
  readonly id: string
}

interface ManagingParts {
  readonly sql: Sql
  readonly nowMs: () => number
}

const WEBHOOKS_MAX = 5
const PREVIOUS_FOR_MS = DAY_MS
/** Test events, and deliveries that are sent again. */
const BY_HAND = { tries: 30, windowMs: 3_600_000 }

export function changesOf({ sql, nowMs }: ManagingParts, seal: Seal) {
  return {
    create: (accountId: number, { url, description, events }: Wish): Promise<WithSecret> =>
      sql.begin(async (tx) => {
        const [id, secret] = [randomUUID(), newSecret()]
        const at = new Date(nowMs())
        const row = { id, accountId, url, description, events, secret: seal.seal(secret), at }
        if (!(await insertWebhook(tx, { ...row, webhooksMax: WEBHOOKS_MAX }))) {
          throw new ApiError('conflict', `An account can have ${WEBHOOKS_MAX} webhooks. Delete one first.`)
        }
        return { ...(await found(tx, { accountId, id })), secret }
      }),
    change: (webhook: Named, { url, description, events, enabled }: Changed): Promise<Webhook> =>
      sql.begin(async (tx) => {
        const before = await locked(tx, webhook)
        await updateWebhook(tx, {
          id: webhook.id,
          url: url ?? before.url,
          description: description ?? before.description,
          events: events ?? before.events,
        })
        if (enabled === true) await enableWebhook(tx, webhook.id)
        if (enabled === false && !before.disabledAt)
          await disableWebhook(tx, { id: webhook.id, at: new Date(nowMs()), because: 'owner' })
        return found(tx, webhook)
      }),
    remove: (webhook: Named): Promise<void> =>
      sql.begin(async (tx) => {
        await locked(tx, webhook)
        await deleteWebhook(tx, webhook.id)
      }),
    rotate: (webhook: Named): Promise<WithSecret> =>
      sql.begin(async (tx) => {
        await locked(tx, webhook)
        const secret = newSecret()
        const previousUntil = new Date(nowMs() + PREVIOUS_FOR_MS)
        await replaceSecret(tx, { id: webhook.id, secret: seal.seal(secret), previousUntil })
        return { ...(await found(tx, webhook)), secret }
      }),
  }
}

/** What a person sends: at most so many an hour, because an address may belong to somebody else. */
export function byHand({ sql, nowMs }: ManagingParts, wake: () => void) {
  const attempts = createAttempts(sql, nowMs)
  const count = async (accountId: number): Promise<void> => {
    const waitSeconds = await attempts.take(`webhook:${accountId}`, BY_HAND)
    if (waitSeconds === undefined) return
    const message = `You can send ${BY_HAND.tries} events an hour by hand. Try again in ${Math.ceil(waitSeconds / 60)} minutes.`
    throw new ApiError('too_fast', message, { headers: { 'retry-after': String(waitSeconds) } })
  }
  const working = async (tx: TransactionSql, webhook: Named): Promise<void> => {
    if ((await locked(tx, webhook)).disabledAt) {
      throw new ApiError('conflict', 'This webhook is switched off. Switch it on first.')
    }
  }
  return {
    async test(webhook: Named): Promise<Delivery> {
      await count(webhook.accountId)
      const delivery = await sql.begin(async (tx) => {
        await working(tx, webhook)
        const data = { message: 'This event was sent by hand, to try this webhook.' }
        const event = { accountId: webhook.accountId, type: TEST_EVENT, subject: randomUUID(), data } as const
        await emit(tx, event, new Date(nowMs()), webhook.id)
        return (await findDelivery(tx, { webhookId: webhook.id })) ?? noSuchDelivery()
      })
      wake()
      return delivery
    },
    async resend(webhook: Named, id: string): Promise<Delivery> {
      await count(webhook.accountId)
      const delivery = await sql.begin(async (tx) => {
        await working(tx, webhook)
        const at = new Date(nowMs())
        await queueAgain(tx, { webhookId: webhook.id, id, at, givesUpAt: new Date(at.getTime() + USEFUL_FOR_MS) })
        return (await findDelivery(tx, { webhookId: webhook.id, id })) ?? noSuchDelivery()
      })
      wake()
      return delivery
    },
  }
}

async function locked(tx: TransactionSql, webhook: Named): Promise<Webhook> {
  return (await lockWebhook(tx, webhook)) ?? noSuchWebhook()
}

async function found(tx: TransactionSql, webhook: Named): Promise<Webhook> {
  return (await findWebhook(tx, webhook)) ?? noSuchWebhook()
}

export function noSuchWebhook(): never {
  throw new ApiError('not_found', 'There is no webhook with this id.')
}

function noSuchDelivery(): never {
  throw new ApiError('not_found', 'There is no delivery with this id.')
}
