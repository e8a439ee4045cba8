import type { UsageStats } from '@equipoise/sdk'
import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { ChartFrame, niceTop } from '../charts/chart-frame.tsx'
import classes from '../charts/charts.module.css'
import { formatCompact, formatCount, formatUtcDay } from '../format.ts'

type Kind = 'compute' | 'ai'

/** One bar for every day of the month, including empty days. */
export function Daily({ days, start }: { days: UsageStats['daily']; start: string }) {
  const [kind, setKind] = useState<Kind>('compute')
  const [pointedAt, setPointedAt] = useState<number>()
  const month = daysOfMonth(start)
  const values = month.map((date) => days.find((one) => one.date.slice(0, 10) === date)?.[kind] ?? 0)
  const total = values.reduce((sum, value) => sum + value, 0)
  const top = niceTop(Math.max(...values))
  const unit = kind === 'ai' ? 'AI calls' : 'Compute units'
  return (
    <>
      <SegmentedControl
        size="xs"
        mb="md"
        aria-label="What to show"
        value={kind}
        onChange={(value) => setKind(value === 'ai' ? 'ai' : 'compute')}
        data={[
          { value: 'compute', label: 'Compute units' },
          { value: 'ai', label: 'AI calls' },
        ]}
      />
      <ChartFrame
        summary={summaryOf(month, values, unit)}
        yLabel={`${unit} a day`}
        xLabel="Day of the month"
        yTicks={[0, 0.5, 1].map((at) => ({ at, label: formatCompact(at * top) }))}
        xTicks={[1, 8, 15, 22, month.length].map((day) => ({ at: (day - 0.5) / month.length, label: String(day) }))}
        heightPx={170}
      >
        <div
          className={classes.bars}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPointedAt(undefined)}
        >
          {values.map((value, i) => (
            <div
              key={month[i]}
              className={classes.cell}
              data-pointed={i === pointedAt}
              onPointerEnter={() => setPointedAt(i)}
            >
              <div
                className={classes.bar}
                style={{ height: `${(value / top) * 100}%`, background: 'var(--eq-output)' }}
              />
            </div>
          ))}
        </div>
      </ChartFrame>
      <Text size="sm" mt="sm" className="num" data-testid="day">
        {pointedAt === undefined
          ? `${unit} this month: ${formatCount(total)}`
          : `${unit} on ${formatUtcDay(month[pointedAt] ?? '')}: ${formatCount(values[pointedAt] ?? 0)}`}
      </Text>
    </>
  )
}

/** The month in words: every day with any use. */
export function summaryOf(month: readonly string[], values: readonly number[], unit: string): string {
  const total = values.reduce((sum, value) => sum + value, 0)
  const busy = month.flatMap((date, i) => (values[i] ? `${formatUtcDay(date)}: ${formatCount(values[i])}` : []))
  return [`${unit} this month: ${formatCount(total)}`, ...busy].join('; ')
}

export function daysOfMonth(start: string): string[] {
  const first = new Date(start)
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Array.from({ length: count }, (_, i) => new Date(Date.UTC(year, month, i + 1)).toISOString().slice(0, 10))
}
