import { lazy, Suspense, useState } from 'react'
import { useAccount, useClient } from '../api.ts'
import { forgetPerson, hasKept } from './kept-here.ts'
import { tellTrouble } from './trouble.tsx'

const Question = lazy(async () => ({ default: (await import('./sign-out-question.tsx')).SignOutQuestion }))

/** Ends the session on the service, then leaves. People who have texts in this browser say first what becomes of them. */
export function SignOut() {
  const client = useClient()
  const account = useAccount()
  const [isAsked, setAsked] = useState(false)
  const signOut = async ({ isKeeping }: { isKeeping: boolean }) => {
    try {
      await client.auth.logout()
    } catch (error) {
      tellTrouble(error, 'We could not sign you out')
      return
    }
    if (!isKeeping && account) await forgetPerson(account.id)
    leave()
  }
  const start = async () => {
    if (account && (await hasKept(account.id))) setAsked(true)
    else await signOut({ isKeeping: true })
  }
  return (
    <>
      <button type="button" onClick={() => void start()}>
        Sign out
      </button>
      {isAsked && (
        <Suspense>
          <Question close={() => setAsked(false)} signOut={signOut} />
        </Suspense>
      )}
    </>
  )
}

/** To the home page, loaded again: nothing of the person stays in memory, and no screen sends them to sign in again. */
export function leave(address = '/'): void {
  window.location.assign(address)
}
