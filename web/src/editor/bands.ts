import type { Band, Direction } from '@equipoise/sdk'

/** The limits of the bands. They are those of @equipoise/score, which is too large to load with every page; a test compares them. */
export const MODERATE_FROM = 0.4
export const NEUTRAL_FROM = 0.7

export function bandOf(score: number): Band {
  if (score < MODERATE_FROM) return 'biased'
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
