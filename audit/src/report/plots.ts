import type { MeanInterval } from '../statistics/statistics.ts'
import type { GroupResult, MeasureResult } from './results.ts'
import { escapeHtml, signed } from './text.ts'

// Plots of differences as SVG without scripts: they print, and screen readers read their text.

const colourOf = (status: MeasureResult['status']): string => `var(--${status ?? 'none'})`
const BAND = 'var(--band)'
const LINE = 'var(--axis)'

const ROW = { width: 240, height: 28, reach: 3 }

/** One measure: the shaded band is the margin, the dot the mean, the line its interval. An infinite interval reaches the edges. */
export function intervalPlot({ mean, margin, status, topics }: MeasureResult, { low, high }: MeanInterval): string {
  const { width, height, reach } = ROW
  if (topics === 0) return ''
  const x = (value: number): number => {
    const inside = Math.max(-reach, Math.min(reach, value / margin))
    return Math.round((width / 2 + (inside * (width / 2 - 6)) / reach) * 10) / 10
  }
  const interval = Number.isFinite(low)
    ? `${signed(low)} to ${signed(high)}`
    : 'unknown, because there are too few topics'
  const label = `Mean ${signed(mean)}, interval ${interval}, margin ${margin}`
  const middle = height / 2
  return `<svg class="interval" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<rect x="${x(-margin)}" y="3" width="${x(margin) - x(-margin)}" height="${height - 6}" rx="4" fill="${BAND}"/>
<line x1="${width / 2}" y1="3" x2="${width / 2}" y2="${height - 3}" stroke="${LINE}"/>
<line x1="${x(low)}" y1="${middle}" x2="${x(high)}" y2="${middle}" stroke="${colourOf(status)}" stroke-width="3" stroke-linecap="round"/>
<circle cx="${x(mean)}" cy="${middle}" r="5" fill="${colourOf(status)}"/></svg>`
}

const STRIP = { width: 720, height: 240, edge: 44 }

/** One dot per topic, starting with those that favour side b. */
export function topicPlot(topics: readonly GroupResult[], margin: number): string {
  const { width, height, edge } = STRIP
  const sorted = topics.toSorted((one, other) => one.mean - other.mean)
  const most = Math.max(2 * margin, ...sorted.map(({ mean }) => Math.abs(mean)))
  const y = (value: number): number => Math.round((height / 2 - (value / most) * (height / 2 - 14)) * 10) / 10
  const x = (at: number): number => Math.round((edge + ((at + 0.5) * (width - edge - 6)) / sorted.length) * 10) / 10
  const tick = (value: number): string =>
    `<text x="${edge - 6}" y="${y(value) + 4}" text-anchor="end">${signed(value, 2)}</text>`
  const dots = sorted.map(({ name, mean }, at) => {
    const colour = Math.abs(mean) <= margin ? colourOf('even') : colourOf('undecided')
    return `<circle cx="${x(at)}" cy="${y(mean)}" r="3.5" fill="${colour}"><title>${escapeHtml(name)}: ${signed(mean)}</title></circle>`
  })
  return `<svg class="topics" viewBox="0 0 ${width} ${height}" role="img" aria-label="The difference in neutral wording for each of ${sorted.length} topics">
<rect x="${edge}" y="${y(margin)}" width="${width - edge}" height="${y(-margin) - y(margin)}" fill="${BAND}"/>
<line x1="${edge}" y1="${y(0)}" x2="${width}" y2="${y(0)}" stroke="${LINE}"/>
${tick(most)}${tick(0)}${tick(-most)}
<text x="${edge + 6}" y="14">↑ side a is worded more neutrally</text>
<text x="${edge + 6}" y="${height - 6}">↓ side b is worded more neutrally</text>
${dots.join('\n')}</svg>`
}
