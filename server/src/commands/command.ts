// What every command gets, and what it returns.
import type { Accounts, Administration } from '../accounts/accounts.ts'
import type { Billing } from '../billing/billing.ts'
import type { Config } from '../config.ts'
import type { Attached } from '../db/db.ts'
import type { Receipts } from '../draws/draws.ts'
import type { Secret } from '../ground/secret.ts'
import type { Usage } from '../usage/usage.ts'
import type { CommandName } from './command-texts.ts'

export interface Context {
  readonly config: Config
  readonly database: Attached
  readonly accounts: Accounts
  readonly administration: Administration
  readonly usage: Pick<Usage, 'stats' | 'limitUse'>
  readonly receipts: Receipts
  /** The signing secrets, the newest first. */
  readonly secrets: readonly Secret[]
  readonly billing: Billing
  readonly nowMs: () => number
  /** Undefined if no mail is configured. */
  readonly sendTestEmail: ((to: string) => Promise<void>) | undefined
  /** Rejects if the mail server does not answer or does not accept the sign-in. */
  readonly reachMail: (() => Promise<void>) | undefined
  readonly passphrase: Secret | undefined
  /** Writes to standard error, for people. */
  readonly log: (message: string) => void
}

export interface Options {
  readonly reason: string
  readonly search?: string | undefined
  readonly limit?: string | undefined
  readonly until?: string | undefined
  readonly compute?: string | undefined
  readonly 'ai-calls'?: string | undefined
  readonly email?: string | undefined
  readonly plan?: string | undefined
  readonly admin?: boolean | undefined
  readonly days?: string | undefined
}

/** `text` is for people, `value` for programs (`--json`). */
export interface CommandResult {
  readonly text: string
  readonly value: unknown
  readonly hasFailed?: boolean
}

/** For a command that works without a database, or opens it only after its other checks. */
export interface Alone {
  readonly config: Config
  readonly nowMs: () => number
  onDatabase(accepts: Accepts, work: (context: Context) => Promise<CommandResult>): Promise<CommandResult>
  readonly log: (message: string) => void
}

export type Accepts = 'any release' | 'empty' | 'none' | undefined

export interface DatabaseCommand {
  readonly name: CommandName
  /** The database it needs, if not one with this release's schema: of any release, also an empty one (created if missing), or none. */
  readonly accepts?: Accepts
  run(context: Context, words: readonly string[], options: Options): Promise<CommandResult>
}

export interface LoneCommand {
  readonly name: CommandName
  runAlone(alone: Alone, words: readonly string[], options: Options): Promise<CommandResult>
}

export type Command = DatabaseCommand | LoneCommand
