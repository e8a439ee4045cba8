// Audits: starting, following, cancelling and resuming them, and reading the report.
import { finished } from 'node:stream'
import { fixedSeedOf, powerSentence } from '@equipoise/audit'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Ai, createInFlight } from '../../ai/ai.ts'
import type { Audits, AuditWish, Starter } from '../../audits/audits.ts'
import type { Draws } from '../../draws/draws.ts'
import { ApiError, invalidField } from '../../ground/errors.ts'
import { type Catalogue, isAtLeast, OWN_KEY_PLAN, type Plan, planOf } from '../../ground/plans.ts'
import { type App, callerGone, callerOf, csvIfAccepted, type Guarded, ownerOf } from '../../http/http.ts'
import { addEvents } from './audit-events.ts'
import {
  AUDIT_BYTES_MAX,
  access,
  auditRequest,
  auditShape,
  params,
  removedShape,
  reportFile,
  reportQuery,
  resumeRequest,
  shownAudit,
  startedShape,
} from './audit-shapes.ts'
import { type AuditRequest, recordedCount, recordedUnits, wishOf } from './audit-wish.ts'
import * as reference from './audits-reference.ts'

export interface AuditParts {
  readonly audits: Audits
  readonly ai: Ai
  readonly draws: Pick<Draws, 'commitments' | 'receipts'>
  readonly catalogue: Catalogue
}

/** The page contains answers of models: nothing in it may run, load or send anything. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

/** A report has up to 10 million characters of answers, and so does its page. */
const DOWNLOADS_MAX = 8
const ACCOUNT_DOWNLOADS_MAX = 2

export function auditRoutes(app: App, parts: AuditParts): void {
  addStart(app, parts)
  addReading(app, parts)
  addEvents(app, parts.audits)
  addChanges(app, parts)
}

function addStart(app: App, { audits, ai, draws, catalogue }: AuditParts): void {
  const metered: Guarded = {
    ...access,
    // Calls to a model are charged one by one, with each answer. Recorded answers only need scoring.
    meter: { name: 'ai/analyze', units: ({ body }) => recordedUnits(body as AuditRequest) },
    allows: (request, plan) => checkTerms(request, { plan, ai, catalogue }),
  }
  app.post(
    '/audits',
    {
      bodyLimit: AUDIT_BYTES_MAX,
      config: { access: metered, rejects: ['conflict', 'not_configured', 'not_found'] },
      schema: { ...reference.createAudit, body: auditRequest(ai), response: { 201: startedShape } },
    },
    async (request, reply) => {
      const wished = await wishOf(request.body, ai, ownerOf(request).owner)
      const wish = await checkSeed(draws, callerOf(request).accountId, wished)
      // A caller who has hung up would start it again.
      callerGone(reply).throwIfAborted()
      const made = await audits.create(starterOf(request, catalogue), wish)
      // The audit continues whether or not its caller waits for this response, so it stays charged.
      request.charge = undefined
      reply.status(201)
      return { ...shownAudit(made), power: powerSentence(wish.pairs) }
    },
  )
}

/** The receipts that fixed the seed are ours and the account's; the report says how many others the account made. */
async function checkSeed({ commitments, receipts }: AuditParts['draws'], accountId: number, wish: AuditWish) {
  const { sample } = wish.terms
  if (!sample.fixed_by) return wish
  await receipts.requireOwn(sample.fixed_by, 'draw_receipts')
  const { id } = fixedSeedOf(sample.fixed_by).commitment
  const { from, made, deleted } = await commitments.count(accountId, id)
  const counted = { from: from.toISOString(), made, deleted }
  return { ...wish, terms: { ...wish.terms, sample: { ...sample, commitments: counted } } }
}

