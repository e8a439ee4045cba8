// Parses what an operator typed into the words of a command and its options, or one sentence about what is wrong.
import { parseArgs } from 'node:util'
import { ApiError } from '../ground/errors.ts'
import type { Options } from './command.ts'
import type { CommandText } from './command-texts.ts'

const text = { type: 'string' } as const
const OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
  admin: { type: 'boolean' },
  reason: text,
  search: text,
  limit: text,
  until: text,
  compute: text,
  'ai-calls': text,
  email: text,
  plan: text,
  days: text,
} as const

export interface Arguments {
  readonly words: readonly string[]
  readonly options: Options
  readonly isJson: boolean
  readonly isHelp: boolean
  readonly isVersion: boolean
}

/** Invalid arguments throw an ApiError of the kind `invalid`, here and in every command. */
export function readArguments(args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
    const { json = false, help = false, version = false, reason = 'command line', ...rest } = values
    const isHelp = help || positionals[0] === 'help'
    const words = positionals[0] === 'help' ? positionals.slice(1) : positionals
    return { words, options: { reason, ...rest }, isJson: json, isHelp, isVersion: version }
  } catch (error) {
    throw invalid(explain(error instanceof Error ? error.message : String(error)))
  }
}

/** Shortens Node's message, which has several lines, some of them for programmers. */
function explain(why: string): string {
  const [, name] = /^Option '(?:-\w, )?(--[a-z-]+)/.exec(why) ?? []
  if (name && why.includes('ambiguous')) return `A value that starts with a dash needs an equals sign: ${name}=-5.`
  if (name && why.includes('missing')) return `${name} needs a value.`
  if (name && why.includes('does not take')) return `${name} takes no value.`
  const [first] = why.split('. ')
  return `${first}. Run equipoise-admin --help to see the commands and their options.`
}

/** The usage of a command says which words it needs and which options it has. */
export function checkArguments({ name, usage }: CommandText, words: readonly string[], options: Options): void {
  const how = `write equipoise-admin ${usage}`
  const { reason: _reason, ...given } = options
  const known: readonly string[] = usage.match(/--[a-z-]+/g) ?? []
  const unknown = Object.keys(given).find((option) => !known.includes(`--${option}`))
  if (unknown) throw invalid(`The command ${name} has no option --${unknown}: ${how}`)
  const wanted =
    usage
      .slice(name.length)
      .replaceAll(/\[[^[\]]{0,200}\]/g, '')
      .match(/\S+/g) ?? []
  const missing = wanted.find((_, place) => !words[place])
  if (missing) throw invalid(`${missing} is missing: ${how}`)
  const more = words.slice(wanted.length)
  if (more.length > 0) throw invalid(`Too many words (${more.join(' ')}): ${how}`)
}

export function invalid(message: string): ApiError {
  return new ApiError('invalid', message)
}
