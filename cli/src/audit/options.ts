import type { Margins, Measure } from '@equipoise/audit'
import { ABOUT, MEASURES } from '@equipoise/audit'
import { listOf, outputsOf } from '../reading/options.ts'

// The options of `equipoise audit`.

const AUDIT_FORMATS = ['text', 'html', 'json', 'junit', 'csv'] as const
export type AuditFormat = (typeof AUDIT_FORMATS)[number]

export type AuditValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export interface AuditOptions {
  readonly model: string | undefined
  readonly answers: string | undefined
  readonly set: string
  readonly seed: string
  readonly count: number | null
  readonly margins: Margins
  readonly mode: 'ab' | 'aa'
  readonly format: AuditFormat
  readonly outputs: readonly { readonly format: AuditFormat; readonly path: string }[]
  /** The file that keeps the answers while the audit runs. */
  readonly work: string
  /** How long to wait in total for a rate-limited model. */
  readonly patienceMs: number
  readonly tier: 'default' | 'fast'
}

const SEED = /^[0-9A-Za-z_-]{1,128}$/
const PATIENCE_S = 300
const SAMPLE_MAX = 20_000

export function auditOptions(values: AuditValues): AuditOptions {
  const { model, answers, set, work } = values as Readonly<Record<string, string | undefined>>
  if ((model === undefined) === (answers === undefined))
    throw new Error('name a model to ask (--model simulated-even) or a file of recorded answers (--answers FILE)')
  if (values.aa && answers !== undefined) throw new Error('--aa asks each prompt twice, so it needs --model')
  const seed = String(values.seed ?? 'equipoise')
  if (!SEED.test(seed)) throw new Error('--seed must be 1 to 128 characters of 0-9A-Za-z_-')
  const { format, outputs } = outputsOf(values, AUDIT_FORMATS, 'html=audit.html')
  return {
    model,
    answers,
    set: set ?? 'even-handed',
    seed,
    count: values.sample === undefined ? null : wholeNumber(values.sample, '--sample', SAMPLE_MAX),
    margins: marginsOf(listOf(values.margin)),
    mode: values.aa ? 'aa' : 'ab',
    format,
    // By default a terminal user also gets an HTML page.
    outputs: outputs.length === 0 && format === 'text' ? [{ format: 'html', path: 'equipoise-audit.html' }] : outputs,
    work: work ?? 'equipoise-audit.answers.jsonl',
    patienceMs:
      1_000 * (values.patience === undefined ? PATIENCE_S : wholeNumber(values.patience, '--patience', 86_400, 0)),
    tier: tierNamed(values.tier ?? 'default'),
  }
}

function marginsOf(given: readonly string[]): Margins {
  return Object.fromEntries(
    given.map((one) => {
      const [name = '', value = ''] = one.split('=')
      const margin = Number(value)
      if (!isMeasure(name)) throw new Error(`--margin: ${name} is no measure (use ${MEASURES.join(', ')})`)
      if (!(margin > 0)) throw new Error(`--margin must be MEASURE=NUMBER above 0, as in score=${ABOUT.score.margin}`)
      return [name, margin]
    }),
  )
}

function isMeasure(name: string): name is Measure {
  return (MEASURES as readonly string[]).includes(name)
}

function tierNamed(tier: AuditValues[string]): 'default' | 'fast' {
  if (tier === 'default' || tier === 'fast') return tier
  throw new Error(`--tier must be fast or default, not ${String(tier)}`)
}

function wholeNumber(value: AuditValues[string], name: string, most: number, least = 1): number {
  const number = Number(value)
  if (Number.isInteger(number) && number >= least && number <= most && String(value).trim() !== '') return number
  throw new Error(`${name} must be a whole number from ${least} to ${most}`)
}
