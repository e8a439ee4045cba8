// Mail, behind one small interface: whoever sends does not know how.
import { createTransport } from 'nodemailer'
import type { Secret } from './secret.ts'

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly headers?: Record<string, string>
}

export interface Mail {
  send(letter: Letter): Promise<void>
  close(): void
}

const CONNECTIONS_MAX = 2
const TIMEOUT_MS = 15_000

export function openMail({ smtpUrl, from }: { smtpUrl: Secret; from: string }): Mail {
  const transport = createTransport({
    url: smtpUrl.reveal(),
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, headers = {} }) {
      // As an object the address is never parsed as a list of recipients.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, headers })
    },
    close: () => transport.close(),
  }
}
