import type { Sql, TransactionSql } from '../../db/db.ts'
import type { PlanId } from '../../ground/plans.ts'
import type { Role } from '../caller.ts'

export interface Invitation {
  readonly id: number
  readonly email: string | null
  readonly role: Role
  readonly plan: PlanId | null
  readonly planEndsAt: Date | null
  readonly createdBy: number | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly acceptedAt: Date | null
  readonly acceptedBy: number | null
}

interface NewInvitation extends Omit<Invitation, 'id' | 'acceptedAt' | 'acceptedBy'> {
  readonly tokenHash: Buffer
  /** Created by the service itself, for the first administrator. */
  readonly isAtStart: boolean
}

const columns = (sql: Sql | TransactionSql) =>
  sql`id, email, role, plan, plan_ends_at as "planEndsAt", created_by as "createdBy", created_at as "createdAt",
    expires_at as "expiresAt", accepted_at as "acceptedAt", accepted_by as "acceptedBy"`

export async function insertInvitation(tx: Sql | TransactionSql, invitation: NewInvitation): Promise<Invitation> {
  const { tokenHash, email, role, plan, planEndsAt, createdBy, createdAt, expiresAt, isAtStart } = invitation
  const [row] = await tx<Invitation[]>`
    insert into invitations (token_hash, email, role, plan, plan_ends_at, created_by, created_at, expires_at, at_start)
    values (${tokenHash}, ${email}, ${role}, ${plan}, ${planEndsAt}, ${createdBy}, ${createdAt}, ${expiresAt}, ${isAtStart})
    returning ${columns(tx)}`
  if (!row) throw new Error('the invitation was not stored')
  return row
}

/** Only finds an invitation that can still be accepted. */
export async function findInvitation(
  sql: Sql | TransactionSql,
  tokenHash: Buffer,
  now: Date,
): Promise<Invitation | undefined> {
  const [row] = await sql<Invitation[]>`
    select ${columns(sql)} from invitations
    where token_hash = ${tokenHash} and accepted_at is null and expires_at > ${now}`
  return row
}

/** The invitation of this address, for people who sign up through an identity provider and so come without the link. */
export async function findInvitationFor(tx: TransactionSql, email: string, now: Date): Promise<Invitation | undefined> {
  const [row] = await tx<Invitation[]>`
    select ${columns(tx)} from invitations
    where email = ${email} and accepted_at is null and expires_at > ${now} order by id desc limit 1`
  return row
}

/** Returns false if somebody has already accepted it. */
export async function acceptInvitation(
  tx: TransactionSql,
  id: number,
  { accountId, at }: { accountId: number; at: Date },
): Promise<boolean> {
  const { count } = await tx`
    update invitations set accepted_at = ${at}, accepted_by = ${accountId} where id = ${id} and accepted_at is null`
  return count === 1
}

/** Deletes the links that the service printed for a first administrator, except the one given. */
export async function deleteFirstInvitations(tx: TransactionSql, keptId = 0): Promise<void> {
  await tx`delete from invitations where at_start and accepted_at is null and id <> ${keptId}`
}

export async function listInvitations(sql: Sql, rowsMax: number): Promise<Invitation[]> {
  return sql<Invitation[]>`
    select ${columns(sql)} from invitations order by created_at desc, id desc limit ${rowsMax}`
}

export async function listToOtherPlans(
  sql: Sql,
  known: readonly PlanId[],
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<{ id: number; plan: PlanId }[]> {
  return sql<{ id: number; plan: PlanId }[]>`
    select id, plan from invitations
    where plan <> all(${[...known]}) and accepted_at is null and expires_at > ${now}
      and (plan_ends_at is null or plan_ends_at > ${now})
    order by id limit ${rowsMax}`
}

/** Returns whether there was such an invitation that nobody had accepted yet. */
export async function deleteInvitation(sql: Sql | TransactionSql, id: number): Promise<boolean> {
  const { count } = await sql`delete from invitations where id = ${id} and accepted_at is null`
  return count === 1
}
