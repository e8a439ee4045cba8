import { ACCOUNT_COMMANDS } from './account-commands.ts'
import type { Command } from './command.ts'
import type { CommandName } from './command-texts.ts'
import { DATA_COMMANDS } from './data-commands.ts'
import { SERVICE_COMMANDS } from './service-commands.ts'
import { SIGNING_KEY_COMMANDS } from './signing-key-commands.ts'
import { STRIPE_SETUP } from './stripe-command.ts'

export { SCHEMA_PROBLEMS, settingsFailed } from './doctor.ts'
export { jsonText } from './values.ts'

export const COMMANDS: readonly Command[] = [
  ...ACCOUNT_COMMANDS,
  ...SIGNING_KEY_COMMANDS,
  ...SERVICE_COMMANDS,
  ...DATA_COMMANDS,
  STRIPE_SETUP,
]

export function commandNamed(name: CommandName): Command {
  const command = COMMANDS.find((one) => one.name === name)
  if (!command) throw new Error(`nothing implements the command ${name}`)
  return command
}
