// Who may do what with an allocation: its owner everything, members what the owner allows, others nothing. Members who may not see arms
// can open them one by one, with a reason that is logged.
import type { Sql, TransactionSql } from '../db/db.ts'
import { ApiError } from '../ground/errors.ts'
import { armName } from './allocation-arms.ts'
import { findAllocation, type HeldAllocation, lockStrata, standing } from './allocation-store.ts'
import { type Assignment, findAssignments, invalidateAssignment } from './assignment-store.ts'
import {
  type AllocationEvent,
  countMembersSet,
  deleteMember,
  hasUnblinded,
  insertEvent,
  listEvents,
  listMembers,
  type Member,
  type NewEvent,
  putMember,
  type Right,
} from './member-store.ts'
import { lockOwner } from './owner-store.ts'

interface Actor {
  readonly accountId: number
}

export interface Access {
  /** The allocation, if the account has this right; `manage` is for the owner, no right for everybody with any right. */
  held(accountId: number, id: string, right?: Right | 'manage'): Promise<HeldAllocation>
  setMember(actor: Actor, id: string, wish: { email: string; rights: readonly Right[] }): Promise<Member>
  removeMember(actor: Actor, id: string, email: string): Promise<void>
  members(accountId: number, id: string): Promise<Member[]>
  unblind(actor: Actor, id: string, wish: Reasoned): Promise<Unblinded>
  /** An assignment made in error no longer counts. It keeps its place in the sequence, and stays in all lists. */
  invalidate(actor: Actor, id: string, wish: Reasoned): Promise<Unblinded>
  /** The newest first, starting after the event with the id `after`. */
  events(
    accountId: number,
    id: string,
    page: { after?: number | undefined; rowsMax: number },
  ): Promise<AllocationEvent[]>
}

interface Reasoned {
  readonly participant: string
  readonly reason: string
}

interface Unblinded {
  readonly assignment: Assignment
  readonly arm: string
}

const MEMBERS_MAX = 100
/** Every change of members stays in the log permanently, so their number is limited. */
const MEMBERS_SET_MAX = 1_000
const REFUSED: Record<Right | 'manage', string> = {
  manage: 'Only the owner of the allocation can do this.',
  enrol: 'You may not enrol participants in this allocation. Ask its owner.',
  see_arms: 'You may not see the arms of this allocation. Ask its owner.',
  unblind: 'You may not unblind participants of this allocation. Ask its owner.',
}

export function openAccess({ sql, nowMs }: { sql: Sql; nowMs: () => number }): Access {
  const held: Access['held'] = async (accountId, id, right) => {
    const allocation = await findAllocation(sql, id, accountId)
    if (!allocation) throw new ApiError('not_found', 'There is no allocation with this id in this account.')
    if (allocation.isOwn || right === undefined) return allocation
    if (right === 'manage' || !allocation.rights.includes(right)) throw new ApiError('forbidden', REFUSED[right])
    return allocation
  }
  const entry = (actor: Actor, event: AllocationEvent['event'], subject: string, reason = '') => {
    return { at: new Date(nowMs()), actorId: actor.accountId, event, subject, reason }
  }
  return {
    held,
    async setMember(actor, id, { email: given, rights }) {
      await held(actor.accountId, id, 'manage')
      const member = { email: given.toLowerCase(), rights: [...new Set(rights)], createdAt: new Date(nowMs()) }
      await sql.begin(async (tx) => {
        await lockOwner(tx, actor.accountId)
        if ((await countMembersSet(tx, id)) >= MEMBERS_SET_MAX) {
          const words = `Members of an allocation can be set at most ${MEMBERS_SET_MAX} times. Create another allocation.`
          throw new ApiError('conflict', words)
        }
        if (!(await putMember(tx, id, { ...member, membersMax: MEMBERS_MAX }))) {
          throw new ApiError('conflict', `An allocation can have at most ${MEMBERS_MAX} members.`)
        }
        await insertEvent(tx, id, entry(actor, 'member_set', member.email, member.rights.join(', ')))
      })
      return member
    },
    async removeMember(actor, id, email) {
      await held(actor.accountId, id, 'manage')
      await sql.begin(async (tx) => {
        if (!(await deleteMember(tx, id, email.toLowerCase()))) {
          throw new ApiError('not_found', 'This allocation has no member with this address.')
        }
        await insertEvent(tx, id, entry(actor, 'member_removed', email.toLowerCase()))
      })
    },
    async members(accountId, id) {
      await held(accountId, id, 'manage')
      return listMembers(sql, id)
    },
    async unblind(actor, id, { participant, reason }) {
      const allocation = await held(actor.accountId, id, 'unblind')
      return sql.begin(async (tx) => {
        await lockOwner(tx, actor.accountId)
        const assignment = await assignmentOf(tx, id, participant)
        const event = entry(actor, 'unblinded', participant, reason)
        // Somebody who has seen an arm learns nothing from seeing it again: the first reason stays.
        if (!(await hasUnblinded(tx, id, event))) await insertEvent(tx, id, event)
        return { assignment, arm: armName(allocation, assignment.arm) }
      })
    },
    async invalidate(actor, id, { participant, reason }) {
      const allocation = await held(actor.accountId, id, 'manage')
      const event = entry(actor, 'invalidated', participant, reason)
      const assignment = await sql.begin((tx) => invalidate(tx, id, event))
      return { assignment, arm: armName(allocation, assignment.arm) }
    },
    async events(accountId, id, page) {
      await held(accountId, id, 'manage')
      return listEvents(sql, id, page)
    },
  }
}

async function assignmentOf(tx: TransactionSql, id: string, participant: string): Promise<Assignment> {
  const assignment = (await findAssignments(tx, id, [participant])).get(participant)
  if (!assignment) throw new ApiError('not_found', 'No participant with this code is assigned.')
  return assignment
}

async function invalidate(tx: TransactionSql, id: string, event: NewEvent): Promise<Assignment> {
  const { subject: participant } = event
  await lockStrata(tx, id)
  if ((await standing(tx, id)).closed) {
    throw new ApiError('conflict', 'This allocation is closed: its record no longer changes.')
  }
  await assignmentOf(tx, id, participant)
  if (await invalidateAssignment(tx, id, { ...event, participant })) await insertEvent(tx, id, event)
  return assignmentOf(tx, id, participant)
}
