// Everything the screens know about the service goes through the SDK, and through this file.
import { type Account, AuthenticationError, type BrandInfo, Equipoise, type PlanInfo } from '@equipoise/sdk'
import { MutationCache, QueryCache, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { watchedFetch } from './clock.ts'

/** Our own address; the server puts it into what the build has drawn. */
export const ORIGIN = globalThis.location?.origin ?? '%PUBLIC_URL%'

/** The same page's own service, as the person who is signed in (by cookie). */
const DEFAULT_CLIENT = new Equipoise({ baseUrl: '', fetch: watchedFetch })
/** The same service without credentials: what is free to try must not spend an allowance. */
export const ANONYMOUS = new Equipoise({ baseUrl: '', credentials: 'omit', fetch: watchedFetch })

const DEFAULT_WORD = 'svc'
const DEFAULT_NAME = 'Equipoise'
const MINUTE_MS = 60_000
const clients = new Map([[DEFAULT_WORD, DEFAULT_CLIENT]])
const anonymousClients = new Map([[DEFAULT_WORD, ANONYMOUS]])

/** The SDK repeats what may be repeated, so nothing is repeated here. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndOfSession }),
  mutationCache: new MutationCache({
    onError(error) {
      noticeEndOfSession(error)
      focusFirstWrongField()
    },
  }),
  defaultOptions: {
    // Without a connection a request fails and says so, instead of waiting silently for one.
    queries: { retry: false, staleTime: MINUTE_MS, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What the page itself says about this deployment, so that nothing else shows first. A page of the development server says nothing.
const known = globalThis.document?.getElementById('known')?.textContent ?? '{}'
for (const [name, value] of Object.entries(JSON.parse(known))) queries.setQueryData([name], value)

/** How many frames a form has to show what is wrong. */
const FRAMES_MAX = 10

/** After a form failed: the keyboard goes to the first field that is marked as wrong, once the form shows which one that is. */
function focusFirstWrongField(framesLeft = FRAMES_MAX): void {
  if (typeof document === 'undefined') return
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('form [aria-invalid="true"]')
    if (field) field.focus()
    else if (framesLeft > 0) focusFirstWrongField(framesLeft - 1)
  })
}

/** A session that ended elsewhere is seen at the next answer, and the screens ask to sign in again. Streams call this themselves. */
export function noticeEndOfSession(error: unknown): void {
  if (error instanceof AuthenticationError) queries.setQueryData(['account'], null)
}

/** The names of this deployment; undefined until they are known. */
export function useBrand(): BrandInfo | undefined {
  return useQuery({
    queryKey: ['brand'],
    queryFn: ({ signal }) => DEFAULT_CLIENT.brand({ signal }),
    staleTime: Infinity,
  }).data
}

/** What people call this deployment. */
export function useBrandName(): string {
  return useBrand()?.name ?? DEFAULT_NAME
}

/** Whether people sign in with passwords here; a deployment may leave that to an identity provider. */
export function usePasswordSignIn(): boolean {
  return useBrand()?.features.password_sign_in !== false
}

/** The client that speaks this deployment's names. */
export function useClient(): Equipoise {
  return clientNamed(useBrand()?.word ?? DEFAULT_WORD, clients, 'same-origin')
}

/** The same without credentials. */
export function useAnonymousClient(): Equipoise {
  return clientNamed(useBrand()?.word ?? DEFAULT_WORD, anonymousClients, 'omit')
}

/** As people know a provider; the service names it by its setting. */
export function providerLabel(name: string): string {
  const brand = queries.getQueryData<BrandInfo>(['brand'])
  const known = brand?.provider_details.find((one) => one.name === name)?.label
  return known ?? (/^provider_[a-z]$/.test(name) ? 'The provider' : name)
}

function clientNamed(brand: string, known: Map<string, Equipoise>, credentials: 'omit' | 'same-origin'): Equipoise {
  const client = known.get(brand) ?? new Equipoise({ baseUrl: '', brand, credentials, fetch: watchedFetch })
  known.set(brand, client)
  return client
}

/** Who is signed in: null is nobody, undefined is not known yet. Who could not be asked again is still the one they were. */
export function useAccount(): Account | null | undefined {
  const { data, isError } = useAccountQuery()
  return data === undefined && isError ? null : data
}

/** The same with what went wrong, for screens that must not take a silent service for a person who is not signed in. */
export function useAccountQuery() {
  return useQuery({ queryKey: ['account'], queryFn: ({ signal }) => readAccount(signal) })
}

/** The account that was signed in last while a screen is open: when its session ends, its work stays on the screen. */
export function useLastAccount(): Account | null | undefined {
  const account = useAccount()
  const [last, setLast] = useState<Account>()
  if (account && account !== last) setLast(account)
  return last ?? account
}

async function readAccount(signal: AbortSignal): Promise<Account | null> {
  try {
    return (await DEFAULT_CLIENT.auth.session({ signal })).account
  } catch (error) {
    if (error instanceof AuthenticationError) return null
    throw error
  }
}

/** What another person saw must not stay on the screen after a change of person. */
export function usePersonChange(): (account: Account) => void {
  const cache = useQueryClient()
  return (account) => {
    cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'brand' && queryKey[0] !== 'account' })
    cache.setQueryData(['account'], account)
  }
}

export function usePlans() {
  return useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => DEFAULT_CLIENT.plans({ signal }),
    staleTime: Infinity,
  })
}

/** What an account without a payment may do; undefined until it is known. */
export function useFreePlan(): PlanInfo | undefined {
  return usePlans().data?.plans.find(({ id }) => id === 'free')
}

export function useUsage() {
  const client = useClient()
  const account = useAccount()
  return useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => client.usage({ signal }),
    enabled: Boolean(account),
    staleTime: 0,
  })
}
