import { Card, type CardProps, Group, Text, Title } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'

interface SectionProps extends CardProps, Omit<ComponentPropsWithRef<'div'>, keyof CardProps | 'title' | 'about'> {
  readonly title: ReactNode
  /** What it is for, in a sentence or two. */
  readonly about?: ReactNode
  /** Stands beside the title, such as a button. */
  readonly action?: ReactNode
  /** On a screen with many of them. */
  readonly isSmall?: boolean
  readonly children?: ReactNode
}

/** A card with a heading. */
export function Section({ title, about, action, isSmall = false, children, ...card }: SectionProps) {
  const heading = (
    <Title order={2} size={isSmall ? 'h4' : 'h3'}>
      {title}
    </Title>
  )
  return (
    <Card {...card}>
      {action ? (
        <Group justify="space-between" align="flex-start">
          {heading}
          {action}
        </Group>
      ) : (
        heading
      )}
      <Text component="div" size="sm" c="dimmed" mb={isSmall ? 'sm' : 'md'}>
        {about}
      </Text>
      {children}
    </Card>
  )
}
