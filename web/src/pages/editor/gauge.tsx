import type { Band } from '@equipoise/sdk'
import { useState } from 'react'
import { formatScore } from '../../format.ts'
import { bandColor, MODERATE_FROM, NEUTRAL_FROM } from '../../marked/bands.ts'
import classes from './panel.module.css'

const RADIUS = 80
const WIDTH = 14
const GAP = 0.012
const ARCS: readonly { band: Band; from: number; to: number }[] = [
  { band: 'biased', from: 0, to: MODERATE_FROM },
  { band: 'moderate', from: MODERATE_FROM, to: NEUTRAL_FROM },
  { band: 'neutral', from: NEUTRAL_FROM, to: 1 },
]

interface GaugeProps {
  /** Undefined if the current text has no score. */
  readonly score: number | undefined
  readonly band: Band | undefined
  readonly certified: boolean
  /** The service has not checked this text: the bands are dashed, and the number says "about". */
  readonly isEstimate?: boolean
}

/** A half circle from 0 to 1 with the three bands and a needle. */
export function Gauge({ score, band, certified, isEstimate = false }: GaugeProps) {
  return (
    <div className={classes.gauge}>
      <svg
        viewBox="-100 -96 200 112"
        role="img"
        aria-label={
          score === undefined
            ? 'No score yet'
            : `Neutrality score ${shown(score, isEstimate, 'about ')}, ${band ?? 'rough estimate'}`
        }
        width="100%"
      >
        {ARCS.map((arc) => (
          <path
            key={arc.band}
            className={classes.gaugeArc}
            d={arcPath(arc.from + (arc.from > 0 ? GAP : 0), arc.to - (arc.to < 1 ? GAP : 0))}
            fill="none"
            stroke={bandColor(arc.band)}
            strokeWidth={WIDTH}
            opacity={arc.band === band ? 1 : 0.28}
            data-active={arc.band === band}
            strokeDasharray={isEstimate ? '5 3' : undefined}
          />
        ))}
        <Needle score={score} />
        <text textAnchor="middle" y={-12} className={classes.gaugeNumber}>
          {score === undefined ? '…' : shown(score, isEstimate, '≈')}
        </text>
        <text textAnchor="middle" y={8} className={classes.gaugeLabel}>
          neutrality (AIN)
        </text>
        {[MODERATE_FROM, NEUTRAL_FROM].map((at) => {
          const { x, y } = pointAt(at, RADIUS - 18)
          return (
            <text key={at} x={x} y={y} textAnchor="middle" dominantBaseline="middle" className={classes.gaugeTick}>
              {at}
            </text>
          )
        })}
      </svg>
      <div className={classes.gaugeWords}>
        {band && <strong style={{ color: bandColor(band) }}>{bandTitle(band)}</strong>}
        {certified && <span className={classes.certified}>certified</span>}
      </div>
    </div>
  )
}

function shown(score: number, isEstimate: boolean, about: string): string {
  return `${isEstimate ? about : ''}${formatScore(score)}`
}

/** Turns from one score to the next; hidden, but not removed, while there is no score. */
function Needle({ score }: { score: number | undefined }) {
  const [last, setLast] = useState(score)
  if (score !== undefined && score !== last) setLast(score)
  const at = score ?? last
  if (at === undefined) return null
  return (
    <g
      className={classes.gaugeNeedle}
      style={{ transform: `rotate(${at * 180}deg)` }}
      visibility={score === undefined ? 'hidden' : undefined}
    >
      <line
        x1={-69}
        x2={-RADIUS - WIDTH / 2 - 3}
        y1={0}
        y2={0}
        stroke="var(--mantine-color-text)"
        strokeWidth={3}
        strokeLinecap="round"
      />
    </g>
  )
}

function bandTitle(band: Band): string {
  return band.charAt(0).toUpperCase() + band.slice(1)
}

function pointAt(at: number, radius = RADIUS): { x: number; y: number } {
  const angle = Math.PI * (1 - at)
  return { x: Math.cos(angle) * radius, y: -Math.sin(angle) * radius }
}

function arcPath(from: number, to: number): string {
  const a = pointAt(from)
  const b = pointAt(to)
  return `M${a.x} ${a.y}A${RADIUS} ${RADIUS} 0 0 1 ${b.x} ${b.y}`
}
