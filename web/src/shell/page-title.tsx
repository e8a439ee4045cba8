import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useBrandName } from '../api.ts'

interface PageTitleProps {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** The heading of a screen, with one sentence about its purpose; also sets the title of the browser tab. */
export function PageTitle({ title, children, action }: PageTitleProps) {
  useTabTitle(title)
  return (
    <Group justify="space-between" align="flex-end" mb="xl" gap="md">
      <div style={{ minWidth: 0 }}>
        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {children && (
          <Text c="dimmed" mt={6} maw={640}>
            {children}
          </Text>
        )}
      </div>
      {action}
    </Group>
  )
}

export function useTabTitle(title: string): void {
  const name = useBrandName()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
