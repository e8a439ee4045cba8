import {
  type AdminAccount,
  type ApiKey,
  type Meter,
  NotFoundError,
  type PlanName,
  ValidationError,
} from '@equipoise/sdk'
import { Anchor, Code, Group, NumberInput, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { identityName } from '../../account/identity-name.ts'
import { ActButton, type ActButtonProps } from '../../admin/act-form.tsx'
import { activityOf } from '../../admin/activity.ts'
import { METER_NAMES } from '../../admin/meter-names.ts'
import { useClient } from '../../api.ts'
import { countOf, formatAgo, formatCount, formatDay, formatMoment } from '../../format.ts'
import { Choice } from '../../shell/choice.tsx'
import { Notice } from '../../shell/notice.tsx'
import { PageTitle } from '../../shell/page-title.tsx'
import { ShowMore, usePages } from '../../shell/pages.tsx'
import { planTitle } from '../../shell/plan-names.ts'
import { RowTable } from '../../shell/row-table.tsx'
import { Section } from '../../shell/section.tsx'
import { Trouble } from '../../shell/trouble.tsx'

export function AdminAccountPage() {
  const client = useClient()
  const id = Number(useParams().id)
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'account', id],
    queryFn: ({ signal }) => client.admin.account(id, { signal }),
    enabled: isRowId(id),
    staleTime: 0,
  })
  if (!isRowId(id) || error instanceof NotFoundError || error instanceof ValidationError) return <NoAccount />
  if (!data) return <Trouble error={error} retry={() => refetch()} />
  const { account, disabled_at: disabledAt } = data
  return (
    <>
      <PageTitle title={account.email}>
        Account {account.id}, since {formatDay(account.created_at)}
      </PageTitle>
      <Stack gap="lg">
        {disabledAt && <Notice tone="warning">Disabled since {formatMoment(disabledAt)}.</Notice>}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Facts data={data} />
          <Acts data={data} />
        </SimpleGrid>
        <Keys data={data} />
        <ConnectedIdentities data={data} />
        <Activity data={data} />
      </Stack>
    </>
  )
}

const isRowId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

function NoAccount() {
  return (
    <Notice tone="warning">
      There is no account with this number. It may have been deleted.{' '}
      <Link to="/app/admin/accounts">See all accounts</Link>
    </Notice>
  )
}

