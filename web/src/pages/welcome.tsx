import type { ApiKey } from '@equipoise/sdk'
import { Anchor, Button, Card, Group, Loader, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ORIGIN, useAccount, useClient, usePlans } from '../api.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { LeaveKey, useLeaveGuard } from '../shell/leave-guard.tsx'
import { Notice } from '../shell/notice.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { planTitle } from '../shell/plan-names.ts'
import { Trouble } from '../shell/trouble.tsx'
import { LANGUAGES, type Language, snippetOf } from '../welcome/snippets.ts'
import classes from '../welcome/welcome.module.css'

const LOOK_EVERY_MS = 2_000

/** Three steps after signing up: create a key, send a request with it, see that it arrived. */
export function Welcome() {
  const account = useAccount()
  const client = useClient()
  const cache = useQueryClient()
  const [isCopied, setCopied] = useState(false)
  const saved = () => setCopied(true)
  const create = useMutation({
    mutationFn: () => client.keys.create({ name: 'First key' }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['keys'] }),
  })
  const key = create.data
  const guard = useLeaveGuard(key !== undefined && !isCopied)
  const { data: known, isPending } = useKnownKey()
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
        <ChosenPlan />
        <Step number={1} title="Create your first key" isDone={key !== undefined || known != null}>
          {key ? (
            <Secret secret={key.key} saved={saved} />
          ) : (
            <>
              {known && <KnownKey apiKey={known} />}
              <Trouble error={create.error} />
              <Button
                variant={known ? 'default' : 'filled'}
                loading={create.isPending || isPending}
                onClick={() => create.mutate()}
              >
                {known ? 'Create another key' : 'Create key'}
              </Button>
            </>
          )}
        </Step>
        <Step number={2} title="Make a call with it" isDone={false}>
          <Snippet apiKey={key?.key} saved={saved} />
        </Step>
        <Step number={3} title="See it arrive" isDone={false}>
          {key || known ? (
            <FirstCall keyId={key?.id} wasUsed={!key && known?.last_used_at != null} />
          ) : isPending ? (
            <Skeleton h={24} w={240} />
          ) : (
            <Text c="dimmed">Create a key first.</Text>
          )}
        </Step>
      </Stack>
      <LeaveKey guard={guard} />
    </>
  )
}

function ChosenPlan() {
  const [params] = useSearchParams()
  const plans = usePlans().data?.plans ?? []
  const plan = plans.find(({ id }) => id === params.get('plan'))?.id ?? 'free'
  if (plan === 'free') return null
  return (
    <Notice tone="info">
      You chose the {planTitle(plan)} plan.{' '}
      <Anchor component={Link} to={`/app/billing?plan=${plan}`} size="sm" underline="always">
        Continue to the payment
      </Anchor>
    </Notice>
  )
}

/** The key that was used last, or any key if none was used; null if there is no key. */
function useKnownKey() {
  const client = useClient()
  return useQuery({
    queryKey: ['keys', 'known'],
    queryFn: async ({ signal }) => (await client.keys.list({ sort: 'used', limit: 1, signal })).at(0) ?? null,
    staleTime: 0,
  })
}

function Secret({ secret, saved }: { secret: string; saved: () => void }) {
  return (
    <>
      <Text size="sm" mb="xs">
        Copy it now: we show it only once.
      </Text>
      <Group gap="xs" wrap="nowrap">
        <code className={classes.key} data-testid="new-key" onCopy={saved}>
          {secret}
        </code>
        <CopyButton value={secret} label="Copy the key" onCopied={saved} />
      </Group>
    </>
  )
}

/** An earlier key, of which only the first characters are known. */
function KnownKey({ apiKey: { name, key_prefix } }: { apiKey: ApiKey }) {
  return (
    <Text size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
      You already have the key “{name}” ({key_prefix}…). We cannot show it again. If you did not save it, create another
      one.
    </Text>
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

function Snippet({ apiKey, saved }: { apiKey: string | undefined; saved: () => void }) {
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
        <CopyButton value={text} label="Copy the code" onCopied={apiKey === undefined ? undefined : saved} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0} onCopy={saved}>
        {text}
      </pre>
    </>
  )
}

interface FirstCallProps {
  /** Undefined if requests with any key count. */
  readonly keyId: number | undefined
  readonly wasUsed: boolean
}

/** Polls until the first request with the key has arrived. */
function FirstCall({ keyId, wasUsed }: FirstCallProps) {
  const client = useClient()
  const { data: calls = 0, error } = useQuery({
    queryKey: ['first-call', keyId],
    queryFn: async ({ signal }) => {
      const { keys } = await client.usage({ signal })
      const counted = keys.filter(({ id }) => keyId === undefined || id === keyId)
      return counted.reduce((sum, { calls }) => sum + calls, 0)
    },
    enabled: !wasUsed,
    refetchInterval: ({ state }) => (state.data ? false : LOOK_EVERY_MS),
  })
  if (error) return <Trouble error={error} />
  if (calls === 0 && !wasUsed) {
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
        You are ready. The usage page counts your calls.
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
