import type { UsageStats } from '@equipoise/sdk'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Notice } from '../shell/notice.tsx'
import { warningsOf } from './meters.ts'

/** Warns at 80 % and 100 % of a quota, and says what to do. */
export function Warnings({ usage }: { usage: UsageStats }) {
  const warnings = warningsOf(usage)
  if (warnings.length === 0) return null
  return (
    <Notice tone="warning">
      {warnings.map((words) => (
        <div key={words}>{words}</div>
      ))}
      <Anchor component={Link} to="/app/billing" size="sm" underline="always">
        See top-ups and plans
      </Anchor>
    </Notice>
  )
}
