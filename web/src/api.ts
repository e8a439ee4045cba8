// The only file that connects the screens with the service, through the SDK.
import { type Account, AuthenticationError, type BrandInfo, Equipoise, type PlanInfo } from '@equipoise/sdk'
import { MutationCache, QueryCache, QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { watchedFetch } from './clock.ts'

/** Our own origin; in prerendered pages the server replaces the placeholder. */
export const ORIGIN = globalThis.location?.origin ?? '%PUBLIC_URL%'

/** For the service of this page, with the session cookie of the signed-in person. */
const DEFAULT_CLIENT = new Equipoise({ baseUrl: '', fetch: watchedFetch })
/** The same without credentials: what visitors can try for free must not use up an account's quota. */
export const ANONYMOUS = new Equipoise({ baseUrl: '', credentials: 'omit', fetch: watchedFetch })

const DEFAULT_WORD = 'svc'
const DEFAULT_NAME = 'Equipoise'
const MINUTE_MS = 60_000
const clients = new Map([[DEFAULT_WORD, DEFAULT_CLIENT]])
const anonymousClients = new Map([[DEFAULT_WORD, ANONYMOUS]])

/** The SDK retries, so the query client does not. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndOfSession }),
  mutationCache: new MutationCache({
    onError(error) {
      noticeEndOfSession(error)
      focusFirstWrongField()
    },
  }),
  defaultOptions: {
    // Without a connection a request fails at once and says so, instead of waiting silently.
    queries: { retry: false, staleTime: MINUTE_MS, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// The server puts the names of this deployment into the page, so that no other name flashes up first. The development server does not.
const known = globalThis.document?.getElementById('known')?.textContent ?? '{}'
for (const [name, value] of Object.entries(JSON.parse(known))) queries.setQueryData([name], value)

/** How many frames a form has to show which field is invalid. */
const FRAMES_MAX = 10

/** After a form failed, focuses the first invalid field once the form shows it. */
function focusFirstWrongField(framesLeft = FRAMES_MAX): void {
  if (typeof document === 'undefined') return
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('form [aria-invalid="true"]')
    if (field) field.focus()
    else if (framesLeft > 0) focusFirstWrongField(framesLeft - 1)
  })
}

/** When a request shows that the session has ended, the screens ask to sign in again. Streams call this themselves. */
export function noticeEndOfSession(error: unknown): void {
  if (error instanceof AuthenticationError) queries.setQueryData(['account'], null)
}

/** The names of this deployment; undefined until known. */
export function useBrand(): BrandInfo | undefined {
  return useQuery({
    queryKey: ['brand'],
    queryFn: ({ signal }) => DEFAULT_CLIENT.brand({ signal }),
    staleTime: Infinity,
  }).data
}

export function useBrandName(): string {
  return useBrand()?.name ?? DEFAULT_NAME
}

/** Whether people sign in with passwords: a deployment can leave that to an identity provider. */
export function usePasswordSignIn(): boolean {
  return useBrand()?.features.password_sign_in !== false
}

/** The client that uses this deployment's field names. */
export function useClient(): Equipoise {
  return clientNamed(useBrand()?.word ?? DEFAULT_WORD, clients, 'same-origin')
}

export function useAnonymousClient(): Equipoise {
  return clientNamed(useBrand()?.word ?? DEFAULT_WORD, anonymousClients, 'omit')
}

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

/** Who is signed in: null for nobody, undefined until known. A failed refresh keeps the last known account. */
export function useAccount(): Account | null | undefined {
  const { data, isError } = useAccountQuery()
  return data === undefined && isError ? null : data
}

/** What the administrators tell everybody; it comes with the account. */
export function useNotice(): string | null | undefined {
  return useQuery<string | null>({ queryKey: ['notice'], queryFn: skipToken }).data
}

/** With the error, for screens that must not mistake an unreachable service for a signed-out person. */
export function useAccountQuery() {
  return useQuery({ queryKey: ['account'], queryFn: ({ signal }) => readAccount(signal) })
}

/** The account that was signed in last while this screen is open, so that its work stays on the screen when its session ends. */
export function useLastAccount(): Account | null | undefined {
  const account = useAccount()
  const [last, setLast] = useState<Account>()
  if (account && account !== last) setLast(account)
  return last ?? account
}

async function readAccount(signal: AbortSignal): Promise<Account | null> {
  try {
    const { account, notice } = await DEFAULT_CLIENT.auth.session({ signal })
    queries.setQueryData(['notice'], notice)
    return account
  } catch (error) {
    if (error instanceof AuthenticationError) return null
    throw error
  }
}

/** After a change of person, removes what the previous person saw. */
export function usePersonChange(): (account: Account) => void {
  const cache = useQueryClient()
  return (account) => {
    cache.removeQueries({
      predicate: ({ queryKey }) => !['brand', 'account', 'notice'].includes(queryKey[0] as string),
    })
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

/** The free plan; undefined until known. */
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
