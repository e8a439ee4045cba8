// Many requests from one seed against a service: what came back that the document does not describe.
import type { PlanId } from '../server/src/ground/plans.ts'
import { makeKey, signUp } from '../server/test/people.ts'
import type { Service } from '../server/test/service.ts'
import { createJudge, type FuzzRequest, type Known, makeRequest, operationsOf } from './fuzz-requests.ts'
import { chanceFrom, pick } from './fuzz-values.ts'

export interface FuzzOptions {
  readonly seed: number
  readonly requests: number
  readonly onProgress?: (sent: number) => void
  /** Instead of all operations. */
  readonly only?: (operation: { readonly path: string }) => boolean
}

export interface Finding {
  readonly what: string
  /** The number of the request: the same seed makes the same one. */
  readonly at: number
  readonly request: FuzzRequest
  readonly body: string
}

export interface FuzzResult {
  readonly findings: readonly Finding[]
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>
  /** Operations that never succeeded. */
  readonly neverSucceeded: readonly string[]
}

/** Requests delete accounts, end sessions and revoke keys: so often everybody is new. */
const SAME_PEOPLE = 250
const IDS_MAX = 50
const PLANS: readonly PlanId[] = ['free', 'pro', 'enterprise_xl']
const FINDINGS_MAX = 50

export async function fuzz(
  service: Service,
  { seed, requests, onProgress, only = () => true }: FuzzOptions,
): Promise<FuzzResult> {
  const operations = operationsOf((await service.app.inject('/openapi.json')).json()).filter(only)
  const judge = createJudge()
  const chance = chanceFrom(seed)
  const findings = new Map<string, Finding>()
  const statuses = new Map<number, number>()
  const succeeded = new Set<string>()
  let known: Known = { ids: [], credentials: [{}] }
  for (let at = 0; at < requests; at++) {
    if (at % SAME_PEOPLE === 0) known = { ids: [], credentials: await newPeople(service, at / SAME_PEOPLE) }
    const operation = pick(chance, operations)
    const request = makeRequest(operation, chance, known)
    const response = await service.app.inject({
      ...request,
      method: request.method as 'GET',
      payload: request.payload ?? '',
    })
    const name = `${operation.method} ${operation.path}`
    statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
    if (response.statusCode < 300) succeeded.add(name)
    known = { ...known, ids: [...idsIn(response.body), ...known.ids].slice(0, IDS_MAX) }
    const wrong = judge(operation, response)
    const what = `${name} ${wrong}`
    if (wrong && findings.size < FINDINGS_MAX && !findings.has(what)) {
      findings.set(what, { what, at, request, body: response.body.slice(0, 500) })
    }
    if (at % 1_000 === 999) onProgress?.(at + 1)
  }
  const names = operations.map(({ method, path }) => `${method} ${path}`)
  return { findings: [...findings.values()], statuses, neverSucceeded: names.filter((name) => !succeeded.has(name)) }
}

/** Nobody, people on three plans with token and key, an administrator, and somebody with a key that does not exist. */
async function newPeople({ app, sql }: Service, round: number): Promise<Record<string, string>[]> {
  // One address may register only so many.
  const from = { 'x-forwarded-for': `172.16.${Math.floor(round / 256)}.${round % 256}` }
  const join = () => signUp(app, undefined, from)
  const credentials: Record<string, string>[] = [{}, { 'x-api-key': 'svc_no-such-key' }]
  for (const plan of PLANS) {
    const person = await join()
    await sql`update accounts set plan = ${plan} where id = ${person.id}`
    credentials.push({ ...person.headers }, { ...(await makeKey(app, person)).headers })
  }
  const administrator = await join()
  await sql`update accounts set role = 'administrator' where id = ${administrator.id}`
  return [...credentials, { ...administrator.headers }, { ...administrator.headers }]
}

function idsIn(body: string): string[] {
  return [...body.slice(0, 2_000).matchAll(/"(?:id|key_id)":\s?"?([\w-]+)/g)].map(([, id]) => id ?? '').slice(0, 3)
}
