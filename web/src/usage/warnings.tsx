import type { UsageStats } from '@equipoise/sdk'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Notice } from '../shell/notice.tsx'
import { METERS, pressureOf } from './meters.ts'

/** Says so at 80 % and at 100 % of an allowance, with the way out. */
export function Warnings({ usage }: { usage: UsageStats }) {
  const named = (wanted: 'near' | 'spent') =>
    METERS.filter(({ meter }) => pressureOf(usage.endpoints[meter]) === wanted).map(({ title }) => title.toLowerCase())
  const spent = named('spent')
  const near = named('near')
  if (spent.length + near.length === 0) return null
  return (
    <Notice tone="warning">
      {spent.length > 0 && <div>The allowance for {listed(spent)} is spent; top-up balance is used from here on.</div>}
      {near.length > 0 && <div>More than 80 % of the allowance for {listed(near)} is used.</div>}
      <Anchor component={Link} to="/app/billing" size="sm" underline="always">
        See top-ups and plans
      </Anchor>
    </Notice>
  )
}

function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words)
}
