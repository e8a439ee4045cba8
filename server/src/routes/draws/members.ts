// The members of an allocation: lists of participants, rights, and unblinding single arms.
import { z } from 'zod'
import type { AllocationEvent, Draws, Member } from '../../draws/draws.ts'
import {
  type App,
  callerOf,
  type Guarded,
  numberedPages,
  pageOf,
  compilePlainWriter as serializerCompiler,
} from '../../http/http.ts'
import {
  assignedShape,
  assignmentShape,
  assignmentsWish,
  eventShape,
  memberParams,
  memberShape,
  memberWish,
  params,
  reasonedWish,
  removedShape,
} from './allocation-shapes.ts'
import { shownAssigned, shownAssignment } from './allocations.ts'
import { drawAccess } from './draws.ts'
import * as reference from './members-reference.ts'

const perPerson: Guarded = {
  ...drawAccess,
  meter: {
    name: 'compute',
    units: (request) => (request.body as { participants: readonly unknown[] }).participants.length,
  },
}
/** Large enough for 227 participants with ten levels each, the most with which a body keeps to its limit of 2,500 items. */
const BODY_BYTES_MAX = 2 * 1_048_576
const pages = numberedPages({ limitDefault: 100, limitMax: 100 })

export function memberRoutes(app: App, { draws: { allocations } }: { readonly draws: Draws }): void {
  const { access } = allocations
  app.post(
    '/allocations/:id/assignments',
    {
      serializerCompiler,
      bodyLimit: BODY_BYTES_MAX,
      config: { access: perPerson, rejects: ['not_found', 'conflict', 'forbidden'] },
      schema: {
        ...reference.assignParticipants,
        params,
        body: assignmentsWish,
        response: { 200: z.array(assignedShape).describe('The participants, in the order given.') },
      },
    },
    async (request, reply) => {
      const { participants } = request.body
      const made = await allocations.assign(callerOf(request).accountId, request.params.id, participants)
      reply.header('x-compute-units', String(participants.length))
      return made.map(shownAssigned)
    },
  )
  app.post(
    '/allocations/:id/unblind',
    {
      config: { access: drawAccess, rejects: ['not_found', 'forbidden'] },
      schema: { ...reference.unblindParticipant, params, body: reasonedWish, response: { 200: assignmentShape } },
    },
    async (request) => {
      const { assignment, arm } = await access.unblind(callerOf(request), request.params.id, request.body)
      return shownAssignment(assignment, arm)
    },
  )
  app.post(
    '/allocations/:id/invalidate',
    {
      config: { access: drawAccess, rejects: ['not_found', 'forbidden', 'conflict'] },
      schema: { ...reference.invalidateAssignment, params, body: reasonedWish, response: { 200: assignmentShape } },
    },
    async (request) => {
      const { assignment, arm } = await access.invalidate(callerOf(request), request.params.id, request.body)
      return shownAssignment(assignment, arm)
    },
  )
  app.get(
    '/allocations/:id/members',
    {
      config: { access: drawAccess, rejects: ['not_found', 'forbidden'] },
      schema: {
        ...reference.listAllocationMembers,
        params,
        response: { 200: z.array(memberShape).describe('The members.') },
      },
    },
    async (request) => (await access.members(callerOf(request).accountId, request.params.id)).map(shownMember),
  )
  addChanges(app, access)
}

function addChanges(app: App, access: Draws['allocations']['access']): void {
  app.put(
    '/allocations/:id/members',
    {
      config: { access: drawAccess, rejects: ['not_found', 'forbidden', 'conflict'] },
      schema: { ...reference.setAllocationMember, params, body: memberWish, response: { 200: memberShape } },
    },
    async (request) => shownMember(await access.setMember(callerOf(request), request.params.id, request.body)),
  )
  app.delete(
    '/allocations/:id/members/:email',
    {
      config: { access: drawAccess, rejects: ['not_found', 'forbidden'] },
      schema: {
        ...reference.removeAllocationMember,
        params: memberParams,
        response: { 200: removedShape },
      },
    },
    async (request) => {
      await access.removeMember(callerOf(request), request.params.id, request.params.email)
      return { status: 'removed' as const }
    },
  )
  app.get(
    '/allocations/:id/events',
    {
      serializerCompiler,
      config: { access: drawAccess, rejects: ['not_found', 'forbidden'] },
      schema: {
        ...reference.listAllocationEvents,
        params,
        querystring: pages,
        response: { 200: z.array(eventShape).describe('The newest first.') },
      },
    },
    async (request, reply) => {
      const { limit, after } = request.query
      const items = await access.events(callerOf(request).accountId, request.params.id, { after, rowsMax: limit + 1 })
      return pageOf(request, reply, { items, limit }).map(shownEvent)
    },
  )
}

function shownMember({ email, rights, createdAt }: Member) {
  return { email, rights: [...rights], created_at: createdAt.toISOString() }
}

function shownEvent({ id, at, actor, event, subject, reason }: AllocationEvent) {
  return { id, at: at.toISOString(), actor, event, subject, reason }
}
