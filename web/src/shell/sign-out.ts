import { useNavigate } from 'react-router'
import { useClient, usePersonChange } from '../api.ts'
import { tellTrouble } from './trouble.tsx'

/** Ends the session on the service, then forgets the person here. */
export function useSignOut(): () => Promise<void> {
  const client = useClient()
  const changePerson = usePersonChange()
  const navigate = useNavigate()
  return async () => {
    try {
      await client.auth.logout()
    } catch (error) {
      tellTrouble(error, 'Signing out did not work')
      return
    }
    changePerson(null)
    await navigate('/')
  }
}
