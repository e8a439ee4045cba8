import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import classes from './notice.module.css'

type Tone = 'good' | 'info' | 'warning' | 'trouble'

const ICONS = { good: 'check', info: 'info', warning: 'info', trouble: 'warning' } as const

interface NoticeProps {
  readonly tone: Tone
  readonly title?: string
  readonly children: ReactNode
}

/** A message in a box, coloured only at its edge and icon. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'trouble' ? 'alert' : 'status'}>
      <Icon name={ICONS[tone]} size={19} className={classes.icon} />
      <div className={classes.words}>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
    </div>
  )
}