function Facts({ data: { account, usage, subscription, sessions } }: { data: AdminAccount }) {
  const lines = [
    ['Plan', planTitle(account.plan) + (account.plan_ends_at ? `, until ${formatDay(account.plan_ends_at)}` : '')],
    ['Subscription', subscription.status === 'none' ? 'None' : subscription.status.replace('_', ' ')],
    ['Role', account.role === 'administrator' ? 'Administrator' : 'Member'],
    ['Email', account.email_verified ? 'Confirmed' : 'Not confirmed'],
    ['Second factor', account.second_factor ? 'On' : 'Off'],
    [
      'Balance',
      `${formatCount(usage.topup_balance.compute)} units, ${formatCount(usage.topup_balance.ai_calls)} AI calls`,
    ],
    ...Object.entries(usage.endpoints).map(([name, { used, limit }]) => [
      METER_NAMES[name as Meter],
      `${formatCount(used)} of ${countOf(limit)}`,
    ]),
    ['Sessions', formatCount(sessions.length)],
  ]
  return (
    <Section title="Profile">
      <Table>
        <Table.Tbody>
          {lines.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Td c="dimmed">{label}</Table.Td>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

function Acts({ data }: { data: AdminAccount }) {
  const { admin } = useClient()
  const navigate = useNavigate()
  const [link, setLink] = useState<string>()
  const { account, plans, subscription } = data
  const { id, email } = account
  return (
    <Section title="Actions">
      {link && (
        <Notice tone="good" title="Give this link to the owner of the account">
          <Code style={{ overflowWrap: 'anywhere' }}>{link}</Code> It works once, for an hour.
        </Notice>
      )}
      <Group mt="xs">
        <SetPlan account={account} plans={plans} />
        <Grant account={account} />
        <ActButton
          label="Reset link"
          target={email}
          about="Creates a link to set a new password."
          run={(why) => admin.resetLink(id, why)}
          onDone={(answer) => setLink((answer as { link: string | null }).link ?? undefined)}
        />
        {actsOn(data, admin).map((act) => (
          <ActButton key={act.label} target={email} {...act} />
        ))}
        <ActButton
          label="Delete"
          target={email}
          confirm={email}
          about="Deletes the account and everything that belongs to it. This cannot be undone."
          run={(why) => admin.deleteAccount(id, why)}
          onDone={() => navigate('/app/admin/accounts')}
          danger
        />
      </Group>
      {subscription.customer_url && (
        <Text size="sm" mt="md">
          <Anchor href={subscription.customer_url} target="_blank" rel="noreferrer" underline="always">
            Open the customer {subscription.customer_url.includes('/sandbox/') ? 'in the sandbox' : 'at Stripe'}
          </Anchor>{' '}
          to refund a payment.
        </Text>
      )}
    </Section>
  )
}

type Act = Pick<ActButtonProps, 'label' | 'about' | 'run' | 'danger'>

/** What needs only a reason, as far as it applies to this account. */
function actsOn({ account, subscription, disabled_at }: AdminAccount, admin: ReturnType<typeof useClient>['admin']) {
  const { id, role, email_verified: isProven, second_factor: hasFactor } = account
  const other = role === 'administrator' ? 'member' : 'administrator'
  const acts: (Act | false)[] = [
    disabled_at === null
      ? {
          label: 'Disable',
          about: 'The owner can’t sign in, and the account’s keys stop working.',
          run: (why) => admin.disable(id, why),
          danger: true,
        }
      : { label: 'Enable', about: 'The account works again.', run: (why) => admin.enable(id, why) },
    {
      label: 'Sign out everywhere',
      about: isProven
        ? 'All sessions of this account end. A second factor and identities from before its email was confirmed are removed.'
        : 'All sessions of this account end. If this service sends emails, its keys, second factor and identities are removed too, because nobody has confirmed the email.',
      run: (why) => admin.signOut(id, why),
    },
    !isProven && {
      label: 'Confirm email',
      about: 'Marks the email address as confirmed.',
      run: (why) => admin.verifyEmail(id, why),
    },
    (subscription.status === 'active' || subscription.status === 'past_due') && {
      label: 'Cancel subscription',
      about: 'The plan stays until the end of the paid period and does not renew. You can set another plan at once.',
      run: (why) => admin.cancelSubscription(id, why),
      danger: true,
    },
    hasFactor && {
      label: 'Remove second factor',
      about: 'The owner signs in without a code.',
      run: (why) => admin.removeSecondFactor(id, why),
      danger: true,
    },
    {
      label: `Make ${other}`,
      about: `The account becomes ${other === 'administrator' ? 'an administrator' : 'an ordinary member'}.`,
      run: (reason) => admin.setRole(id, { role: other, reason }),
    },
  ]
  return acts.filter((act) => act !== false)
}

interface OfAccount {
  readonly account: Pick<AdminAccount['account'], 'id' | 'email' | 'plan'>
}

function SetPlan({ account: { id, email, plan }, plans }: OfAccount & { plans: readonly PlanName[] }) {
  const { admin } = useClient()
  const [wanted, setWanted] = useState<PlanName>(plan)
  const [until, setUntil] = useState('')
  return (
    <ActButton
      label="Set plan"
      target={email}
      about="The plan changes at once."
      run={(reason) =>
        admin.setPlan(id, { plan: wanted, ends_at: until ? new Date(until).toISOString() : null, reason })
      }
    >
      <Choice
        label="Plan"
        data={plans.map((one) => ({ value: one, label: planTitle(one) }))}
        value={wanted}
        onChange={(value) => value && setWanted(value)}
      />
      <TextInput
        label="Until"
        description="Leave empty for no end"
        type="date"
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </ActButton>
  )
}

function Grant({ account: { id, email } }: OfAccount) {
  const { admin } = useClient()
  const [units, setUnits] = useState({ compute: 0, ai_calls: 0 })
  return (
    <ActButton
      label="Grant units"
      target={email}
      about="Adds to the purchased balance."
      run={(reason) => admin.grant(id, { ...units, reason })}
    >
      <NumberInput
        label="Compute units"
        value={units.compute}
        onChange={(value) => setUnits({ ...units, compute: Number(value) || 0 })}
      />
      <NumberInput
        label="AI calls"
        value={units.ai_calls}
        onChange={(value) => setUnits({ ...units, ai_calls: Number(value) || 0 })}
      />
    </ActButton>
  )
}

function Keys({ data: { account } }: { data: AdminAccount }) {
  const { admin } = useClient()
  const list = usePages<ApiKey>(['admin', 'account', String(account.id), 'keys'], (page) =>
    admin.keys(account.id, page),
  )
  return (
    <Section title="API keys">
      <Trouble error={list.error} retry={() => list.refetch()} />
      {list.items?.length === 0 && <Text c="dimmed">None.</Text>}
      <Stack gap="md">
        {list.items?.map((key) => (
          <Group key={key.id} justify="space-between">
            <div style={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Text>{key.name}</Text>
              <Text size="sm" c="dimmed" ff="monospace">
                {key.key_prefix}…
              </Text>
              <Text size="sm" c="dimmed">
                Scope {key.scope} · {key.last_used_at ? `used ${formatAgo(key.last_used_at)}` : 'never used'}
              </Text>
            </div>
            <ActButton
              label="Revoke"
              target={key.name || `${key.key_prefix}…`}
              about="The key stops working at once."
              run={(why) => admin.revokeKey(account.id, key.id, why)}
              danger
            />
          </Group>
        ))}
      </Stack>
      <ShowMore list={list} />
    </Section>
  )
}

function ConnectedIdentities({ data: { account, identities } }: { data: AdminAccount }) {
  const { admin } = useClient()
  return (
    <Section title="Connected identities">
      {identities.length === 0 && <Text c="dimmed">None.</Text>}
      <Stack gap="md">
        {identities.map((identity) => (
          <Group key={identity.id} justify="space-between">
            <div style={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Text>{identityName(identity)}</Text>
              <Text size="sm" c="dimmed">
                {identity.issuer}
              </Text>
              <Text size="sm" c="dimmed">
                Connected on {formatDay(identity.created_at)} ·{' '}
                {identity.last_used_at ? `used ${formatAgo(identity.last_used_at)}` : 'never used'}
              </Text>
            </div>
            <ActButton
              label="Remove"
              target={identityName(identity)}
              about={`${identityName(identity)} can no longer sign in, and all sessions of this account end.`}
              run={(why) => admin.removeIdentity(account.id, identity.id, why)}
              danger
            />
          </Group>
        ))}
      </Stack>
    </Section>
  )
}

function Activity({ data }: { data: AdminAccount }) {
  return (
    <Section title="Activity">
      <RowTable
        columns={['When', 'What', 'By or from']}
        rows={activityOf(data).map(({ key, at, words, by }) => ({ key, cells: [formatMoment(at), words, by] }))}
      />
    </Section>
  )
}
