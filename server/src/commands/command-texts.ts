// Names, usage and descriptions of all commands: enough to report an invalid command without loading any.

/** By name: the words and options that follow it, and what it does. */
const TEXTS = {
  'accounts list': [
    '[--search TEXT] [--limit N]',
    'List accounts, newest first; search by the start or end of an address',
  ],
  'accounts show': ['ACCOUNT', 'Show one account with its keys, sessions and last changes'],
  'accounts disable': ['ACCOUNT', 'Disable it: nobody can sign in to it, and its keys stop working'],
  'accounts enable': ['ACCOUNT', 'Enable a disabled account again'],
  'accounts sign-out': ['ACCOUNT', 'End all its sessions'],
  'accounts verify-email': ['ACCOUNT', 'Mark its email address as confirmed'],
  'accounts remove-second-factor': [
    'ACCOUNT',
    'Remove its second factor, so that its owner can sign in without a code',
  ],
  'accounts delete': ['ACCOUNT', 'Delete it and everything that belongs to it, and end its subscription'],
  'accounts make-admin': ['ACCOUNT', 'Make it an administrator'],
  'accounts make-member': ['ACCOUNT', 'Make it an ordinary account again'],
  'accounts set-plan': ['ACCOUNT PLAN [--until DATE]', 'Set its plan; takes effect at once on every node'],
  'accounts grant': ['ACCOUNT [--compute N] [--ai-calls N]', 'Add units to its purchased balance'],
  'accounts reset-link': ['ACCOUNT', 'Print a link to set a new password; it works once, for an hour'],
  'keys revoke': ['ACCOUNT KEY_ID', 'Revoke a key; takes effect at once on every node'],
  invite: ['[--email ADDRESS] [--plan PLAN] [--admin] [--days N]', 'Print an invitation link'],
  'invitations list': ['', 'List invitations, newest first'],
  'invitations withdraw': ['ID', 'Withdraw an open invitation: its link stops working'],
  'signing-keys list': ['', 'List the keys that sign receipts, newest first, with the retired ones'],
  'signing-keys rotate': ['', 'Replace the key that signs receipts; earlier receipts stay valid'],
  jobs: ['', 'Show the queues: emails, payment events, deletions, backups'],
  'mail test': ['ADDRESS', 'Send an email at once and show the response of the mail server'],
  doctor: ['', 'Check settings, database, mail, provider, payments, clock and disk, and say what to do'],
  backup: ['FILE', 'Write everything to a file; works while the service runs; BACKUP_PASSPHRASE encrypts it'],
  'backup check': ['FILE', 'Read a whole backup and check it, without restoring it'],
  restore: ['FILE', 'Restore a backup into an empty deployment, embedded or remote'],
  migrate: ['', 'Bring the database to the schema of this release before its nodes start; older nodes keep running'],
  distribute: [
    '',
    'Distribute what requests write over the servers that Citus knows; stop the nodes first; can be run again',
  ],
  'stripe-setup': ['', 'Create products, prices, portal and webhook in the Stripe account of STRIPE_SECRET_KEY'],
} as const satisfies Record<string, readonly [args: string, about: string]>

export type CommandName = keyof typeof TEXTS

export interface CommandText {
  readonly name: CommandName
  readonly usage: string
  readonly about: string
}

export const COMMAND_TEXTS: readonly CommandText[] = Object.entries(TEXTS).map(([name, [args, about]]) => ({
  name: name as CommandName,
  usage: `${name} ${args}`.trimEnd(),
  about,
}))
