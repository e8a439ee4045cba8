import { z } from 'zod'
import { named, timestamp } from '../../http/http.ts'

export const receiptShape = named(
  'Receipt',
  'A signed statement of what was drawn. Anybody can check it offline.',
  z.object({
    type: z.literal('equipoise-receipt/2').describe('The format of the receipt.'),
    subject: z
      .literal(['draw', 'commitment', 'reveal', 'assignment', 'allocation'])
      .describe('What the receipt is about.'),
    id: z.string().describe('The id of the draw, commitment, assignment or allocation.'),
    issued_at: timestamp('When the receipt was issued.'),
    issuer: z.string().describe('The address of the service.'),
    version: z.literal(['outcomes/1', 'allocation/1']).describe('The definition that the outcome follows.'),
    settings: z.record(z.string(), z.unknown()).describe('Everything that determines the outcome.'),
    digest: z.string().describe('SHA-256 of the outcome, as 64 hexadecimal digits.'),
    public_key: z.string().describe('The Ed25519 key that signed it, in base64url.'),
    signature: z.string().describe('The Ed25519 signature, in base64url.'),
  }),
)
