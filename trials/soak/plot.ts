// One SVG of panels above each other: a line for each series, a mark for each fault, the compared thirds shaded. Readable on light and dark pages.
import type { Fault } from './faults.ts'
import { type Series, WARM_UP } from './judge.ts'

export interface Panel {
  readonly title: string
  readonly series: readonly Series[]
}

const WIDTH = 760
const PANEL = 130
const LEFT = 52
const RIGHT = 12
const TOP = 30
const BOTTOM = 22
const COLOURS = ['#3b6ea5', '#c8553d', '#4f9d69', '#b08900']
const INK = '#888'
/** More points than pixels show nothing more. */
const POINTS_MAX = 300

export function drawPanels(panels: readonly Panel[], faults: readonly Fault[], durationMs: number): string {
  const height = panels.length * PANEL + 24
  const title = 'A soak: memory, descriptors, connections, delay and requests over time; dotted lines are faults'
  const drawn = panels.map((panel, at) => drawPanel(panel, faults, { top: at * PANEL, durationMs }))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}" font-family="sans-serif" font-size="11">`,
    ...drawn,
    text({ x: LEFT, y: height - 8, words: 'minutes; dotted lines: faults; shaded: the thirds that are compared' }),
    '</svg>',
    '',
  ].join('\n')
}

interface Place {
  readonly top: number
  readonly durationMs: number
}

function drawPanel({ title, series }: Panel, faults: readonly Fault[], { top, durationMs }: Place): string {
  const highest = niceAbove(Math.max(1, ...series.flatMap(({ points }) => points.map(({ value }) => value))))
  const x = (ms: number) => round(LEFT + (ms / durationMs) * (WIDTH - LEFT - RIGHT))
  const y = (value: number) => round(top + PANEL - BOTTOM - (value / highest) * (PANEL - TOP - BOTTOM))
  const startMs = durationMs * WARM_UP
  const thirdMs = (durationMs - startMs) / 3
  const shade = (fromMs: number) =>
    `<rect x="${x(fromMs)}" y="${y(highest)}" width="${round(x(fromMs + thirdMs) - x(fromMs))}" height="${round(y(0) - y(highest))}" fill="${INK}" fill-opacity="0.12"/>`
  const marks = faults.map(
    ({ kind, atMs }) =>
      `<line x1="${x(atMs)}" y1="${y(0)}" x2="${x(atMs)}" y2="${y(highest)}" stroke="${INK}" stroke-dasharray="1 3"><title>${kind}</title></line>`,
  )
  const lines = series.map(({ points }, at) => {
    const step = Math.ceil(points.length / POINTS_MAX)
    const path = points.filter((_, index) => index % step === 0).map(({ atMs, value }) => `${x(atMs)},${y(value)}`)
    return `<polyline points="${path.join(' ')}" fill="none" stroke="${COLOURS[at]}" stroke-width="1.5"/>`
  })
  const minutes = durationMs / 60_000
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    text({ x: x(durationMs * share), y: top + PANEL - 8, words: `${round(minutes * share)}`, anchor: 'middle' }),
  )
  return [
    text({ x: LEFT, y: top + 12, words: title, colour: INK }),
    ...series.map(({ name }, at) =>
      text({ x: legendAt(series, at), y: top + 12, words: `— ${name}`, colour: COLOURS[at] ?? INK }),
    ),
    ...[startMs, durationMs - thirdMs].map(shade),
    `<path d="M${LEFT} ${y(highest)}V${y(0)}H${WIDTH - RIGHT}" fill="none" stroke="${INK}"/>`,
    ...[0, highest].map((value) => text({ x: LEFT - 6, y: y(value) + 4, words: String(value), anchor: 'end' })),
    ...marks,
    ...lines,
    ...ticks,
  ].join('\n')
}

/** Names stand side by side, each as wide as it is long. */
function legendAt(series: readonly { readonly name: string }[], at: number): number {
  const before = series.slice(0, at).reduce((width, { name }) => width + name.length * LETTER + LEGEND_GAP, 0)
  return LEFT + LEGEND_START + before
}

const LETTER = 6.5
const LEGEND_START = 100
const LEGEND_GAP = 34

function text({
  x,
  y,
  words,
  anchor = 'start',
  colour = INK,
}: {
  x: number
  y: number
  words: string
  anchor?: string
  colour?: string
}): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}">${words}</text>`
}

/** 1, 2 or 5 with zeros, or half-way between. */
function niceAbove(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((times) => times * unit).find((one) => one >= value) ?? value
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
