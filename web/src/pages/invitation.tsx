import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { AuthCard } from '../account/auth-card.tsx'
import { useAccount, useClient, usePersonChange } from '../api.ts'
import { formatDay } from '../format.ts'
import { planTitle } from '../shell/plan-names.ts'
import { Trouble } from '../shell/trouble.tsx'

/** What the invitation grants, and how to accept it with or without an account. */
export function InvitationPage() {
  const client = useClient()
  const account = useAccount()
  const navigate = useNavigate()
  const changePerson = usePersonChange()
  const token = useSearchParams()[0].get('token') ?? ''
  const look = useQuery({ queryKey: ['invitation', token], queryFn: () => client.auth.lookAtInvitation(token) })
  const accept = useMutation({
    mutationFn: () => client.auth.acceptInvitation(token),
    onSuccess: async (changed) => {
      changePerson(changed)
      await navigate(changed.role === 'administrator' ? '/app/admin' : '/app/usage')
    },
  })
  const invitation = look.data
  const back = `/app/invitation?token=${token}`
  const next = invitation?.role === 'administrator' ? '&next=/app/admin' : ''
  return (
    <AuthCard title={look.error ? 'Invitation' : 'You are invited'}>
      <Stack>
        <Trouble error={look.error ?? accept.error} signingIn />
        {look.error && (
          <Button component={Link} to="/" variant="default">
            Go to the home page
          </Button>
        )}
        {invitation && (
          <Text>
            {invitation.role === 'administrator'
              ? 'You become an administrator of this service.'
              : 'Create an account.'}
            {invitation.plan && ` Your plan: ${planTitle(invitation.plan)}.`}
            {invitation.email && ` This invitation is for ${invitation.email}.`} It is valid until{' '}
            {formatDay(invitation.expires_at)}.
          </Text>
        )}
        {invitation && account && (
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            Accept as {account.email}
          </Button>
        )}
        {invitation && account === null && (
          <>
            <Button component={Link} to={`/app/sign-up?invitation=${token}${next}`} state={{ email: invitation.email }}>
              Create an account
            </Button>
            <Button component={Link} variant="default" to={`/app/sign-in?next=${encodeURIComponent(back)}`}>
              Sign in to an existing account
            </Button>
          </>
        )}
      </Stack>
    </AuthCard>
  )
}
