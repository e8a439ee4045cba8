import type { AdminOverview } from '@equipoise/sdk'
import { Card, Group, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ActButton } from '../../admin/act-form.tsx'
import { DayChart, sumByDay } from '../../admin/day-chart.tsx'
import { METER_NAMES } from '../../admin/meter-names.ts'
import { useBrand, useClient, useNotice } from '../../api.ts'
import { vatWords } from '../../billing/payment-words.ts'
import { formatAgo, formatAmount, formatCount, formatUtcDay } from '../../format.ts'
import { Notice } from '../../shell/notice.tsx'
import { PageTitle } from '../../shell/page-title.tsx'
import { planTitle } from '../../shell/plan-names.ts'
import { numeric, RowTable } from '../../shell/row-table.tsx'
import { Section } from '../../shell/section.tsx'
import { Trouble } from '../../shell/trouble.tsx'

export function AdminOverviewPage() {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'overview'],
    queryFn: ({ signal }) => client.admin.overview({ signal }),
    staleTime: 0,
  })
  return (
    <>
      <PageTitle title="Overview">
        {data?.usage_summed_at ? `Usage as of ${formatAgo(data.usage_summed_at)}.` : 'Usage and sales of this service.'}
      </PageTitle>
      <Trouble error={error} retry={() => refetch()} />
      {data && <Figures data={data} />}
    </>
  )
}

function Figures({ data }: { data: AdminOverview }) {
  const monthly = data.subscriptions.reduce((sum, { eur_a_month: eur }) => sum + eur, 0)
  const paid = data.sales.reduce((sum, { eur }) => sum + eur, 0)
  return (
    <Stack gap="lg">
      {data.emails?.last_error && (
        <Notice tone="warning" title={`${formatCount(data.emails.waiting)} emails are waiting`}>
          The mail server said: {data.emails.last_error}
        </Notice>
      )}
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label="Accounts" value={formatCount(data.accounts)} />
        <Figure label="Monthly recurring revenue" value={formatAmount(monthly)} />
        <Figure label="Net payments, last 30 days" value={formatAmount(paid)} note={vatWords(data.sales)} />
        <Figure label="Emails waiting" value={data.emails ? formatCount(data.emails.waiting) : 'Email is off'} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Card>
          <DayChart values={sumByDay(data.sales, ({ eur }) => eur)} label="Paid a day" format={formatAmount} />
        </Card>
        <Card>
          <DayChart
            values={sumByDay(
              data.usage.filter(({ meter }) => meter !== 'compute'),
              ({ units }) => units,
            )}
            label="AI calls and text analyses a day"
            format={formatCount}
          />
        </Card>
      </SimpleGrid>
      <Sales rows={data.sales} />
      <NoticeForEverybody />
      <TopCallers rows={data.top_callers} />
      <UsageByDay rows={data.usage} />
      <Providers rows={data.providers} />
      <Queues queues={data.queues} />
    </Stack>
  )
}

function NoticeForEverybody() {
  const { admin } = useClient()
  const cache = useQueryClient()
  const shown = useNotice() ?? ''
  const [typed, setTyped] = useState<string>()
  const notice = typed ?? shown
  return (
    <Section title="Notice for everybody">
      <Group align="flex-end">
        <TextInput
          label="Text"
          description="At the top of every screen, for visitors too. Leave it empty to remove the notice."
          maxLength={500}
          value={notice}
          onChange={(event) => setTyped(event.currentTarget.value)}
          style={{ flex: '1 1 260px' }}
        />
        <ActButton
          label="Save notice"
          about={notice.trim() ? 'Every screen shows the notice.' : 'The notice is removed.'}
          run={(reason) => admin.setNotice({ notice, reason })}
          onDone={() => cache.invalidateQueries({ queryKey: ['account'] })}
        />
      </Group>
    </Section>
  )
}

function Figure({ label, value, note }: { label: string; value: string; note?: string | undefined }) {
  return (
    <Card>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={600} size="xl" className="num">
        {value}
      </Text>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Card>
  )
}

