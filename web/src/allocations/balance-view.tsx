import type { Allocation, Stratum } from '@equipoise/sdk'
import { Group, Progress, Stack, Text } from '@mantine/core'
import { useClient } from '../api.ts'
import { formatCount, formatPercent } from '../format.ts'
import { ShowMore, usePages } from '../shell/pages.tsx'
import { numeric, RowTable } from '../shell/row-table.tsx'
import { Section } from '../shell/section.tsx'
import { Trouble } from '../shell/trouble.tsx'

/** How many participants each group has, in total and per stratum. */
export function BalanceView({ allocation }: { allocation: Allocation }) {
  const { arms, counts, assigned, balance, invalidated, valid } = allocation
  if (!counts || !balance) return null
  const weights = arms.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <Section title="Balance" isSmall>
      <Stack gap="sm">
        {arms.map(({ name, weight }, i) => {
          const count = counts[i] ?? 0
          const share = assigned === 0 ? 0 : (100 * count) / assigned
          return (
            <div key={name}>
              <Group justify="space-between" mb={4} gap={4}>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Text>
                <Text size="sm" c="dimmed" className="num" style={{ whiteSpace: 'nowrap' }}>
                  {formatCount(count)} ({share.toFixed(1)}%, planned {((100 * weight) / weights).toFixed(1)}%)
                </Text>
              </Group>
              <Progress value={share} aria-label={`${name}: ${share.toFixed(1)} per cent`} />
            </div>
          )
        })}
      </Stack>
      <Text size="sm" c="dimmed" mt="md">
        {assigned === 0
          ? 'Nobody is assigned yet.'
          : balance.counts?.p_value === 1
            ? 'The groups are as even as they can be.'
            : `If everybody had been assigned independently, the groups would be at least this uneven in ${chance(balance.counts?.p_value)} of all cases.${firstPlaces(balance.first_places?.p_value)}`}
      </Text>
      {invalidated > 0 && valid && (
        <Text size="sm" c="dimmed" mt="xs">
          Without those who were assigned in error ({formatCount(invalidated)}):{' '}
          {arms.map(({ name }, i) => `${name} ${formatCount(valid.counts[i] ?? 0)}`).join(', ')}.
        </Text>
      )}
      {allocation.strata_total > 1 && <Strata allocation={allocation} />}
    </Section>
  )
}

function Strata({ allocation: { id, arms } }: { allocation: Allocation }) {
  const client = useClient()
  const list = usePages<Stratum>(['allocation', id, 'strata'], (page) => client.allocations.strata(id, page))
  return (
    <>
      <Trouble error={list.error} retry={() => list.refetch()} />
      <RowTable
        columns={['Stratum', ...arms.map(({ name }) => numeric(name)), numeric('Imbalance'), numeric('Maximum')]}
        rows={(list.items ?? []).map(({ stratum, counts, balance }) => ({
          key: stratum,
          cells: [
            stratum,
            ...arms.map((_, i) => formatCount(counts?.[i] ?? 0)),
            balance?.imbalance.toFixed(1),
            balance?.imbalance_max?.toFixed(1) ?? '–',
          ],
        }))}
      />
      <ShowMore list={list} />
    </>
  )
}

function firstPlaces(p: number | undefined): string {
  if (p === undefined) return ''
  return ` For the first places of the blocks, which are decided by chance alone, it is ${chance(p)}.`
}

function chance(p: number | undefined): string {
  return p === undefined ? '–' : formatPercent(p, p > 0.999 ? 0 : 1)
}
