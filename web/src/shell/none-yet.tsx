import { Card, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface NoneYetProps {
  readonly title: string
  readonly icon?: ReactNode
  /** What to do first. */
  readonly children: ReactNode
}

/** Stands where a list will be. */
export function NoneYet({ title, icon, children }: NoneYetProps) {
  return (
    <Card ta="center" py={48}>
      <Text component="div" c="dimmed">
        {icon}
      </Text>
      <Title order={2} size="h3" mt="xs">
        {title}
      </Title>
      <Text c="dimmed" size="sm">
        {children}
      </Text>
    </Card>
  )
}