/** The same rules as for /ai/chat and /ai/proxy, checked before the charge. */
async function checkTerms(
  request: FastifyRequest,
  { plan, ai, catalogue }: { plan: Plan | undefined; ai: Ai; catalogue: Catalogue },
): Promise<void> {
  const body = request.body as AuditRequest
  const { provider, model } = body
  if (provider && plan) requireOwnKeys(plan, catalogue)
  if (!provider && model && !ai.models.isOffered(model)) {
    const words = `This deployment does not offer the model "${model}": GET /v1/models lists those that it offers`
    throw invalidField(['body', 'model'], words)
  }
  await wishOf(body, ai, ownerOf(request).owner)
  if (!provider && !ai.hasChat && recordedCount(body) === 0) {
    const words = 'This deployment has no model of its own: send a provider and your key, or recorded answers'
    throw new ApiError('not_configured', words)
  }
}

function requireOwnKeys({ id }: Plan, catalogue: Catalogue): void {
  if (isAtLeast(catalogue, id, OWN_KEY_PLAN)) return
  const words = `A key of your own is not included in the ${id} plan: it needs the ${OWN_KEY_PLAN} plan or higher`
  throw new ApiError('forbidden', words)
}

function addReading(app: App, { audits }: AuditParts): void {
  const downloads = createInFlight(DOWNLOADS_MAX, 'downloads of reports')
  app.get(
    '/audits',
    {
      config: { access },
      onSend: csvIfAccepted,
      schema: { ...reference.listAudits, response: { 200: z.array(auditShape).describe('The newest first.') } },
    },
    async (request) => (await audits.list(callerOf(request).accountId)).map(shownAudit),
  )
  app.get(
    '/audits/:id',
    {
      config: { access, rejects: ['not_found'] },
      onSend: csvIfAccepted,
      schema: { ...reference.getAudit, params, response: { 200: auditShape } },
    },
    async (request) => shownAudit(await audits.find(callerOf(request).accountId, request.params.id)),
  )
  app.get(
    '/audits/:id/report',
    {
      config: { access, rejects: ['not_found', 'conflict'] },
      schema: { ...reference.getAuditReport, params, querystring: reportQuery, response: { 200: reportFile } },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { id } = request.params
      // Holds the place until the last byte was sent, however slow the caller is.
      finished(reply.raw, downloads.enter(accountId, ACCOUNT_DOWNLOADS_MAX))
      if (request.query.format === 'json') {
        return reply.type('application/json; charset=utf-8').send((await audits.report(accountId, id)) as never)
      }
      const page = await audits.page(accountId, id)
      reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY })
      return reply.send(page as never)
    },
  )
}

function addChanges(app: App, { audits, catalogue }: AuditParts): void {
  app.post(
    '/audits/:id/cancel',
    {
      config: { access, rejects: ['not_found', 'conflict'] },
      schema: { ...reference.cancelAudit, params, response: { 200: auditShape } },
    },
    async (request) => shownAudit(await audits.cancel(callerOf(request).accountId, request.params.id)),
  )
  app.post(
    '/audits/:id/resume',
    {
      config: { access, rejects: ['not_found', 'conflict', 'quota_spent'] },
      schema: { ...reference.resumeAudit, params, body: resumeRequest, response: { 200: auditShape } },
    },
    async (request) => {
      const key = request.body.user_api_key ?? undefined
      const starter = starterOf(request, catalogue)
      if (key) requireOwnKeys(starter.plan, catalogue)
      return shownAudit(await audits.resume(starter, request.params.id, key))
    },
  )
  app.delete(
    '/audits/:id',
    {
      config: { access, rejects: ['not_found'] },
      schema: { ...reference.deleteAudit, params, response: { 200: removedShape } },
    },
    async (request) => {
      await audits.remove(callerOf(request).accountId, request.params.id)
      return { status: 'deleted' as const }
    },
  )
}

function starterOf(request: FastifyRequest, catalogue: Catalogue): Starter {
  const { accountId, keyId, plan } = callerOf(request)
  return { accountId, keyId, plan: planOf(catalogue, plan) }
}
