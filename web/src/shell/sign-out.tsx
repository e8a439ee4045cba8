import { useState } from 'react'
import { useAccount, useClient } from '../api.ts'
import { forgetPerson, hasKept } from '../kept/kept-here.ts'
import { rememberOwner } from '../kept/last-document.ts'
import { tellNotLoaded } from './later.ts'
import { tellTrouble } from './trouble.tsx'

type Loaded = typeof import('./sign-out-question.tsx').SignOutQuestion

/** Ends the session on the service, then leaves. People with texts in this browser are asked first whether to keep them. */
export function SignOut() {
  const client = useClient()
  const account = useAccount()
  const [Question, setQuestion] = useState<Loaded>()
  const signOut = async ({ isKeeping }: { isKeeping: boolean }) => {
    try {
      await client.auth.logout()
    } catch (error) {
      tellTrouble(error, 'We could not sign you out')
      return
    }
    if (!isKeeping && account) await forgetPerson(account.id)
    rememberOwner(null)
    leave()
  }
  const start = async () => {
    if (!account || !(await hasKept(account.id))) return signOut({ isKeeping: true })
    try {
      const { SignOutQuestion } = await import('./sign-out-question.tsx')
      setQuestion(() => SignOutQuestion)
    } catch {
      tellNotLoaded()
    }
  }
  return (
    <>
      <button type="button" onClick={() => void start()}>
        Sign out
      </button>
      {Question && <Question close={() => setQuestion(undefined)} signOut={signOut} />}
    </>
  )
}

/** Reloads at the home page, so that nothing of the person stays in memory and no screen asks to sign in again. */
export function leave(address = '/'): void {
  window.location.assign(address)
}
