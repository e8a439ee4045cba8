import type { Sql } from '../db/db.ts'

export interface PublicKey {
  readonly publicKey: Buffer
  readonly createdAt: Date
  readonly retiredAt: Date | null
}

export interface ActiveKey {
  readonly id: number
  readonly publicKey: Buffer
  readonly privateKey: Buffer
  readonly createdAt: Date
}

export async function findActiveKey(sql: Sql): Promise<ActiveKey | undefined> {
  const [row] = await sql<ActiveKey[]>`
    select id, public_key as "publicKey", private_key as "privateKey", created_at as "createdAt"
    from signing_keys where retired_at is null`
  return row
}

/** If several nodes create a key at once, one succeeds and all use it. */
export async function insertKeyIfNone(sql: Sql, key: Pick<ActiveKey, 'publicKey' | 'privateKey' | 'createdAt'>) {
  await sql`
    insert into signing_keys (public_key, private_key, created_at)
    values (${key.publicKey}, ${key.privateKey}, ${key.createdAt})
    on conflict do nothing`
}

export async function retireKey(sql: Sql, id: number, at: Date): Promise<void> {
  await sql`update signing_keys set retired_at = ${at}, private_key = null where id = ${id} and retired_at is null`
}

/** Retires the active key and activates this one, in one transaction. */
export async function replaceKey(
  sql: Sql,
  key: Pick<ActiveKey, 'publicKey' | 'privateKey' | 'createdAt'>,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update signing_keys set retired_at = ${key.createdAt}, private_key = null where retired_at is null`
    await tx`
      insert into signing_keys (public_key, private_key, created_at)
      values (${key.publicKey}, ${key.privateKey}, ${key.createdAt})`
  })
}

/** The newest first. */
export async function listPublicKeys(sql: Sql): Promise<PublicKey[]> {
  return sql<PublicKey[]>`
    select public_key as "publicKey", created_at as "createdAt", retired_at as "retiredAt"
    from signing_keys order by id desc`
}
