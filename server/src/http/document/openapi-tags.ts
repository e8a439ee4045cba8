// The groups of the API reference, in the order in which a newcomer needs them. Every route names one of them.

export const TAGS = {
  Engine: 'Balanced sequences from a source of any bias, with the statistics that prove it.',
  Draws: 'Dice, choices, shuffles and winners that anybody can check, with commit and reveal and signed receipts.',
  Allocations: 'Assign people to groups in balanced blocks, concealed until each is assigned.',
  Audits: 'Whether a model treats both sides of public questions alike, as long work that ends in a signed report.',
  Text: 'Neutrality scores for texts, with the words that moved each score.',
  Chat: 'Answers from a model, scored for neutrality. If an answer is loaded, we can ask the model again.',
  'OpenAI-compatible': "OpenAI's own formats. Existing clients work once you change their base URL.",
  Account: 'Sign up, sign in, and manage your account and its sessions.',
  'API keys': 'Keys for programs. You need to be signed in to manage them.',
  Webhooks: 'Addresses that we tell about quotas, payments, expiring keys and audits of your account.',
  Usage: 'What your account has used this month, and what is left.',
  Billing: 'Plans, top-ups and payments.',
  Administration: 'Accounts, invitations and usage of the whole deployment, for administrators.',
  Newsletter: 'Subscribe and unsubscribe.',
  Service: 'What this deployment offers, and whether it is healthy.',
} as const

export type Tag = keyof typeof TAGS
