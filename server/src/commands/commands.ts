// The commands for operators: the same actions as on the screens of administrators, and those that need the machine itself.
import { ACCOUNT_COMMANDS } from './account-commands.ts'
import type { Command } from './command.ts'
import { DATA_COMMANDS } from './data-commands.ts'
import { SERVICE_COMMANDS } from './service-commands.ts'
import { SIGNING_KEY_COMMANDS } from './signing-key-commands.ts'
import { STRIPE_SETUP } from './stripe-command.ts'

export { type Arguments, checkArguments, readArguments } from './arguments.ts'
export type { Answer, Command, Context, DatabaseCommand } from './command.ts'
export { SCHEMA_PROBLEMS, settingsFailed } from './doctor.ts'

export const COMMANDS: readonly Command[] = [
  ...ACCOUNT_COMMANDS,
  ...SIGNING_KEY_COMMANDS,
  ...SERVICE_COMMANDS,
  ...DATA_COMMANDS,
  STRIPE_SETUP,
]

/** The command that these words begin with, and the words that follow it. */
export function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = COMMANDS.find((one) => one.name === name)
    if (command && words.length >= length) return { command, rest: words.slice(length) }
  }
  return undefined
}

export function helpText(): string {
  const width = Math.max(...COMMANDS.map(({ usage }) => usage.length))
  return [
    'equipoise-admin: commands for the operator of the service. It reads the same settings as the service.',
    '',
    ...COMMANDS.map(({ usage, about }) => `  ${usage.padEnd(width)}  ${about}`),
    '',
    'Options: --json prints JSON, --reason TEXT records why in the log.',
    'ACCOUNT is an email address or an account number.',
  ].join('\n')
}
