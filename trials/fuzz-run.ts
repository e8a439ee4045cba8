// Sends many requests from one seed to a service, and collects the responses that the document does not describe.
import type { PlanId } from '../server/src/ground/plans.ts'
import { makeKey, type Person, signIn, signUp } from '../server/test/people.ts'
import type { Service } from '../server/test/service.ts'
import { prepareRequest } from './fuzz-prepared.ts'
import { createJudge, type FuzzRequest, type Known, makeRequest, operationsOf } from './fuzz-requests.ts'
import { chanceFrom, pick } from './fuzz-values.ts'
import type { FuzzedService } from './fuzzed-service.ts'

interface FuzzOptions {
  readonly seed: number
  readonly requests: number
  readonly onProgress?: (sent: number) => void
  /** Only these operations, instead of all. */
  readonly only?: (operation: { readonly path: string }) => boolean
}

interface Finding {
  readonly what: string
  /** The number of the request: the same seed makes the same one. */
  readonly at: number
  readonly request: FuzzRequest
  readonly body: string
}

interface FuzzResult {
  readonly findings: readonly Finding[]
  /** How often each status occurred. */
  readonly statuses: ReadonlyMap<number, number>
  /** Operations that never succeeded, with the error of a prepared request. */
  readonly neverSucceeded: readonly string[]
}

const IDS_MAX = 50
/** The share of requests that are prepared, so that they should succeed. */
const PREPARED_SHARE = 0.1
/** Callers whose credentials no longer work are replaced; other errors may just mean that they are not allowed. */
const UNAUTHENTICATED = 401
const PLANS: readonly PlanId[] = ['free', 'pro', 'enterprise_xl']
const FINDINGS_MAX = 50

export async function fuzz(
  service: Service | FuzzedService,
  { seed, requests, onProgress, only = () => true }: FuzzOptions,
): Promise<FuzzResult> {
  const operations = operationsOf((await service.app.inject('/openapi.json')).json()).filter(only)
  const faultOf = createJudge()
  const chance = chanceFrom(seed)
  const findings = new Map<string, Finding>()
  const statuses = new Map<number, number>()
  const succeeded = new Set<string>()
  const rejected = new Map<string, string>()
  const people = await gatherPeople(service)
  let known: Known = { ids: [], credentials: people.credentials() }
  for (let at = 0; at < requests; at++) {
    // Each operation once, then at random.
    const operation = operations[at] ?? pick(chance, operations)
    const isPrepared = 'emailedToken' in service && (at < operations.length || chance() < PREPARED_SHARE)
    const name = `${operation.method} ${operation.path}`
    const request = isPrepared
      ? await prepareRequest(operation, { service, ...people })
      : makeRequest(operation, chance, known)
    const response = await service.app.inject({
      ...request,
      method: request.method as 'GET',
      payload: request.payload ?? '',
    })
    if (isPrepared && response.statusCode >= 300)
      rejected.set(name, `${response.statusCode} ${response.body.slice(0, 300)}`)
    if (response.statusCode === UNAUTHENTICATED && !isPrepared) await people.replaceGone()
    statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
    if (response.statusCode < 300) succeeded.add(name)
    known = { credentials: people.credentials(), ids: [...idsIn(response.body), ...known.ids].slice(0, IDS_MAX) }
    const wrong = faultOf(operation, response)
    const what = `${name} ${wrong}`
    if (wrong && findings.size < FINDINGS_MAX && !findings.has(what)) {
      findings.set(what, { what, at, request, body: response.body.slice(0, 500) })
    }
    if (at % 1_000 === 999) onProgress?.(at + 1)
  }
  const names = operations.map(({ method, path }) => `${method} ${path}`)
  const neverSucceeded = names.filter((name) => !succeeded.has(name)).map((name) => `${name} (${rejected.get(name)})`)
  return { findings: [...findings.values()], statuses, neverSucceeded }
}

interface Member {
  readonly person: Person
  readonly key: Record<string, string>
}

/** An anonymous caller, people on three plans with token and key, an administrator, and a key that does not exist. */
export async function gatherPeople({ app, sql }: Service) {
  let addresses = 0
  const address = () => {
    addresses++
    return { 'x-forwarded-for': `172.${16 + (addresses >> 16)}.${(addresses >> 8) % 256}.${addresses % 256}` }
  }
  const join = async (plan: PlanId): Promise<Member> => {
    const person = await signUp(app, undefined, address())
    await sql`update accounts set plan = ${plan} where id = ${person.id}`
    return { person, key: { ...(await makeKey(app, person)).headers } }
  }
  const lead = async (): Promise<Person> => {
    const { person } = await join('enterprise_xl')
    await sql`update accounts set role = 'administrator' where id = ${person.id}`
    return signIn(app, person.email)
  }
  const works = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/usage/stats', headers: { ...headers, ...address() } })).statusCode === 200
  const members = await Promise.all(PLANS.map(join))
  let busy = await lead()
  return {
    address,
    /** Only prepares things for others, so that its credentials are never deleted by a random request. */
    administrator: await lead(),
    credentials: (): Record<string, string>[] => [
      {},
      { 'x-api-key': 'svc_no-such-key' },
      ...members.flatMap(({ person, key }) => [{ ...person.headers }, key]),
      { ...busy.headers },
      { ...busy.headers },
    ],
    /** Random requests delete accounts, end sessions and revoke keys. */
    async replaceGone(): Promise<void> {
      for (const [at, { person, key }] of members.entries()) {
        if (!(await works(person.headers)) || !(await works(key))) members[at] = await join(PLANS[at] ?? 'free')
      }
      if (!(await works(busy.headers))) busy = await lead()
    },
  }
}

function idsIn(body: string): string[] {
  return [...body.slice(0, 2_000).matchAll(/"(?:id|key_id)":\s?"?([\w-]+)/g)].map(([, id]) => id ?? '').slice(0, 3)
}
