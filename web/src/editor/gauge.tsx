import type { Band } from '@equipoise/sdk'
import { Badge, Group, Text } from '@mantine/core'
import { formatScore } from '../format.ts'
import { bandColor } from './bands.ts'

const RADIUS = 80
const WIDTH = 14
const GAP = 0.012
/** Where the bands begin and end on the scale. */
const ARCS: readonly { band: Band; from: number; to: number }[] = [
  { band: 'biased', from: 0, to: 0.4 },
  { band: 'moderate', from: 0.4, to: 0.7 },
  { band: 'neutral', from: 0.7, to: 1 },
]

interface GaugeProps {
  readonly score: number
  readonly band: Band
  readonly certified: boolean
}

/** A half circle from 0 to 1 with its three bands and a needle. */
export function Gauge({ score, band, certified }: GaugeProps) {
  return (
    <div style={{ margin: '0 auto', maxWidth: 300, textAlign: 'center' }}>
      <svg viewBox="-100 -96 200 112" role="img" aria-label={`AIN ${formatScore(score)}, ${band}`} width="100%">
        {ARCS.map((arc) => (
          <path
            key={arc.band}
            d={arcPath(arc.from + (arc.from > 0 ? GAP : 0), arc.to - (arc.to < 1 ? GAP : 0))}
            fill="none"
            stroke={bandColor(arc.band)}
            strokeWidth={WIDTH}
            opacity={arc.band === band ? 1 : 0.28}
          />
        ))}
        <g style={{ transform: `rotate(${score * 180}deg)`, transition: 'transform 500ms cubic-bezier(.2,.7,.2,1)' }}>
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
        <text
          textAnchor="middle"
          y={-12}
          fontSize={36}
          fontWeight={650}
          fill="var(--mantine-color-text)"
          className="num"
        >
          {formatScore(score)}
        </text>
        <text textAnchor="middle" y={8} fontSize={11} fill="var(--mantine-color-dimmed)">
          AIN
        </text>
        {[0.4, 0.7].map((at) => {
          const { x, y } = pointAt(at, RADIUS - 18)
          return (
            <text
              key={at}
              x={x}
              y={y}
              textAnchor="middle"
              dominantBaseline="middle"
              fontSize={9}
              fill="var(--mantine-color-dimmed)"
            >
              {at}
            </text>
          )
        })}
      </svg>
      <Group justify="center" gap="xs" mt={4}>
        <Text fw={600} tt="capitalize" style={{ color: bandColor(band) }}>
          {band}
        </Text>
        {certified && (
          <Badge variant="light" radius="sm" tt="none">
            certified
          </Badge>
        )}
      </Group>
    </div>
  )
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
