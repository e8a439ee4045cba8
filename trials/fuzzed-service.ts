import { SIMULATED, startSimulatedProvider } from '@equipoise/simulated'
import { openScorer } from '../server/src/threads/scorer/scorer.ts'
import { openInbox } from '../server/test/inbox.ts'
import { openService, type Service } from '../server/test/service.ts'

export interface FuzzedService extends Service {
  /** A question that the simulated provider answers neutrally. */
  readonly question: string
  /** The token in the newest email to this address with a link to this page. */
  emailedToken(to: string, where: string): Promise<string>
}

const SCORE_TIMEOUT_MS = 30_000
const EMAILS_MAX = 200

/** The app with everything enabled, the shipped scorer, callers from any address, and a provider that responds at once. */
export async function openFuzzed(databaseUrl?: string): Promise<FuzzedService> {
  const provider = await startSimulatedProvider()
  const inbox = await openInbox()
  const scorer = openScorer({ which: 'default', threads: 1, timeoutMs: SCORE_TIMEOUT_MS })
  const setting = (format: string) => ({ format, base_url: provider.url, model: `${SIMULATED}small` })
  const providers = { provider_a: setting('openai'), provider_b: setting('anthropic'), provider_c: setting('openai') }
  const service = await openService({
    analyze: scorer.analyze,
    ...(databaseUrl ? { databaseUrl } : {}),
    env: {
      PROVIDERS: JSON.stringify(providers),
      CHAT_API_KEY: 'simulated-key',
      TRUSTED_PROXIES: 'loopback',
      PAYMENTS: 'sandbox',
      AI_TIMEOUT_MS: '5000',
      SMTP_URL: inbox.url,
      MAIL_FROM: 'Equipoise <noreply@example.org>',
    },
  })
  return {
    ...service,
    question: 'Hello',
    emailedToken: tokensFrom(inbox.next),
    async close() {
      await service.close()
      await scorer.close()
      await provider.close()
      await inbox.close()
    },
  }
}

/** Reads emails as they arrive, and keeps the newest. */
function tokensFrom(next: () => Promise<string>): FuzzedService['emailedToken'] {
  const emails: string[] = []
  let isChanged = () => {}
  void (async () => {
    for (;;) {
      const email = (await next()).replace(/=\r\n/g, '').replace(/=3D/g, '=')
      if (emails.unshift(email) > EMAILS_MAX) emails.pop()
      isChanged()
    }
  })()
  return async (to, where) => {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        isChanged = resolve
      })
      const links = emails.filter((email) => email.includes(to)).flatMap((email) => email.match(/https?:\S+/g) ?? [])
      const token = links.map((link) => /token=([\w-]+)/.exec(link.includes(where) ? link : '')?.[1]).find(Boolean)
      if (token) return token
      await changed
    }
  }
}
