// Error messages on a screen, with what to do next.

import {
  AuthenticationError,
  EquipoiseError,
  PermissionError,
  QuotaError,
  UnavailableError,
  ValidationError,
} from '@equipoise/sdk'
import { Link, useLocation } from 'react-router'
import { signInFrom } from './next-address.ts'
import { Notice } from './notice.tsx'
import { toast } from './toast.tsx'
import classes from './trouble.module.css'
import { errorText, isLimit } from './words.ts'

/** For actions that have no place on the screen for an error. */
export function tellTrouble(error: unknown, title: string): void {
  toast({ tone: 'error', title, message: errorText(error) })
}

interface TroubleProps {
  readonly error: unknown
  /** Fields of the form that show their own errors. */
  readonly fields?: readonly string[]
  readonly retry?: (() => void) | undefined
  /** Whether this is the sign-in form, where an error must not offer to sign in. */
  readonly signingIn?: boolean
}

export function Trouble({ error, fields = [], retry, signingIn = false }: TroubleProps) {
  if (!error) return null
  if (error instanceof ValidationError && fields.some((field) => error.messageOf(field))) return null
  const calm = error instanceof UnavailableError || error instanceof QuotaError
  return (
    <Notice tone={calm ? 'warning' : 'trouble'}>
      <div>{errorText(error, signingIn)}</div>
      {!signingIn && <NextStep error={error} />}
      {error instanceof EquipoiseError && error.status >= 500 && error.requestId && (
        <div className={classes.quiet}>If you write to us, mention {error.requestId}.</div>
      )}
      {retry && isWorthRetrying(error) && (
        <button type="button" className={classes.again} onClick={retry}>
          Try again
        </button>
      )}
    </Notice>
  )
}

/** Limits of the plan, invalid input and an ended session would fail again. */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof AuthenticationError) return false
  return !(error instanceof EquipoiseError) || error.status === 0 || error.status === 429 || error.status >= 500
}

function NextStep({ error }: { error: unknown }) {
  const location = useLocation()
  if (error instanceof QuotaError) {
    return isLimit(error) ? (
      <Link to="/app/usage">See your limits</Link>
    ) : (
      <Link to="/app/billing">See top-ups and plans</Link>
    )
  }
  if (error instanceof PermissionError) {
    return <Link to="/app/pricing">Compare the plans</Link>
  }
  if (error instanceof AuthenticationError) {
    return <Link to={signInFrom(location)}>Sign in</Link>
  }
  return null
}
