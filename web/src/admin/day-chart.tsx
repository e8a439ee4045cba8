import { ChartFrame, niceTop } from '../charts/chart-frame.tsx'
import classes from '../charts/charts.module.css'
import { nowMs } from '../clock.ts'
import { DAY_MS, formatUtcDay } from '../format.ts'

const DAYS = 30

interface DayChartProps {
  readonly values: ReadonlyMap<string, number>
  readonly label: string
  readonly format: (value: number) => string
}

/** One bar a day for the last 30 days, including empty days, so that gaps are visible. */
export function DayChart({ values, label, format }: DayChartProps) {
  const days = lastDays(nowMs())
  const top = niceTop(Math.max(0, ...values.values()))
  const busy = days
    .filter((date) => values.has(date))
    .map((date) => `${formatUtcDay(date)}: ${format(values.get(date) ?? 0)}`)
  return (
    <ChartFrame
      summary={[label, ...busy].join('; ')}
      yLabel={label}
      xLabel="Last 30 days"
      yTicks={[0, 0.5, 1].map((at) => ({ at, label: format(at * top).replace(/\.00$/, '') }))}
      xTicks={[0, 14, DAYS - 1].map((nth) => ({
        at: (nth + 0.5) / DAYS,
        label: shortDay(days[nth] ?? ''),
      }))}
      heightPx={150}
    >
      <div className={classes.bars}>
        {days.map((date) => (
          <div key={date} className={classes.cell} title={`${formatUtcDay(date)}: ${format(values.get(date) ?? 0)}`}>
            <div
              className={classes.bar}
              style={{ height: `${(Math.max(0, values.get(date) ?? 0) / top) * 100}%`, background: 'var(--eq-output)' }}
            />
          </div>
        ))}
      </div>
    </ChartFrame>
  )
}

/** `17 Nov`: the full name of a month does not fit at the edge. */
function shortDay(date: string): string {
  return formatUtcDay(date).replace(/^(\d+ \w{3}).*$/, '$1')
}

export function lastDays(nowMs: number): string[] {
  return Array.from({ length: DAYS }, (_, i) => new Date(nowMs - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10))
}

export function sumByDay<Row extends { readonly date: string }>(
  rows: readonly Row[],
  amountOf: (row: Row) => number,
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const date = row.date.slice(0, 10)
    sums.set(date, (sums.get(date) ?? 0) + amountOf(row))
  }
  return sums
}
