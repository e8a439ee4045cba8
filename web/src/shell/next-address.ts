import { useSearchParams } from 'react-router'

const DEFAULT_NEXT = '/app/usage'

/** Where to go after signing in: only to our own screens, never to another site. */
export function safeNext(wanted: string | null): string {
  if (wanted === null || !/^\/(app\/[\w/-]*)?(\?[^#\\]*)?$/.test(wanted)) return DEFAULT_NEXT
  return wanted
}

/** The address of the sign-in form, which leads back to this screen. */
export function signInFrom({ pathname, search }: { pathname: string; search: string }): string {
  return `/app/sign-in?next=${encodeURIComponent(pathname + search)}`
}

/** The address to go to, the plan that was chosen before, and a query that carries both to the other form. */
export function useNext(): { next: string; hasNext: boolean; plan: string | null; carry: string } {
  const [params] = useSearchParams()
  const wanted = params.get('next')
  const plan = params.get('plan')
  const carried = new URLSearchParams()
  if (wanted !== null) carried.set('next', safeNext(wanted))
  if (plan !== null) carried.set('plan', plan)
  const carry = carried.size === 0 ? '' : `?${carried}`
  return { next: safeNext(wanted), hasNext: wanted !== null, plan, carry }
}
