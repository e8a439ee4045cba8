import { Text } from '@mantine/core'

interface PValuePlotProps {
  readonly title: string
  readonly points: readonly { readonly name: string; readonly pValue: number }[]
}

const LEFT = 14
const WIDTH = 186
const TOP = 4
const HEIGHT = 92
const RADIUS = 1.6
const TICKS = [0, 0.5, 1]
const NOTABLE = 0.05

const heightOf = (pValue: number) => TOP + HEIGHT * (1 - pValue)

/** One dot per p-value, from 0 at the bottom to 1; the line is at 0.05. */
export function PValuePlot({ title, points }: PValuePlotProps) {
  const least = points.reduce((smallest, point) => (point.pValue < smallest.pValue ? point : smallest))
  const summary = `${title}: ${points.length} values, the smallest ${least.pValue.toFixed(3)} (${least.name})`
  return (
    <figure style={{ margin: 0, minWidth: 240 }}>
      <Text component="figcaption" size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <svg viewBox={`0 0 ${LEFT + WIDTH} ${TOP + HEIGHT + TOP}`} width="100%" role="img" aria-label={summary}>
        {TICKS.map((tick) => (
          <g key={tick}>
            <line
              x1={LEFT}
              x2={LEFT + WIDTH}
              y1={heightOf(tick)}
              y2={heightOf(tick)}
              stroke="var(--mantine-color-default-border)"
              strokeWidth="0.5"
            />
            <text x={LEFT - 3} y={heightOf(tick) + 2} fontSize="6" textAnchor="end" fill="var(--mantine-color-dimmed)">
              {tick}
            </text>
          </g>
        ))}
        <line
          x1={LEFT}
          x2={LEFT + WIDTH}
          y1={heightOf(NOTABLE)}
          y2={heightOf(NOTABLE)}
          stroke="var(--eq-input)"
          strokeWidth="0.7"
          strokeDasharray="3 3"
        />
        {points.map(({ name, pValue }, i) => (
          <circle
            key={name}
            cx={LEFT + (WIDTH * (i + 0.5)) / points.length}
            cy={heightOf(pValue)}
            r={RADIUS}
            fill="var(--eq-output)"
          >
            <title>{`${name}: ${pValue.toFixed(3)}`}</title>
          </circle>
        ))}
      </svg>
      <Text size="xs" c="dimmed">
        {points[0]?.name} to {points.at(-1)?.name}. The dashed line is 0.05; the smallest is {least.pValue.toFixed(3)} (
        {least.name}).
      </Text>
    </figure>
  )
}
