import { Card, Container, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTabTitle } from '../shell/page-title.tsx'

interface AuthCardProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
  /** Links to the other forms, below the card. */
  readonly below?: ReactNode
}

/** The frame of the forms for signing in, signing up and resetting a password. */
export function AuthCard({ title, lead, children, below }: AuthCardProps) {
  useTabTitle(title)
  return (
    <Container size={420} pt={{ base: 8, sm: 40 }}>
      <Title order={1} ta="center">
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" ta="center" mt={6}>
          {lead}
        </Text>
      )}
      <Card mt="lg" padding="xl">
        {children}
      </Card>
      {below && (
        <Text size="sm" ta="center" mt="md" c="dimmed">
          {below}
        </Text>
      )}
    </Container>
  )
}
