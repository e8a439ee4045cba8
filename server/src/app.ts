// The whole wiring in one file: which groups of routes exist, and which parts each of them gets.
import type { Config } from './config.ts'
import { DAY_MS } from './ground/calendar.ts'
import { type App, addMetricsRoute, addReferencePage, addWebApp, createHttp, createPreviews } from './http/http.ts'
import { openUpstream } from './languagetool/languagetool.ts'
import { createReporting } from './observability/reporting.ts'
import { accountGroup } from './routes/account/group.ts'
import { adminGroup } from './routes/admin/group.ts'
import { exportedAudit } from './routes/audits/audit-shapes.ts'
import { auditsGroup } from './routes/audits/group.ts'
import { billingGroup } from './routes/billing/group.ts'
import { drawsGroup } from './routes/draws/group.ts'
import { exportedHistory } from './routes/draws/kept.ts'
import { editorsGroup } from './routes/editors/group.ts'
import { engineGroup } from './routes/engine/group.ts'
import { modelsGroup } from './routes/models/group.ts'
import { type Features, type Known, knownOf, serviceGroup } from './routes/service/group.ts'
import { TRY_WINDOW_MS, textsGroup } from './routes/texts/group.ts'
import { shownWords } from './routes/texts/words.ts'
import { shownWebhook, webhooksGroup } from './routes/webhooks/group.ts'
import { type AppParts, openServices, type Services } from './services.ts'
import { addCounts } from './watching.ts'

export { type FirstAdministrator, unknownPlans } from './accounts/accounts.ts'
export type { AppParts } from './services.ts'

export async function createApp(parts: AppParts): Promise<App> {
  const { config, webRoot, nowMs = Date.now } = parts
  const { catalogue, publicUrl, trustedProxies, corsOrigins, logLevel } = config
  const reporting = createReporting()
  const services = openServices(parts, nowMs, reporting.report)
  const { accounts, usage, brand } = services

  const { app, metrics } = await createHttp({
    brand,
    catalogue,
    publicUrl,
    limiter: services.rates.limiter('requests'),
    anonymousUnits: services.rates.limiter('anonymous units', DAY_MS),
    trustedProxies,
    corsOrigins,
    logLevel,
    accounts,
    usage,
    administratorsNeedSecondFactor: config.adminSecondFactor === 'required',
    worker: parts.worker,
    ...(parts.logStream ? { logStream: parts.logStream } : {}),
  })
  reporting.writeTo((error, message) => app.log.error({ err: error }, message))
  app.addHook('onListen', async () => {
    services.start()
    const offer = parts.offerAdministration && (await accounts.admission.offerFirst())
    if (offer) parts.offerAdministration?.(offer)
  })
  app.addHook('onClose', services.close)

  const { provider: chatProvider } = services.ai.chatModel
  const known = knownOf({ ...config, brand, chatProvider, features: featuresOf(config) })
  for (const group of groupsOf(parts, services, { known, nowMs })) await app.register(group)
  addCounts(metrics, services)
  addMetricsRoute(app, { metrics, token: config.metricsToken, readAll: parts.shareMetrics?.(metrics) })
  const previews = createPreviews({ root: webRoot, name: brand.name, publicUrl })
  addReferencePage(app, { brand, publicUrl, legal: config.legal }, previews)
  const { title: resultTitle, preview: resultPreview } = services.draws.published
  const hasContact = config.legal.contact !== undefined
  await addWebApp(app, { root: webRoot, publicUrl, known, previews, resultTitle, resultPreview, hasContact, nowMs })
  return app
}

interface Wiring {
  readonly known: Known
  readonly nowMs: () => number
}

/** The groups of routes; each gets only the parts it needs. */
function groupsOf({ config, version, database, isDraining }: AppParts, services: Services, { known, nowMs }: Wiring) {
  const { accounts, ai, analyze, audits, billing, brand, called, draws, idempotency } = services
  const { newsletter, rates, sandbox, usage, webhooks, words } = services
  const { catalogue, publicUrl, languageToolUrl } = config
  const { filterMode, conversation, webSockets } = config.chat
  const hasMail = config.mail.smtpUrl !== undefined
  const startedMs = nowMs()
  return [
    engineGroup({ pool: services.pool, catalogue, randomness: draws.randomness }),
    drawsGroup({ draws, pool: services.pool, publicUrl }),
    textsGroup({ brand, analyze, words, usage, tryLimiter: rates.limiter('try', TRY_WINDOW_MS) }),
    modelsGroup({
      ...called,
      brand,
      ai,
      analyze,
      words,
      usage,
      catalogue,
      idempotency,
      filterMode,
      conversation,
      webSockets,
      nowMs,
    }),
    auditsGroup({ audits, ai, draws, catalogue }),
    editorsGroup({
      brand,
      version,
      publicUrl,
      analyze,
      words,
      keyless: config.editorKeys === 'optional',
      upstream: languageToolUrl === undefined ? undefined : openUpstream(languageToolUrl),
    }),
    accountGroup({
      accounts,
      notice: services.admin.administration.notice,
      usage,
      catalogue,
      brand,
      publicUrl,
      nowMs,
      beforeDeletion: billing.close,
      afterDeletion: newsletter.offerUnsubscribing,
      alsoExport: async (accountId: number) => ({
        ...billing.exportOf(accountId),
        draws: await exportedHistory(draws, accountId),
        words: shownWords(await words.read(accountId)),
        webhooks: (await webhooks.list(accountId)).map(shownWebhook),
        audits: (await audits.list(accountId)).map(exportedAudit),
      }),
    }),
    webhooksGroup({ webhooks, addresses: config.webhookAddresses }),
    billingGroup({ billing, sandbox, catalogue, accounts, nowMs, asksForVerifiedEmail: hasMail }),
    adminGroup({ ...services.admin, accounts, usage, billing, catalogue, hasMail, nowMs }),
    serviceGroup({
      brand,
      known,
      newsletter,
      version,
      ping: database.ping,
      uptimeSeconds: () => Math.floor((nowMs() - startedMs) / 1000),
      ...(isDraining && { isDraining }),
    }),
  ]
}

/** What a deployment has switched on, so that pages do not offer the rest. */
function featuresOf({ chat, payments, mail, signUpRules, oidc }: Config): Features {
  return {
    chat: chat.apiKey !== undefined,
    billing: payments,
    mail: mail.smtpUrl !== undefined,
    registration: signUpRules.registration,
    password_sign_in: signUpRules.passwordSignIn,
    oidc: oidc?.name ?? null,
  }
}
