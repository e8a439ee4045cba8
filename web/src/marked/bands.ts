import type { Band, Direction } from '@equipoise/sdk'

export { bandOf, CERTIFIED_MIN as NEUTRAL_FROM, MODERATE_MIN as MODERATE_FROM } from '@equipoise/score/analysis'

export function bandColor(band: Band): string {
  return `var(--eq-${band})`
}

const DIRECTIONS: Readonly<Record<Direction, string>> = {
  neutral: 'No clear direction',
  positive_leaning: 'Leans positive',
  negative_leaning: 'Leans negative',
  mixed: 'Leans both ways',
}

export function directionWords(direction: Direction): string {
  return DIRECTIONS[direction]
}
