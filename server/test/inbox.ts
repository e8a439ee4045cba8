// A real SMTP server that keeps the emails it gets.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Inbox {
  readonly url: string
  /** The next email that was not taken yet; waits for one if necessary. */
  next(): Promise<string>
  /** Rejects everything with this response until it is called without one. */
  reject(response?: { code: number; message: string }): void
  readonly waiting: () => number
  close(): Promise<void>
}

export async function openInbox(): Promise<Inbox> {
  const emails: string[] = []
  const takers: ((email: string) => void)[] = []
  let rejection: { code: number; message: string } | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      done(rejection && Object.assign(new Error(rejection.message), { responseCode: rejection.code }))
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const email = Buffer.concat(chunks).toString('utf8')
        const taker = takers.shift()
        if (taker) taker(email)
        else emails.push(email)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: () => {
      const email = emails.shift()
      return email ? Promise.resolve(email) : new Promise((resolve) => takers.push(resolve))
    },
    reject: (response) => {
      rejection = response
    },
    waiting: () => emails.length,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
