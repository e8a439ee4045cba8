import type { Band, Direction } from '@equipoise/sdk'

const BIASED_BELOW = 0.4
const NEUTRAL_FROM = 0.7

export function bandOf(score: number): Band {
  if (score < BIASED_BELOW) return 'biased'
  return score < NEUTRAL_FROM ? 'moderate' : 'neutral'
}

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
