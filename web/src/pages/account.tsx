import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { History } from '../account/history.tsx'
import { PasswordForm } from '../account/password-form.tsx'
import { Sessions } from '../account/sessions.tsx'
import { YourData } from '../account/your-data.tsx'
import { useAccount } from '../api.ts'
import { formatDay } from '../format.ts'
import { PageTitle } from '../shell/page-title.tsx'
import { PlanBadge } from '../shell/plan-badge.tsx'

export function AccountScreen() {
  const account = useAccount()
  if (!account) return null
  return (
    <>
      <PageTitle title="Account">
        Who you are here, where you are signed in, and what is yours to take or erase.
      </PageTitle>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <Card>
            <Title order={2} size="h3" mb="md">
              Profile
            </Title>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <div style={{ overflowWrap: 'anywhere' }}>
                {account.name && <Text fw={550}>{account.name}</Text>}
                <Text>{account.email}</Text>
                <Text size="sm" c="dimmed">
                  Since {formatDay(account.created_at)}
                </Text>
              </div>
              <PlanBadge plan={account.plan} />
            </Group>
          </Card>
          <PasswordForm />
          <YourData />
        </Stack>
        <Stack gap="lg">
          <Sessions />
          <History />
        </Stack>
      </SimpleGrid>
    </>
  )
}
