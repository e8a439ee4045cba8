// The commands for operators: the same actions as on the administrators' screens, and those that need the machine itself. This file knows
// only names and usage; the implementations are loaded when one runs, because that takes seconds.
import { COMMAND_TEXTS, type CommandText } from './command-texts.ts'

export { type Arguments, checkArguments, readArguments } from './arguments.ts'
export type { Accepts, CommandResult, Context } from './command.ts'
export type { CommandName } from './command-texts.ts'

interface FoundCommand {
  readonly text: CommandText
  readonly rest: readonly string[]
}

export function findCommand(words: readonly string[]): FoundCommand | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const text = COMMAND_TEXTS.find((one) => one.name === name)
    if (text && words.length >= length) return { text, rest: words.slice(length) }
  }
  return undefined
}

export const loadCommands = () => import('./implementations.ts')

/** The help of one command, of all that start with a word, or of all. */
export function helpText(words: readonly string[] = []): string {
  const start = words.join(' ')
  const meant = COMMAND_TEXTS.filter(({ name }) => name === start || name.startsWith(`${start} `))
  const shown = meant.length > 0 ? meant : COMMAND_TEXTS
  const width = Math.max(...shown.map(({ usage }) => usage.length))
  return [
    'equipoise-admin: commands for the operator of the service. It reads the same settings as the service.',
    '',
    ...shown.map(({ usage, about }) => `  ${usage.padEnd(width)}  ${about}`),
    '',
    'Options: --json prints JSON, --reason TEXT records why in the log.',
    'ACCOUNT is an email address or an account number.',
    'equipoise-admin help COMMAND explains one command, --version prints the version.',
  ].join('\n')
}
