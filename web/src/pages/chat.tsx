import { Anchor, Button, Container, Group, Stack, Tabs, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useAccountQuery, useBrand, useClient, useFreePlan, useLastAccount, useUsage } from '../api.ts'
import { ProxyFields, type ProxySettings } from '../chat/proxy-fields.tsx'
import { EmptyWords, Room } from '../chat/room.tsx'
import { countOf } from '../format.ts'
import { hasStorage } from '../kept/kept-here.ts'
import { Notice } from '../shell/notice.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { Section } from '../shell/section.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { OWN_KEY_NOT_INCLUDED } from '../shell/words.ts'
import { Exchange } from './home/exchange-view.tsx'

export function Chat() {
  const account = useLastAccount()
  const { error, refetch } = useAccountQuery()
  const [tab, setTab] = useState<string | null>('chat')
  const [ownKeyOpened, setOwnKeyOpened] = useState(false)
  return (
    <Container>
      <PageTitle title="Chat with scored answers">
        We score each answer. In strict mode, if an answer is loaded, we ask the model again before you see it.{' '}
        {hasStorage()
          ? 'Your conversation is saved in this browser.'
          : 'This browser has no storage: the conversation is lost when you close or reload the page.'}
      </PageTitle>
      {account === null && (error ? <Trouble error={error} retry={() => refetch()} /> : <SignInFirst />)}
      {account && (
        // Hidden tabs stay mounted, so that a running answer continues; React's Activity would stop it.
        <Tabs
          key={account.id}
          value={tab}
          keepMountedMode="display-none"
          onChange={(next) => {
            setTab(next)
            if (next === 'proxy') setOwnKeyOpened(true)
          }}
        >
          <Tabs.List mb="lg">
            <Tabs.Tab value="chat">Our model</Tabs.Tab>
            <Tabs.Tab value="proxy">Your own key</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="chat">
            <HostedChat account={account.id} />
          </Tabs.Panel>
          <Tabs.Panel value="proxy">{ownKeyOpened && <OwnKeyChat account={account.id} />}</Tabs.Panel>
        </Tabs>
      )}
    </Container>
  )
}

function HostedChat({ account }: { account: number }) {
  const place = useMemo(() => ({ room: 'hosted', account }), [account])
  const client = useClient()
  const brand = useBrand()
  const isOff = brand?.features.chat === false
  const isSimulated = brand?.provider_details.find(({ name }) => name === brand.chat_provider)?.simulated
  return (
    <Stack>
      {isSimulated && <Simulation />}
      {isOff && (
        <Notice tone="warning">Chat is not set up on this deployment. You can still use your own provider key.</Notice>
      )}
      <Room
        place={place}
        ask={(ask, signal) => client.ai.streamChat({ ...ask }, { signal })}
        disabled={isOff || !brand}
        empty={
          <EmptyWords title="Ask about something people disagree on">
            The answer comes with its score. Strict mode is on: if the wording takes a side, we ask the model again.
          </EmptyWords>
        }
      />
    </Stack>
  )
}

function OwnKeyChat({ account }: { account: number }) {
  const place = useMemo(() => ({ room: 'own-key', account }), [account])
  const client = useClient()
  const usage = useUsage()
  // Undefined until known. If the usage cannot be read, let the person ask: the service rejects the request if the plan does not include
  // it.
  const isIncluded = usage.isError || usage.data?.own_provider_key
  const brand = useBrand()
  const providers = brand?.provider_details ?? []
  const [settings, setSettings] = useState<ProxySettings>({ provider: '', key: '', model: '' })
  const provider = settings.provider || (providers[0]?.name ?? '')
  return (
    <Stack>
      {isIncluded === false && (
        <Notice tone="warning">
          {OWN_KEY_NOT_INCLUDED}{' '}
          <Anchor component={Link} to="/app/billing" size="sm" underline="always">
            See the plans
          </Anchor>
        </Notice>
      )}
      {providers.find(({ name }) => name === provider)?.simulated && <Simulation />}
      <ProxyFields providers={providers} settings={{ ...settings, provider }} change={setSettings} />
      <Room
        place={place}
        ask={(ask, signal) =>
          client.ai.streamProxy(
            { ...ask, provider, user_api_key: settings.key, model: settings.model || undefined },
            { signal },
          )
        }
        disabled={!isIncluded || settings.key === ''}
        empty={
          <EmptyWords title="Your key, our filter">
            We send your question to the provider with your key and score the answer.
          </EmptyWords>
        }
      />
    </Stack>
  )
}

function Simulation() {
  return (
    <Notice tone="info" title="This is a simulation">
      Answers come from a list, and no AI model is asked. The scores are real.
    </Notice>
  )
}

/** Shows visitors what the chat does before they sign up. */
function SignInFirst() {
  return (
    <Stack gap="lg">
      <FreeAccount />
      <section aria-label="An example" style={{ maxWidth: 820 }}>
        <Title order={2} size="h3" mb="md">
          A question in strict mode, attempt by attempt
        </Title>
        <Exchange />
      </section>
    </Stack>
  )
}

function FreeAccount() {
  const free = useFreePlan()
  return (
    <Section
      title="The chat needs a free account"
      about={free ? `${countOf(free.ai_chat)} questions a month are included, no card needed.` : 'No card needed.'}
      maw={820}
    >
      <Group mt="md" gap="xs">
        <Button component={Link} to="/app/sign-up?next=/app/chat">
          Create an account
        </Button>
        <Button component={Link} to="/app/sign-in?next=/app/chat" variant="default">
          Sign in
        </Button>
      </Group>
    </Section>
  )
}
