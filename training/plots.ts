import type { Evaluation } from './evaluate.ts'

// Two small SVG drawings for the model card. Plain shapes, readable on light and dark pages.

const WIDTH = 480
const HEIGHT = 320
const EDGE = 40

export function drawCalibration(evaluation: Evaluation): string {
  const dots = evaluation.calibration.map(
    ({ count, expected, observed }) =>
      `<circle cx="${x(expected)}" cy="${y(observed)}" r="${(3 + Math.sqrt(count) / 4).toFixed(1)}" fill="#3b6ea5" fill-opacity="0.8"/>`,
  )
  const line = `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#888" stroke-dasharray="4 4"/>`
  return frame('Calibration: expected share of experts (across), observed share (up)', [line, ...dots])
}

export function drawHistogram(evaluation: Evaluation): string {
  const most = Math.max(1, ...evaluation.histogram.map((bin) => bin.neutral + bin.biased))
  const step = (WIDTH - 2 * EDGE) / evaluation.histogram.length
  const bars = evaluation.histogram.flatMap((bin, i) => {
    const left = (EDGE + i * step).toFixed(1)
    const bar = (from: number, count: number, colour: string) =>
      `<rect x="${left}" y="${y((from + count) / most)}" width="${(step - 2).toFixed(1)}" height="${(y(from / most) - y((from + count) / most)).toFixed(1)}" fill="${colour}"/>`
    return [bar(0, bin.neutral, '#4f9d69'), bar(bin.neutral, bin.biased, '#c8553d')]
  })
  return frame('AIN of BABE sentences: neutral (green) and biased (red) for the expert majority', bars)
}

function frame(title: string, shapes: readonly string[]): string {
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      `<text x="${x(value)}" y="${HEIGHT - EDGE + 16}" font-size="11" text-anchor="middle" fill="#888">${value}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}" font-family="sans-serif">`,
    `<text x="${WIDTH / 2}" y="18" font-size="12" text-anchor="middle" fill="#888">${title}</text>`,
    `<rect x="${EDGE}" y="${EDGE - 10}" width="${WIDTH - 2 * EDGE}" height="${HEIGHT - 2 * EDGE + 10}" fill="none" stroke="#888"/>`,
    ...shapes,
    ...ticks,
    '</svg>',
    '',
  ].join('\n')
}

function x(value: number): number {
  return Math.round((EDGE + value * (WIDTH - 2 * EDGE)) * 10) / 10
}

function y(value: number): number {
  return Math.round((HEIGHT - EDGE - value * (HEIGHT - 2 * EDGE)) * 10) / 10
}
