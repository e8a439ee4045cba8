// Sends one email to the mail server, and tells whether another attempt can help.
import { createTransport } from 'nodemailer'
import type { Secret } from '../ground/secret.ts'

export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly headers?: Record<string, string>
}

export interface Smtp {
  /** The message id is the same at every attempt, so that a mail server can recognise a duplicate. */
  send(email: Email, messageId?: string): Promise<void>
  reach(): Promise<void>
  close(): void
}

const CONNECTIONS_MAX = 2
const TIMEOUT_MS = 15_000

export function openSmtp({ smtpUrl, from }: { smtpUrl: Secret; from: string }): Smtp {
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
    async send({ to, subject, text, headers = {} }, messageId) {
      // An address given as an object is never parsed as a list of recipients.
      const address = { name: '', address: to }
      await transport.sendMail({ from, to: address, subject, text, headers, ...(messageId ? { messageId } : {}) })
    },
    async reach() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** The mail server has rejected this recipient or message permanently. */
export function isRejected(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500
}
