// How a screen says that something went wrong: in the service's own words, with what to do next.

import {
  AuthenticationError,
  ConnectionError,
  EquipoiseError,
  PermissionError,
  QuotaError,
  TimeoutError,
  UnavailableError,
  ValidationError,
} from '@equipoise/sdk'
import { Anchor, Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link, useLocation } from 'react-router'
import { signInFrom } from '../account/next-address.ts'
import { formatCount } from '../format.ts'
import { Notice } from './notice.tsx'

/** What one field is told after a refused form. */
export function messageFor(error: unknown, field: string): string | undefined {
  const found = error instanceof ValidationError && error.fields.find(({ loc }) => loc.at(-1) === field)
  if (!found) return undefined
  const isShort = found.type === 'missing' || found.type === 'string_too_short'
  return field === 'email' && isShort ? 'Enter your email address.' : plainWords(found)
}

/** The API speaks to programs; a person beside the field is told shorter. */
function plainWords({ msg, type }: { msg: string; type: string }): string {
  const [limit] = /\d+/.exec(msg) ?? []
  if (type === 'missing' || (type === 'string_too_short' && limit === '1')) return 'This is needed.'
  if (type === 'string_too_short' && limit) return `Too short: at least ${formatCount(Number(limit))} characters.`
  if (type === 'string_too_long' && limit) return `Too long: at most ${formatCount(Number(limit))} characters.`
  const sentence = msg.replace(/^(value|input) (is|should)/i, 'This $2')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1).replace(/\.$/, '')}.`
}

export const SESSION_ENDED = 'Your session has ended. Sign in again.'

/** The whole refusal in one sentence. A 401 speaks of headers, to programs; on the sign-in form it means the password. */
export function wordsOf(error: unknown, signingIn = false): string {
  if (error instanceof AuthenticationError && !signingIn) return SESSION_ENDED
  const [only, ...others] = error instanceof ValidationError ? error.fields : []
  if (only && others.length === 0) return plainWords(only)
  if (error instanceof ConnectionError) return 'The service cannot be reached. Check the connection and try again.'
  if (error instanceof TimeoutError) return 'The service took too long to answer. Try again in a moment.'
  if (error instanceof Error) return error.message
  return 'Something went wrong.'
}

/** For actions without a place on the screen to say it. */
export function tellTrouble(error: unknown, title: string): void {
  notifications.show({ color: 'red', title, message: wordsOf(error) })
}

export interface TroubleProps {
  readonly error: unknown
  /** Fields of the form that show their message themselves. */
  readonly fields?: readonly string[]
  readonly retry?: (() => void) | undefined
  /** On the sign-in form a refusal must not offer to sign in. */
  readonly signingIn?: boolean
}

export function Trouble({ error, fields = [], retry, signingIn = false }: TroubleProps) {
  if (!error) return null
  if (error instanceof ValidationError && fields.some((field) => error.messageOf(field))) return null
  const calm = error instanceof UnavailableError || error instanceof QuotaError
  return (
    <Notice tone={calm ? 'warning' : 'trouble'}>
      <Text size="sm">{wordsOf(error, signingIn)}</Text>
      {!signingIn && <NextStep error={error} />}
      {error instanceof EquipoiseError && error.status >= 500 && error.requestId && (
        <Text size="xs" c="dimmed" mt={4} className="num">
          Request {error.requestId}
        </Text>
      )}
      {retry && isWorthRetrying(error) && (
        <Button mt="sm" size="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </Notice>
  )
}

/** What the plan or the input refuses is refused again. */
function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof EquipoiseError) || error.status === 0 || error.status === 429 || error.status >= 500
}

function NextStep({ error }: { error: unknown }) {
  const location = useLocation()
  if (error instanceof QuotaError) {
    return (
      <Anchor component={Link} to="/app/billing" size="sm">
        See top-ups and plans
      </Anchor>
    )
  }
  if (error instanceof PermissionError) {
    return (
      <Anchor component={Link} to="/app/pricing" size="sm">
        Compare the plans
      </Anchor>
    )
  }
  if (error instanceof AuthenticationError) {
    return (
      <Anchor component={Link} to={signInFrom(location)} size="sm">
        Sign in
      </Anchor>
    )
  }
  return null
}
