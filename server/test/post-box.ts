// A real SMTP server that keeps what it gets.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface PostBox {
  readonly url: string
  /** The next email that arrives, or has arrived and was not taken yet. */
  next(): Promise<string>
  /** Refuses everything with this answer until it is called without one. */
  refuse(response?: { code: number; message: string }): void
  readonly waiting: () => number
  close(): Promise<void>
}

export async function openPostBox(): Promise<PostBox> {
  const letters: string[] = []
  const takers: ((letter: string) => void)[] = []
  let refusal: { code: number; message: string } | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const letter = Buffer.concat(chunks).toString('utf8')
        const taker = takers.shift()
        if (taker) taker(letter)
        else letters.push(letter)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: () => {
      const letter = letters.shift()
      return letter ? Promise.resolve(letter) : new Promise((resolve) => takers.push(resolve))
    },
    refuse: (response) => {
      refusal = response
    },
    waiting: () => letters.length,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
