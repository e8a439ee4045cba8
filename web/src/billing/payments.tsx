import { Anchor, Card, Skeleton, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient, usePlans } from '../api.ts'
import { formatAmount, formatDay } from '../format.ts'
import { Trouble } from '../shell/trouble.tsx'
import { amountNotes, paymentWords } from './payment-words.ts'
import classes from './payments.module.css'

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
          <Table verticalSpacing="sm" horizontalSpacing="lg" className={`num ${classes.cards}`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Date</Table.Th>
                <Table.Th>What</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th>Receipt</Table.Th>
                <Table.Th ta="right">Amount</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((payment) => (
                <Table.Tr key={payment.id}>
                  <Table.Td>{formatDay(payment.date)}</Table.Td>
                  <Table.Td>{paymentWords(payment.description, topups)}</Table.Td>
                  <Table.Td>{payment.status.replaceAll('_', ' ')}</Table.Td>
                  <Table.Td>
                    {payment.receipt_url && (
                      <Anchor href={payment.receipt_url} aria-label={`Receipt of ${formatDay(payment.date)}`}>
                        Receipt
                      </Anchor>
                    )}
                  </Table.Td>
                  <Table.Td ta="right">
                    {formatAmount(payment.amount_eur)}
                    {amountNotes(payment).map((note) => (
                      <Text key={note} size="xs" c="dimmed" fw={400}>
                        {note}
                      </Text>
                    ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Card>
      )}
    </section>
  )
}
