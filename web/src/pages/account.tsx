import { SimpleGrid, Stack } from '@mantine/core'
import { AccessToken } from '../account/access-token.tsx'
import { EmailChoices } from '../account/email-choices.tsx'
import { History } from '../account/history.tsx'
import { Identities } from '../account/identities.tsx'
import { PasswordForm } from '../account/password-form.tsx'
import { Profile } from '../account/profile.tsx'
import { SecondFactorCard } from '../account/second-factor.tsx'
import { Sessions } from '../account/sessions.tsx'
import { YourData } from '../account/your-data.tsx'
import { useAccount, usePasswordSignIn } from '../api.ts'
import { PageTitle } from '../shell/page-title.tsx'

export function AccountScreen() {
  const account = useAccount()
  const hasPasswords = usePasswordSignIn()
  if (!account) return null
  const { has_password: hasPassword } = account
  return (
    <>
      <PageTitle title="Account">Your name and email, your password, where you are signed in, and your data.</PageTitle>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <Profile account={account} />
          {hasPasswords && <PasswordForm hasPassword={hasPassword} />}
          <SecondFactorCard />
          <Identities />
          <EmailChoices />
          {hasPassword && hasPasswords && <AccessToken />}
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
