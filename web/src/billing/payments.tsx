import { Anchor, Card, Skeleton, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient, usePlans } from '../api.ts'
import { formatAmount, formatDay } from '../format.ts'
import { Trouble } from '../shell/trouble.tsx'
import { paymentWords } from './payment-words.ts'

/** Where it is wider than the screen, the keyboard can scroll it too. */
const SCROLLABLE = { viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Payments' } }

export function Payments() {
  const client = useClient()
  const topups = usePlans().data?.topups ?? []
  const { data, error, refetch } = useQuery({
    queryKey: ['payments'],
    queryFn: ({ signal }) => client.billing.history({ signal }),
    staleTime: 0,
  })
  return (
    <section>
      <Title order={2} mb="md">
        Payments
      </Title>
      <Trouble error={error} retry={() => refetch()} />
      {data === undefined ? (
        !error && <Skeleton h={80} radius="lg" />
      ) : data.length === 0 ? (
        <Text c="dimmed">No payments yet.</Text>
      ) : (
        <Card padding={0}>
          <Table.ScrollContainer minWidth={480} scrollAreaProps={SCROLLABLE}>
            <Table verticalSpacing="sm" horizontalSpacing="lg" className="num">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Date</Table.Th>
                  <Table.Th>What</Table.Th>
                  <Table.Th>Status</Table.Th>
                  <Table.Th ta="right">Amount</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.map((payment) => (
                  <Table.Tr key={payment.id}>
                    <Table.Td>{formatDay(payment.date)}</Table.Td>
                    <Table.Td>{paymentWords(payment.description, topups)}</Table.Td>
                    <Table.Td>
                      <Text size="sm">{payment.status.replaceAll('_', ' ')}</Text>
                      {payment.receipt_url && (
                        <Anchor href={payment.receipt_url} size="xs">
                          receipt
                        </Anchor>
                      )}
                    </Table.Td>
                    <Table.Td ta="right">{formatAmount(payment.amount_eur)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Card>
      )}
    </section>
  )
}
