import { type PointerEvent, useState } from 'react'
import { ChartFrame, type Tick } from './chart-frame.tsx'
import classes from './charts.module.css'

interface Line {
  readonly label: string
  readonly color: string
  /** Both coordinates in 0..1. */
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

interface LineChartProps {
  readonly lines: readonly Line[]
  readonly summary: string
  readonly xLabel: string
  readonly yLabel: string
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  /** The x coordinate that is marked while nobody hovers. */
  readonly rest: number
}

export function LineChart({ lines, rest, summary, ...axes }: LineChartProps) {
  const [hovered, setHovered] = useState<number>()
  const at = nearestPlace(lines, hovered ?? rest)
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setHovered((event.clientX - box.left) / box.width)
  }
  return (
    <div>
      <ChartFrame {...axes} summary={summary} heightPx={220}>
        <svg className={classes.lines} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
          {lines.map(({ label, color, points }) => (
            <path key={label} d={pathOf(points)} stroke={color} />
          ))}
        </svg>
        <div className={classes.cursor} style={{ left: `${at * 100}%` }} />
        {lines.map(({ label, color, points }) => (
          <div
            key={label}
            className={classes.dot}
            style={{ left: `${at * 100}%`, bottom: `${valueAt(points, at) * 100}%`, background: color }}
          />
        ))}
        <div
          style={{ position: 'absolute', inset: 0 }}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setHovered(undefined)}
        />
      </ChartFrame>
      <div className={classes.legend} style={{ marginTop: 12 }}>
        <span className="num">
          {axes.xLabel} {at.toFixed(2)}
        </span>
        {lines.map(({ label, color, points }) => (
          <span key={label} className="num">
            <i style={{ background: color }} />
            {label} {valueAt(points, at).toFixed(3)}
          </span>
        ))}
      </div>
    </div>
  )
}

function pathOf(points: Line['points']): string {
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${1 - y}`).join('')
}

function nearestPlace(lines: readonly Line[], wanted: number): number {
  const places = lines[0]?.points.map(({ x }) => x) ?? [0]
  return places.reduce((best, x) => (Math.abs(x - wanted) < Math.abs(best - wanted) ? x : best), places[0] ?? 0)
}

function valueAt(points: Line['points'], at: number): number {
  return points.find(({ x }) => x === at)?.y ?? 0
}
