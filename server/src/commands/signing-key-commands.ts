// The key that signs receipts, and its predecessors.
import { actOf } from './account-commands.ts'
import type { Command, CommandResult, Context } from './command.ts'
import { plainText } from './values.ts'

export const SIGNING_KEY_COMMANDS: readonly Command[] = [
  {
    name: 'signing-keys list',
    run: listKeys,
  },
  {
    name: 'signing-keys rotate',
    async run(context, _words, options) {
      await context.receipts.rotate()
      const [active] = await context.receipts.publicKeys()
      const publicKey = active?.publicKey.toString('base64url') ?? ''
      await context.administration.note('signing_key_rotated', { public_key: publicKey }, actOf(options))
      return listKeys(context)
    },
  },
]

async function listKeys({ receipts }: Context): Promise<CommandResult> {
  const keys = (await receipts.publicKeys()).map(({ publicKey, createdAt, retiredAt }) => ({
    algorithm: 'Ed25519',
    public_key: publicKey.toString('base64url'),
    created_at: createdAt.toISOString(),
    retired_at: retiredAt?.toISOString() ?? null,
  }))
  return { text: plainText(keys), value: keys }
}
