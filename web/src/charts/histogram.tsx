import type { HistogramBar } from '@equipoise/sdk'
import { ChartFrame, type Tick } from './chart-frame.tsx'
import classes from './charts.module.css'

interface HistogramProps {
  readonly bars: readonly HistogramBar[]
  readonly mean: number
  /** The top of the share axis, the same for histograms that are compared. */
  readonly shareMax: number
  readonly color: string
  readonly summary: string
}

/** How often each share of ones occurred, with one bar per exact value k/N. */
export function Histogram({ bars, mean, shareMax, color, summary }: HistogramProps) {
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  const place = (value: number) => (value * (bars.length - 1) + 0.5) / bars.length
  return (
    <ChartFrame
      summary={summary}
      yLabel="Share of samples"
      xLabel="Share of ones in a block"
      yTicks={shareTicks(shareMax)}
      xTicks={['0', '0.25', '0.5', '0.75', '1'].map((label) => ({ at: place(Number(label)), label }))}
    >
      <div className={classes.bars}>
        {bars.map(({ value, count }) => (
          <div key={value} className={classes.cell} title={`${value.toFixed(3)}: ${count} of ${total}`}>
            <div
              className={classes.bar}
              style={{ height: `${(count / total / shareMax) * 100}%`, background: color }}
            />
          </div>
        ))}
      </div>
      <div className={classes.mean} style={{ left: `${place(mean) * 100}%` }} />
    </ChartFrame>
  )
}

const NICE_TOPS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1]

/** The smallest round axis top above the highest bar of all histograms. */
export function shareTop(...histograms: (readonly HistogramBar[])[]): number {
  const highest = Math.max(
    ...histograms.map((bars) => {
      const total = bars.reduce((sum, { count }) => sum + count, 0)
      return Math.max(...bars.map(({ count }) => count / total))
    }),
  )
  return NICE_TOPS.find((top) => top >= highest) ?? 1
}

function shareTicks(shareMax: number): Tick[] {
  return [0, 0.5, 1].map((at) => ({ at, label: `${Number((at * shareMax * 100).toFixed(1))}%` }))
}