function UsageByDay({ rows }: { rows: AdminOverview['usage'] }) {
  return (
    <Rows title="Usage by day and plan" isEmpty={rows.length === 0}>
      <RowTable
        columns={['Day', 'Plan', 'What', numeric('Used'), numeric('Accounts')]}
        rows={rows.toReversed().map(({ date, plan, meter, units, accounts }) => ({
          key: `${date} ${plan} ${meter}`,
          cells: [formatUtcDay(date), planTitle(plan), METER_NAMES[meter], formatCount(units), formatCount(accounts)],
        }))}
      />
    </Rows>
  )
}

function TopCallers({ rows }: { rows: AdminOverview['top_callers'] }) {
  return (
    <Rows title="Top callers this month" isEmpty={rows.length === 0}>
      <RowTable
        columns={['What', 'Account', numeric('Used')]}
        rows={rows.map(({ meter, place, account_id: id, email, units }) => ({
          key: `${meter} ${place}`,
          cells: [
            METER_NAMES[meter],
            <Link key={id} to={`/app/admin/accounts/${id}`}>
              {email}
            </Link>,
            formatCount(units),
          ],
        }))}
      />
    </Rows>
  )
}

function Providers({ rows }: { rows: AdminOverview['providers'] }) {
  const labels = useBrand()?.provider_details ?? []
  const totals = new Map<string, { calls: number; errors: Map<string, number> }>()
  for (const { target, result, calls } of rows) {
    const total = totals.get(target) ?? { calls: 0, errors: new Map() }
    total.calls += calls
    if (result !== 'ok') total.errors.set(result, (total.errors.get(result) ?? 0) + calls)
    totals.set(target, total)
  }
  return (
    <Rows title="AI providers in the last 30 days" isEmpty={rows.length === 0}>
      <RowTable
        columns={['Provider', numeric('Calls'), 'Errors']}
        rows={[...totals].map(([target, { calls, errors }]) => ({
          key: target,
          cells: [
            labels.find(({ name }) => name === target)?.label ?? target,
            formatCount(calls),
            [...errors].map(([cause, count]) => `${cause.replaceAll('_', ' ')}: ${formatCount(count)}`).join(', ') ||
              'None',
          ],
        }))}
      />
    </Rows>
  )
}

function Queues({ queues }: { queues: AdminOverview['queues'] }) {
  const lines = [
    ['Payment events waiting', formatCount(queues.payment_events_waiting)],
    ['Payment events to review', formatCount(queues.payment_events_set_aside)],
    ['Accounts being deleted', formatCount(queues.accounts_being_deleted)],
    ['Last scheduled backup', queues.last_backup_at ? formatAgo(queues.last_backup_at) : 'None'],
  ]
  return (
    <Section title="Background jobs">
      <Table>
        <Table.Tbody>
          {lines.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Td>{label}</Table.Td>
              <Table.Td className="num">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

/** For a day with a payment whose VAT was not computed. */
const NOT_KNOWN = 'not known'

function Sales({ rows }: { rows: AdminOverview['sales'] }) {
  return (
    <Rows title="Revenue by day and plan, last 30 days" isEmpty={rows.length === 0}>
      <RowTable
        columns={['Day', 'Item', numeric('Sold'), numeric('Net'), numeric('VAT'), numeric('Paid')]}
        rows={rows.toReversed().map(({ date, kind, item, count, eur, vat_eur: vat, vat_unknown_eur: unknown }) => ({
          key: `${date} ${kind} ${item}`,
          cells: [
            formatUtcDay(date),
            kind === 'plan' ? planTitle(item) : item.replace('topup_', 'Top-up '),
            formatCount(count),
            unknown > 0 ? NOT_KNOWN : formatAmount(eur - vat),
            unknown > 0 ? NOT_KNOWN : formatAmount(vat),
            formatAmount(eur),
          ],
        }))}
      />
    </Rows>
  )
}

interface RowsProps {
  readonly title: string
  readonly isEmpty: boolean
  readonly children: React.ReactNode
}

function Rows({ title, isEmpty, children }: RowsProps) {
  return <Section title={title}>{isEmpty ? <Text c="dimmed">Nothing yet.</Text> : children}</Section>
}
