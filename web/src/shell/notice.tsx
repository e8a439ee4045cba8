import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

type Tone = 'good' | 'info' | 'warning' | 'trouble'

const ICONS: Readonly<Record<Tone, typeof IconInfoCircle>> = {
  good: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconInfoCircle,
  trouble: IconAlertTriangle,
}

interface NoticeProps {
  readonly tone: Tone
  readonly title?: string
  readonly children: ReactNode
}

/** A message in a box, coloured only at its edge and icon. */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = ICONS[tone]
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'trouble' ? 'alert' : 'status'}>
      <Icon size={19} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
    </div>
  )
}
