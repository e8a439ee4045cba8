import type { Operation } from '../../http/http.ts'

const tags = ['Allocations'] as const
const ID = '8a5b2d3c-1f4e-4c6a-9b7d-2e8f0a1c3d5e'
const AT = '2026-03-01T09:31:00.000Z'
const EMAIL = 'nurse@clinic.example'
const MEMBER = { email: EMAIL, rights: ['enrol'], created_at: AT }
const PLACE = { participant: 'P-017', stratum: '', position: 1, arm: 'control' }
const ASSIGNMENT = { ...PLACE, assigned_at: AT, invalidated_at: null }

export const assignParticipants: Operation = {
  operationId: 'assignParticipants',
  access: 'scope draws',
  sdk: ['allocations.assignAll', 'path.id', 'body'],
  sample: { id: ID },
  tags,
  summary: 'Assign a list of participants',
  description:
    'Assigns up to 500 participants in the order given, all of them or none. Those who are assigned already keep their arms. Receipts repeat the arms and factors: if those are long, a list can have fewer participants, and the response is 422 with their number. It costs one compute unit per participant. The response is 403 if you may not enrol, and 409 if the allocation is closed or a participant is in another stratum.',
  examples: {
    request: { participants: [{ participant: 'P-017' }] },
    response: [{ ...ASSIGNMENT, arm: null, is_new: true, receipt: null }],
  },
}

export const unblindParticipant: Operation = {
  operationId: 'unblindParticipant',
  access: 'scope draws',
  sdk: ['allocations.unblind', 'path.id', 'body'],
  sample: { id: ID },
  tags,
  summary: 'Unblind one participant',
  description:
    'Returns the arm of one participant, and writes who asked, when and why into the log of the allocation. If you ask again for the same participant, the first entry stays the only one. For the owner, and for members with the right `unblind`.',
  examples: {
    request: { participant: 'P-017', reason: 'Severe reaction, treatment must be known' },
    response: ASSIGNMENT,
  },
}

export const invalidateAssignment: Operation = {
  operationId: 'invalidateAssignment',
  access: 'scope draws',
  sdk: ['allocations.invalidate', 'path.id', 'body'],
  sample: { id: ID },
  tags,
  summary: 'Declare an assignment to be made in error',
  description:
    'For somebody who should not have been enrolled. The participant keeps the arm and the place in the sequence, and stays in all lists, with the time; the log and the export have who said so and why. The next participant gets the next place, so nothing is drawn again. `valid` of `GET /allocations/{id}` states the balance without such people, which has no limit: with blocks, each of them can move it by one. Minimisation goes on counting them. The person cannot be assigned again under the same code. A second request changes nothing. The response is 409 once the allocation is closed. Only for the owner.',
  examples: {
    request: { participant: 'P-017', reason: 'Enrolled twice, as P-017 and P-018' },
    response: { ...ASSIGNMENT, invalidated_at: AT },
  },
}

export const listAllocationMembers: Operation = {
  operationId: 'listAllocationMembers',
  access: 'scope draws or read-only',
  sdk: ['allocations.members', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'List the members of an allocation',
  description: 'Returns who works on an allocation beside its owner, and what they can do. Only for the owner.',
  examples: { response: [MEMBER] },
}

export const setAllocationMember: Operation = {
  operationId: 'setAllocationMember',
  access: 'scope draws',
  sdk: ['allocations.setMember', 'path.id', 'body'],
  sample: { id: ID },
  tags,
  summary: 'Let somebody work on an allocation',
  description:
    'Gives the account with this address the rights listed, and no others. The address counts once its owner has confirmed it. Members without `see_arms` get no arms, counts, receipts or seed, not even after the allocation is closed. Members can be set at most 1,000 times for one allocation. Only for the owner.',
  examples: { request: { email: EMAIL, rights: ['enrol'] }, response: MEMBER },
}

export const removeAllocationMember: Operation = {
  operationId: 'removeAllocationMember',
  access: 'scope draws',
  sdk: ['allocations.removeMember', 'path.id', 'path.email'],
  sample: { id: ID, email: EMAIL },
  tags,
  summary: 'Remove a member of an allocation',
  description: 'Takes all rights away. Only for the owner.',
  examples: { response: { status: 'removed' } },
}

export const listAllocationEvents: Operation = {
  operationId: 'listAllocationEvents',
  access: 'scope draws or read-only',
  sdk: ['allocations.events', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'List what was done with an allocation',
  description:
    'Returns the log, the newest entry first: changes of members, who assigned whom, participants who were unblinded or assigned in error with the reasons, and the close. For the next page, pass the `id` of the last entry as `after`, or follow the `Link` header. Only for the owner.',
  examples: {
    response: [
      {
        id: 812,
        at: AT,
        actor: `account 7, ${EMAIL}`,
        event: 'unblinded',
        subject: 'P-017',
        reason: 'Severe reaction, treatment must be known',
      },
    ],
  },
}
