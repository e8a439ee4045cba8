// `equipoise compute`, `sweep` and `draw`: with the engine of this package, or with a service (`--server`).
import { randomBytes } from 'node:crypto'
import {
  compute,
  DICE_MAX,
  type DrawnSettings,
  drawOutcome,
  entriesHash,
  linesOf,
  outcomeDigest,
  outcomeSettingOf,
  reportCompute,
  reportSweep,
  type Seed,
  type Size,
  sweep,
} from '@equipoise/engine'
import type { Equipoise } from '@equipoise/sdk'
import { optionalNumber, requireNumber } from './numbers.ts'

interface Given {
  client(): Equipoise
  readonly values: Readonly<Record<string, string | undefined>>
  readonly words: readonly string[]
  readText(path: string): Promise<string>
  remark(line: string): void
}

/** As in the service, except that a plan limits its N. */
const DEFAULTS = { N: 9, samples: 1_000 } as const
const SWEEP_DEFAULTS = { N: 9, samples: 500, steps: 20 } as const
const DICE = /^(\d{0,4})d(\d{1,9})(?:([+-])(\d{1,9}))?$/
const SEED_BYTES = 16
const UNSIGNED =
  'Drawn on this machine: anybody can compute it again from the seed, but nobody has signed it. With --server, a service signs a receipt.'

export async function computeFor({ client, values }: Given): Promise<unknown> {
  const setting = { bias: requireNumber(values.bias, '--bias'), ...engineOptions(values) }
  if (values.server) return client().compute(setting)
  return JSON.parse(reportCompute(compute({ ...DEFAULTS, ...seeded(setting) })))
}

export async function sweepFor({ client, values }: Given): Promise<unknown> {
  const setting = { ...engineOptions(values), steps: optionalNumber(values.steps, '--steps') }
  if (values.server) return client().sweep(setting)
  return JSON.parse(reportSweep(sweep({ ...SWEEP_DEFAULTS, ...seeded(setting) })))
}

export async function drawFor(given: Given): Promise<unknown> {
  const { client, values, words, remark } = given
  const { settings, request, entries } = await wishOf(given, words)
  const seed = seedOf(values.seed)
  if (values.server) return client().draw({ ...request, seed })
  const drawn = seeded({ seed })
  const outcome = Array.from(drawOutcome(outcomeSettingOf(settings), drawn.seed))
  remark(UNSIGNED)
  return { kind: settings.kind, ...meaningOf(settings, { outcome, entries }), digest: outcomeDigest(outcome), ...drawn }
}

interface Wish {
  readonly settings: DrawnSettings
  readonly request: Parameters<Equipoise['draw']>[0]
  readonly entries?: readonly string[]
}

/** Entries are the lines of a file. */
async function wishOf(
  { values, readText }: Given,
  [kind = '', first = '', second = '']: readonly string[],
): Promise<Wish> {
  const given = optionalNumber(values.count, '--count')
  const count = given ?? 1
  if (kind === 'dice') {
    return { settings: { kind, ...diceOf(first), count }, request: { kind, dice: first, count: given } }
  }
  if (kind === 'integers') {
    const range = { min: requireNumber(first, 'MIN'), max: requireNumber(second, 'MAX') }
    return { settings: { kind, ...range, count }, request: { kind, ...range, count: given } }
  }
  if (kind !== 'shuffle' && kind !== 'winners') {
    const words = kind === '' ? 'say what to draw' : `unknown kind of draw: ${kind}`
    throw new Error(`${words} (use dice, integers, shuffle or winners)`)
  }
  const entries = linesOf(await readText(first || '-'))
  if (entries.length === 0) throw new Error(`${first || 'standard input'} has no names, one a line, to draw from`)
  const list = { size: entries.length, entries: entriesHash(entries) }
  return kind === 'winners'
    ? { settings: { kind, ...list, count }, request: { kind, entries, count: given }, entries }
    : { settings: { kind, ...list, count: entries.length }, request: { kind, entries }, entries }
}

function diceOf(text: string) {
  const [whole, number = '', sides = '', sign, added = '0'] = DICE.exec(text) ?? []
  const dice = Number(number || 1)
  if (whole === undefined || dice > DICE_MAX)
    throw new Error(`${text || 'the dice'} must be dice such as 3d6 or 1d20+4`)
  return { dice, sides: Number(sides), modifier: sign === '-' ? 0 - Number(added) : Number(added) }
}

function meaningOf(settings: DrawnSettings, drawn: { outcome: readonly number[]; entries: Wish['entries'] }) {
  const { outcome, entries } = drawn
  if (entries) return { outcome, values: outcome.map((place) => entries[place]) }
  if (settings.kind !== 'dice') return { outcome, values: outcome }
  const { dice, modifier, count } = settings
  const values = Array.from({ length: count }, (_, at) => outcome.slice(at * dice, (at + 1) * dice))
  return { outcome, values, totals: values.map((faces) => faces.reduce((sum, face) => sum + face, modifier)) }
}

function engineOptions({ N, samples, seed }: Given['values']) {
  return {
    N: optionalNumber(N, '--N') as Size | undefined,
    samples: optionalNumber(samples, '--samples'),
    seed: seedOf(seed),
  }
}

/** Without what is not given, and with a random seed if there is none. */
function seeded<T extends { seed: Seed | undefined }>(setting: T) {
  const given = Object.fromEntries(Object.entries(setting).filter(([, value]) => value !== undefined))
  return { seed: randomBytes(SEED_BYTES).toString('hex'), ...given } as { [K in keyof T]: Exclude<T[K], undefined> }
}

function seedOf(seed: string | undefined): Seed | undefined {
  const number = Number(seed)
  return seed !== undefined && /^(0|[1-9]\d*)$/.test(seed) && Number.isSafeInteger(number) ? number : seed
}
