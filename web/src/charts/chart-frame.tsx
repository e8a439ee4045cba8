import type { ReactNode } from 'react'
import classes from './charts.module.css'

export interface Tick {
  /** Position on the axis: 0 is left or bottom, 1 is right or top. */
  readonly at: number
  readonly label: string
}

interface ChartFrameProps {
  /** The chart in words, for people who cannot see it. */
  readonly summary: string
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  readonly xLabel: string
  readonly yLabel: string
  readonly heightPx?: number
  readonly children: ReactNode
}

/** Axes, grid and labels as HTML elements around the chart, which fills the box. */
export function ChartFrame({ summary, xTicks, yTicks, xLabel, yLabel, heightPx = 200, children }: ChartFrameProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.yLabel} aria-hidden>
        {yLabel}
      </div>
      <div className={classes.plotRow} style={{ height: heightPx }}>
        <div className={classes.yTicks} aria-hidden>
          {yTicks.map(({ at, label }) => (
            <span key={at} style={{ bottom: `${at * 100}%` }}>
              {label}
            </span>
          ))}
        </div>
        <div className={classes.plot} role="img" aria-label={summary}>
          {yTicks.map(({ at }) => (
            <div key={at} className={classes.grid} style={{ bottom: `${at * 100}%` }} />
          ))}
          {children}
        </div>
      </div>
      <div className={classes.xTicks} aria-hidden>
        {xTicks.map(({ at, label }) => (
          <span key={at} style={{ left: `${at * 100}%` }}>
            {label}
          </span>
        ))}
      </div>
      <div className={classes.xLabel} aria-hidden>
        {xLabel}
      </div>
    </div>
  )
}

/** The next of 2, 4, 6, 10, 20, 40, 60, 100 …, so that half of it is a round number too. */
export function niceTop(highest: number): number {
  let top = 2
  for (let i = 0; top < highest; i++) top = 10 ** Math.floor(i / 4) * ([4, 6, 10, 20][i % 4] ?? 4)
  return top
}
