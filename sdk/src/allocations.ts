// People assigned to the arms of a study.
import { again, eachItem, get, type PageOptions, pageCall, post, type Send } from './calls.ts'
import type * as shape from './shapes.ts'
import type { Call, CallOptions } from './transport.ts'

export type Bytes = (call: Call) => AsyncGenerator<Uint8Array>

export function allocationCalls(send: Send, bytes: Bytes) {
  const at = (id: string, rest = '') => `/allocations/${encodeURIComponent(id)}${rest}`
  return {
    /** Creates an allocation. */
    create: (body: shape.AllocationRequest, options?: CallOptions) =>
      send<shape.Allocation>({ ...post('/allocations', body), ...options }),
    /** A page of the allocations of the account and those that others share with it, the newest first. */
    list: (options?: PageOptions<string>) => send<shape.ListedAllocation[]>(pageCall('/allocations', options)),
    /** All of them, page by page. */
    each: (options?: PageOptions<string>) => eachItem<shape.ListedAllocation>(send, '/allocations', options),
    /** One allocation, with its balance so far. */
    get: (id: string, options?: CallOptions) => send<shape.Allocation>({ ...get(at(id)), ...options }),
    /** A page of its strata, in their order. */
    strata: (id: string, options?: PageOptions<number>) => send<shape.Stratum[]>(pageCall(at(id, '/strata'), options)),
    /** The same participant gets the same arm, so a broken connection is no reason to worry: it is asked again. */
    assign: (id: string, body: shape.AssignmentRequest, options?: CallOptions) =>
      send<shape.Assigned>({ ...again(at(id, '/assign'), body), ...options }),
    /** Ends the allocation. Nobody can be assigned afterwards. */
    close: (id: string, options?: CallOptions) =>
      send<shape.ClosedAllocation>({ ...again(at(id, '/close')), ...options }),
    /** Assigns up to 500 participants in the order given, all of them or none. */
    assignAll: (id: string, body: shape.AssignmentsRequest, options?: CallOptions) =>
      send<shape.Assigned[]>({ ...again(at(id, '/assignments'), body), ...options }),
    /** The arm of one participant; who asked and why stays in the log. */
    unblind: (id: string, body: shape.ReasonedRequest, options?: CallOptions) =>
      send<shape.Assignment>({ ...post(at(id, '/unblind'), body), ...options }),
    /** Declares an assignment to be made in error; it keeps its place, and does not count. */
    invalidate: (id: string, body: shape.ReasonedRequest, options?: CallOptions) =>
      send<shape.Assignment>({ ...again(at(id, '/invalidate'), body), ...options }),
    /** Who works on an allocation beside its owner. */
    members: (id: string, options?: CallOptions) =>
      send<shape.AllocationMember[]>({ ...get(at(id, '/members')), ...options }),
    /** Gives somebody the rights listed, and no others. */
    setMember: (id: string, body: shape.AllocationMemberRequest, options?: CallOptions) =>
      send<shape.AllocationMember>({ method: 'PUT', path: at(id, '/members'), body, ...options }),
    /** Takes all rights away from somebody. */
    removeMember: (id: string, email: string, options?: CallOptions) =>
      send<shape.Removed>({ method: 'DELETE', path: at(id, `/members/${encodeURIComponent(email)}`), ...options }),
    /** A page of what was done with an allocation, the newest first. */
    events: (id: string, options?: PageOptions<number>) =>
      send<shape.AllocationEvent[]>(pageCall(at(id, '/events'), options)),
    /** All of it, page by page. */
    eachEvent: (id: string, options?: PageOptions<number>) =>
      eachItem<shape.AllocationEvent>(send, at(id, '/events'), options),
    /** A page of assignments, in their order. */
    assignments: (id: string, page: shape.AssignmentPage = {}, options?: CallOptions) =>
      send<shape.Assignment[]>({ ...get(at(id, '/assignments')), query: { ...page }, ...options }),
    /** All assignments as CSV. */
    async export(id: string, options?: CallOptions): Promise<string> {
      const decoder = new TextDecoder()
      let text = ''
      for await (const part of bytes({ ...get(at(id, '/export')), ...options }))
        text += decoder.decode(part, { stream: true })
      return text + decoder.decode()
    },
  }
}
