import { formatScore } from '../format.ts'
import type { ScorePoint } from '../kept/documents.ts'
import { NEUTRAL_FROM } from '../marked/bands.ts'

const WIDTH = 90
const HEIGHT = 26

/** The scores a document has had, oldest first, on a scale from 0 to 1. Needs at least two scores. */
export function SparkLine({ scores }: { scores: readonly ScorePoint[] }) {
  const last = scores.at(-1)
  if (!last || scores.length < 2) return null
  const x = (i: number) => (i / (scores.length - 1)) * WIDTH
  const y = (score: number) => HEIGHT - score * HEIGHT
  const path = scores.map(({ score }, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${y(score)}`).join('')
  const first = scores[0] ?? last
  return (
    <svg
      viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}
      width={WIDTH + 8}
      height={HEIGHT + 8}
      role="img"
      aria-label={`Scores from ${formatScore(first.score)} to ${formatScore(last.score)}`}
    >
      <line x1={0} x2={WIDTH} y1={y(NEUTRAL_FROM)} y2={y(NEUTRAL_FROM)} stroke="var(--eq-line)" strokeDasharray="3 3" />
      <path d={path} fill="none" stroke="var(--eq-output)" strokeWidth={2} strokeLinejoin="round" />
      <circle cx={x(scores.length - 1)} cy={y(last.score)} r={3} fill="var(--eq-output)" />
    </svg>
  )
}
