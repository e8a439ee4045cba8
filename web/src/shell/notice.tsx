import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Tone = 'good' | 'info' | 'warning' | 'trouble'

const LOOKS: Readonly<Record<Tone, { icon: typeof IconInfoCircle; color: string }>> = {
  good: { icon: IconCircleCheck, color: 'var(--eq-neutral)' },
  info: { icon: IconInfoCircle, color: 'var(--mantine-color-dimmed)' },
  warning: { icon: IconInfoCircle, color: 'var(--eq-moderate)' },
  trouble: { icon: IconAlertTriangle, color: 'var(--mantine-color-error)' },
}

interface NoticeProps {
  readonly tone: Tone
  readonly title?: string
  readonly children: ReactNode
}

/** Something a person should know, in a quiet box: its colour is in the edge and the sign, not behind the words. */
export function Notice({ tone, title, children }: NoticeProps) {
  const { icon: Icon, color } = LOOKS[tone]
  return (
    <Alert
      variant="default"
      radius="md"
      role={tone === 'trouble' ? 'alert' : 'status'}
      icon={<Icon size={19} color={color} />}
      title={title}
      style={{ background: 'var(--eq-surface)', borderLeft: `4px solid ${color}` }}
    >
      {children}
    </Alert>
  )
}
