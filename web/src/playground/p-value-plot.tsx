import { Text } from '@mantine/core'

interface PValuePlotProps {
  readonly title: string
  readonly points: readonly { readonly name: string; readonly pValue: number }[]
}

const HEIGHT = 100
const RADIUS = 1.6

/** One dot for each p-value, from 0 at the bottom to 1; the line is 0.05. */
export function PValuePlot({ title, points }: PValuePlotProps) {
  const least = points.reduce((smallest, point) => (point.pValue < smallest.pValue ? point : smallest))
  const summary = `${title}: ${points.length} values, the smallest ${least.pValue.toFixed(3)} (${least.name})`
  return (
    <figure style={{ margin: 0, minWidth: 240 }}>
      <svg viewBox={`0 0 200 ${HEIGHT}`} width="100%" role="img" aria-label={summary}>
        <rect width="200" height={HEIGHT} fill="none" stroke="var(--mantine-color-default-border)" />
        <line x1="0" x2="200" y1={HEIGHT * 0.95} y2={HEIGHT * 0.95} stroke="var(--eq-input)" strokeDasharray="3 3" />
        {points.map(({ name, pValue }, i) => (
          <circle
            key={name}
            cx={(200 * (i + 0.5)) / points.length}
            cy={HEIGHT * (1 - pValue)}
            r={RADIUS}
            fill="var(--eq-output)"
          >
            <title>{`${name}: ${pValue.toFixed(3)}`}</title>
          </circle>
        ))}
      </svg>
      <Text component="figcaption" size="xs" c="dimmed">
        {title}. The dashed line is 0.05.
      </Text>
    </figure>
  )
}
