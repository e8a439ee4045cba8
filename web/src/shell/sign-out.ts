import { useClient } from '../api.ts'
import { tellTrouble } from './trouble.tsx'

/** Ends the session on the service, then leaves. */
export function useSignOut(): () => Promise<void> {
  const client = useClient()
  return async () => {
    try {
      await client.auth.logout()
    } catch (error) {
      tellTrouble(error, 'We could not sign you out')
      return
    }
    leave()
  }
}

/** To the home page, loaded again: nothing of the person stays in memory, and no screen sends them to sign in again. */
export function leave(): void {
  window.location.assign('/')
}
