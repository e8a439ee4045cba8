import type { NoticeChoices } from '@equipoise/sdk'
import { Stack, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../api.ts'
import { Section } from '../shell/section.tsx'
import { Trouble } from '../shell/trouble.tsx'

const KINDS: readonly { kind: keyof NoticeChoices; label: string; description: string }[] = [
  {
    kind: 'usage',
    label: 'Usage',
    description: 'When you have used 80% and 100% of an allowance, once a month for each.',
  },
  { kind: 'key_expiry', label: 'Expiring API keys', description: 'A week before a key expires.' },
  { kind: 'failed_renewal', label: 'Failed payments', description: 'When we could not renew your plan.' },
  {
    kind: 'sign_in',
    label: 'New sign-ins',
    description: 'When somebody signs in from a network that you have not used before.',
  },
]

export function EmailChoices() {
  const client = useClient()
  const cache = useQueryClient()
  const state = useQuery({ queryKey: ['notices'], queryFn: ({ signal }) => client.auth.notices({ signal }) })
  const change = useMutation({
    mutationFn: (choices: Partial<NoticeChoices>) => client.auth.updateNotices(choices),
    onSuccess: (data) => cache.setQueryData(['notices'], data),
  })
  return (
    <Section
      title="Emails"
      about={
        state.data?.available === false
          ? 'This service sends no emails yet. Your choices apply as soon as it does.'
          : 'What we write to you about. You always get emails that you ask for, such as a link to set a new password.'
      }
    >
      <Trouble error={state.error} retry={() => state.refetch()} />
      <Trouble error={change.error} />
      <Stack gap="sm">
        {state.data &&
          KINDS.map(({ kind, label, description }) => (
            <Switch
              key={kind}
              label={label}
              description={description}
              checked={
                change.isPending ? (change.variables[kind] ?? state.data.notices[kind]) : state.data.notices[kind]
              }
              onChange={(event) => change.mutate({ [kind]: event.currentTarget.checked })}
            />
          ))}
      </Stack>
    </Section>
  )
}
