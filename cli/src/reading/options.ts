import { isAbsolute, join, relative, sep } from 'node:path'
import { matcherOf } from './files.ts'
import { type Config, isTier, type Tier } from './settings.ts'

// Combines the command line and the configuration file. The command line wins.

const FORMATS = ['text', 'json', 'sarif', 'github', 'junit', 'summary'] as const
export type Format = (typeof FORMATS)[number]

export interface CheckValues {
  readonly [name: string]: string | boolean | readonly (string | boolean)[] | undefined
}

export interface CheckOptions {
  readonly format: Format
  /** Formats that are also written to files. */
  readonly outputs: readonly { readonly format: Format; readonly path: string }[]
  readonly tier: Tier
  readonly ignore: readonly string[]
  readonly isComparison: boolean
  /** The minimum of a text; undefined if only the change counts. */
  readonly minFor: (path: string) => number | undefined
  readonly isExcluded: (path: string) => boolean
}

const MIN_DEFAULT = 0.7

export function resolveOptions(values: CheckValues, config: Config, cwd: string): CheckOptions {
  if (values.diff !== undefined && values.baseline !== undefined) throw new Error('use --diff or --baseline, not both')
  if (values['update-baseline'] && values.baseline === undefined)
    throw new Error('--update-baseline needs --baseline FILE')
  const isComparison = values.diff !== undefined || (values.baseline !== undefined && !values['update-baseline'])
  const tier = values.tier ?? config.tier ?? 'default'
  if (!isTier(tier)) throw new Error(`--tier must be fast or default, not ${String(tier)}`)
  return {
    ...outputsOf(values, FORMATS, 'sarif=report.sarif'),
    tier,
    ignore: [
      ...config.ignore,
      ...listOf(values.ignore)
        .flatMap((words) => words.split(','))
        .map((word) => word.trim()),
    ],
    isComparison,
    minFor: barsOf(values.min, config, { cwd, isComparison }),
    isExcluded: excluderFor(config, cwd),
  }
}

export function listOf(value: CheckValues[string]): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** What `--format` and `--output` ask for. */
export function outputsOf<F extends string>(values: CheckValues, formats: readonly F[], example: string) {
  const named = (name: string): F => {
    const format = formats.find((one) => one === name)
    if (!format) throw new Error(`unknown format: ${name} (use ${formats.join(', ')})`)
    return format
  }
  const outputs = listOf(values.output).map((given) => {
    const [name = '', ...path] = given.split('=')
    if (path.length === 0) throw new Error(`--output must be FORMAT=FILE, as in ${example}, not ${given}`)
    return { format: named(name), path: path.join('=') }
  })
  return { format: named(String(values.format ?? 'text')), outputs }
}

function barsOf(
  given: CheckValues[string],
  config: Config,
  { cwd, isComparison }: { cwd: string; isComparison: boolean },
): CheckOptions['minFor'] {
  if (given !== undefined) {
    const min = Number(given)
    if (!(min >= 0 && min <= 1) || String(given).trim() === '') throw new Error('--min must be a number from 0 to 1')
    return () => min
  }
  const folders = Object.entries(config.folders).map(([pattern, min]) => ({ fits: matcherOf([pattern]), min }))
  return (path) => {
    const own = folders.findLast(({ fits }) => fits(fromConfig(path, config, cwd)))
    return own?.min ?? config.min ?? (isComparison ? undefined : MIN_DEFAULT)
  }
}

function excluderFor(config: Config, cwd: string): CheckOptions['isExcluded'] {
  const fits = matcherOf(config.exclude)
  return (path) => fits(fromConfig(path, config, cwd))
}

function fromConfig(path: string, { folder }: Config, cwd: string): string {
  return relative(folder, isAbsolute(path) ? path : join(cwd, path)).replaceAll(sep, '/')
}
