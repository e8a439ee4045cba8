import { Anchor, Button, Card, Group, Loader, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ORIGIN, useAccount, useClient, usePlans } from '../api.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { Notice } from '../shell/notice.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { planTitle } from '../shell/plan-names.ts'
import { Trouble } from '../shell/trouble.tsx'
import { LANGUAGES, type Language, snippetOf } from '../welcome/snippets.ts'
import classes from '../welcome/welcome.module.css'

const LOOK_EVERY_MS = 2_000

/** Three steps after signing up: a key, a call with it, and seeing that it arrived. */
export function Welcome() {
  const account = useAccount()
  const client = useClient()
  const cache = useQueryClient()
  const [params] = useSearchParams()
  const create = useMutation({
    mutationFn: () => client.keys.create({ name: 'First key' }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['keys'] }),
  })
  const key = create.data
  const plans = usePlans().data?.plans ?? []
  const plan = plans.find(({ id }) => id === params.get('plan'))?.id ?? 'free'
  return (
    <>
      <PageTitle title={account?.name ? `Welcome, ${account.name}` : 'Welcome'}>
        Three steps to your first result. You can also go straight to the{' '}
        <Anchor component={Link} to="/app/text" underline="always">
          text editor
        </Anchor>{' '}
        or the{' '}
        <Anchor component={Link} to="/app/chat" underline="always">
          chat
        </Anchor>
        .
      </PageTitle>
      <Stack gap="lg" maw={760}>
        {plan !== 'free' && (
          <Notice tone="info">
            You chose the {planTitle(plan)} plan.{' '}
            <Anchor component={Link} to={`/app/billing?plan=${plan}`} size="sm" underline="always">
              Continue to the payment
            </Anchor>
          </Notice>
        )}
        <Step number={1} title="Create your first key" isDone={key !== undefined}>
          {key ? (
            <>
              <Text size="sm" mb="xs">
                Copy it now: we show it only once.
              </Text>
              <Group gap="xs" wrap="nowrap">
                <code className={classes.key} data-testid="new-key">
                  {key.key}
                </code>
                <CopyButton value={key.key} label="Copy the key" />
              </Group>
            </>
          ) : (
            <>
              <Trouble error={create.error} />
              <Button loading={create.isPending} onClick={() => create.mutate()}>
                Create key
              </Button>
            </>
          )}
        </Step>
        <Step number={2} title="Make a call with it" isDone={false}>
          <Snippet apiKey={key?.key} />
        </Step>
        <Step number={3} title="See it arrive" isDone={false}>
          {key ? <FirstCall keyId={key.id} /> : <Text c="dimmed">Create a key first.</Text>}
        </Step>
      </Stack>
    </>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly isDone: boolean
  readonly children: ReactNode
}

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <Card>
      <Group gap="sm" mb="sm">
        <span className={classes.number} data-done={isDone}>
          {isDone ? '✓' : number}
        </span>
        <Title order={2} size="h3">
          {title}
        </Title>
      </Group>
      {children}
    </Card>
  )
}

function Snippet({ apiKey }: { apiKey: string | undefined }) {
  const [language, setLanguage] = useState<Language>('curl')
  const text = snippetOf(language, { origin: ORIGIN, apiKey: apiKey ?? 'YOUR_KEY' })
  return (
    <>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <SegmentedControl
          size="xs"
          aria-label="Language"
          value={language}
          onChange={(value) => setLanguage(LANGUAGES.find((one) => one === value) ?? 'curl')}
          data={[...LANGUAGES]}
        />
        <CopyButton value={text} label="Copy the code" />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        {text}
      </pre>
    </>
  )
}

/** Looks for the first call of the key until it is there. */
function FirstCall({ keyId }: { keyId: number }) {
  const client = useClient()
  const { data: calls = 0, error } = useQuery({
    queryKey: ['first-call', keyId],
    queryFn: async ({ signal }) => {
      const { keys } = await client.usage({ signal })
      return keys.find(({ id }) => id === keyId)?.calls ?? 0
    },
    refetchInterval: ({ state }) => (state.data ? false : LOOK_EVERY_MS),
  })
  if (error) return <Trouble error={error} />
  if (calls === 0) {
    return (
      <Group gap="sm" role="status" wrap="nowrap">
        <Loader type="dots" size="sm" />
        <Text>Waiting for your first call…</Text>
      </Group>
    )
  }
  return (
    <Stack gap="sm">
      <Notice tone="good" title="Your first call arrived">
        You are ready. You can see every call on the usage page.
      </Notice>
      <Group gap="xs">
        <Button component={Link} to="/app/usage">
          See the usage
        </Button>
        <Button component="a" href="/docs" variant="default">
          API reference
        </Button>
      </Group>
    </Stack>
  )
}
