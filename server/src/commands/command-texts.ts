// What each command is called, how it is written and what it does: all that is needed to say that a command is wrong.

export interface CommandText {
  readonly name: string
  /** Which words it needs, and which options it has. */
  readonly usage: string
  readonly about: string
}

export type CommandName = (typeof COMMAND_TEXTS)[number]['name']

export const COMMAND_TEXTS = [
  {
    name: 'accounts list',
    usage: 'accounts list [--search TEXT] [--limit N]',
    about: 'List accounts, newest first; search by the start or end of an address',
  },
  {
    name: 'accounts show',
    usage: 'accounts show ACCOUNT',
    about: 'Show one account with its keys, sessions and last changes',
  },
  {
    name: 'accounts disable',
    usage: 'accounts disable ACCOUNT',
    about: 'Disable it: nobody can sign in to it, and its keys stop working',
  },
  {
    name: 'accounts enable',
    usage: 'accounts enable ACCOUNT',
    about: 'Enable a disabled account again',
  },
  {
    name: 'accounts sign-out',
    usage: 'accounts sign-out ACCOUNT',
    about: 'End all its sessions',
  },
  {
    name: 'accounts verify-email',
    usage: 'accounts verify-email ACCOUNT',
    about: 'Mark its email address as confirmed',
  },
  {
    name: 'accounts remove-second-factor',
    usage: 'accounts remove-second-factor ACCOUNT',
    about: 'Remove its second factor, so that its owner can sign in without a code',
  },
  {
    name: 'accounts delete',
    usage: 'accounts delete ACCOUNT',
    about: 'Delete it and everything that belongs to it, and end its subscription',
  },
  {
    name: 'accounts make-admin',
    usage: 'accounts make-admin ACCOUNT',
    about: 'Make it an administrator',
  },
  {
    name: 'accounts make-member',
    usage: 'accounts make-member ACCOUNT',
    about: 'Make it an ordinary account again',
  },
  {
    name: 'accounts set-plan',
    usage: 'accounts set-plan ACCOUNT PLAN [--until DATE]',
    about: 'Set its plan; takes effect at once on every node',
  },
  {
    name: 'accounts grant',
    usage: 'accounts grant ACCOUNT [--compute N] [--ai-calls N]',
    about: 'Add units to its purchased balance',
  },
  {
    name: 'accounts reset-link',
    usage: 'accounts reset-link ACCOUNT',
    about: 'Print a link to set a new password; it works once, for an hour',
  },
  {
    name: 'keys revoke',
    usage: 'keys revoke ACCOUNT KEY_ID',
    about: 'Revoke a key; takes effect at once on every node',
  },
  {
    name: 'invite',
    usage: 'invite [--email ADDRESS] [--plan PLAN] [--admin] [--days N]',
    about: 'Print an invitation link',
  },
  {
    name: 'invitations list',
    usage: 'invitations list',
    about: 'List invitations, newest first',
  },
  {
    name: 'invitations withdraw',
    usage: 'invitations withdraw ID',
    about: 'Withdraw an open invitation: its link stops working',
  },
  {
    name: 'signing-keys list',
    usage: 'signing-keys list',
    about: 'List the keys that sign receipts, newest first, with the retired ones',
  },
  {
    name: 'signing-keys rotate',
    usage: 'signing-keys rotate',
    about: 'Replace the key that signs receipts; earlier receipts stay valid',
  },
  {
    name: 'jobs',
    usage: 'jobs',
    about: 'Show the queues: emails, payment events, deletions, backups',
  },
  {
    name: 'mail test',
    usage: 'mail test ADDRESS',
    about: 'Send an email at once and show the response of the mail server',
  },
  {
    name: 'doctor',
    usage: 'doctor',
    about: 'Check settings, database, mail, provider, payments, clock and disk, and say what to do',
  },
  {
    name: 'backup',
    usage: 'backup FILE',
    about: 'Write everything to a file; works while the service runs; BACKUP_PASSPHRASE encrypts it',
  },
  {
    name: 'backup check',
    usage: 'backup check FILE',
    about: 'Read a whole backup and check it, without restoring it',
  },
  {
    name: 'restore',
    usage: 'restore FILE',
    about: 'Restore a backup into an empty deployment, embedded or remote',
  },
  {
    name: 'migrate',
    usage: 'migrate',
    about: 'Bring the database to the schema of this release before its nodes start; older nodes keep running',
  },
  {
    name: 'distribute',
    usage: 'distribute',
    about: 'Distribute what requests write over the servers that Citus knows; stop the nodes first; can be run again',
  },
  {
    name: 'stripe-setup',
    usage: 'stripe-setup',
    about: 'Create products, prices, portal and webhook in the Stripe account of STRIPE_SECRET_KEY',
  },
] as const satisfies readonly CommandText[]
