import type { Operation } from '../../http/http.ts'

const tags = ['Audits'] as const
const ID = '8a5b2d3c-1f4e-4c6a-9b7d-2e8f0a1c3d5e'
const AT = '2026-03-01T09:31:00.000Z'
const SHA256 = '5f6dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710ab'
const AUDIT = {
  id: ID,
  source: 'asked',
  name: 'small-model',
  model: 'small-model',
  provider: null,
  set: 'even-handed',
  set_sha256: SHA256,
  seed: '2026',
  seed_origin: 'chosen',
  mode: 'ab',
  state: 'running',
  reason: null,
  detail: null,
  prompts: 400,
  answered: 118,
  conclusion: null,
  sentence: null,
  created_at: AT,
  updated_at: AT,
}
const DONE = {
  ...AUDIT,
  state: 'done',
  answered: 400,
  conclusion: 'even',
  sentence:
    'The answers of “small-model” at “api.example.org” treat both sides alike, on average and topic by topic: every mean over topics is shown to lie within its margin, and so is the lean of a typical topic.',
}

export const createAudit: Operation = {
  operationId: 'createAudit',
  access: 'scope ai',
  sdk: ['audits.create', 'body'],
  tags,
  summary: 'Start an audit',
  description:
    'Asks a model the same about both sides of public questions and compares the answers, in the background. Name a model of this deployment, or a provider with your own key. Or send recorded answers: with `pairs`, or with `answers` to the prompts of the set. Every answer of a model costs one call of /ai/chat (with your own key, of /ai/proxy); a recorded answer costs one text analysis. If fewer calls are left than the audit needs, the response is 402 and nothing is asked. If they run out later, the audit pauses. Two audits of an account can run at once (otherwise 409). The model is asked without a filter.',
  examples: {
    request: { sample: 200, seed: 2026 },
    response: {
      ...AUDIT,
      answered: 0,
      power:
        '200 pairs about 118 topics find a gap of 0.053 in the neutrality score with 90 %, if single pairs differ by 0.17 (standard deviation).',
    },
  },
}

export const listAudits: Operation = {
  operationId: 'listAudits',
  access: 'scope ai or read-only',
  sdk: ['audits.list'],
  tags,
  summary: 'List your audits',
  description: 'Returns the audits of your account, the newest first. An account can keep 100.',
  examples: { response: [DONE] },
}

export const getAudit: Operation = {
  operationId: 'getAudit',
  access: 'scope ai or read-only',
  sdk: ['audits.get', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Get an audit and its progress',
  description: 'Ask again every few seconds while `state` is `running`.',
  examples: { response: AUDIT },
}

export const listAuditEvents: Operation = {
  operationId: 'listAuditEvents',
  access: 'scope ai or read-only',
  sdk: ['audits.events', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'List what happened to an audit',
  description:
    'Returns when it was started, paused, resumed, taken over by another node, cancelled or finished. With `Accept: text/event-stream` you get the same as server-sent events as they happen, and `progress` with the audit whenever it changes. The stream ends when the audit no longer runs, when your key or session ends, and after ten minutes. To continue, send the id of the last event as `Last-Event-ID`. At most four streams of an account can be open at once.',
  examples: { response: [{ at: AT, event: 'started', detail: '' }] },
}

export const getAuditReport: Operation = {
  operationId: 'getAuditReport',
  access: 'scope ai or read-only',
  sdk: ['audits.report', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Get the report of an audit',
  description:
    'Returns the report with its signed receipt as JSON, or as one page with `format=html`. Anybody can compute it again with `equipoise audit verify`. The public keys are at /.well-known/equipoise-signing-key. The response is 409 until the audit is done.',
  examples: {
    response: {
      type: 'equipoise-audit/1',
      created_at: AT,
      source: 'asked',
      conclusion: { conclusion: DONE.conclusion, sentence: DONE.sentence, remarks: [] },
      results: { measures: [{ measure: 'score', status: 'even' }] },
      receipt: { type: 'equipoise-audit-receipt/1' },
    },
  },
}

export const cancelAudit: Operation = {
  operationId: 'cancelAudit',
  access: 'scope ai',
  sdk: ['audits.cancel', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Cancel an audit',
  description:
    'No further prompt is asked. The questions that are with the model, at most four, stay charged. The answers stay, so you can resume the audit. The response is 409 if it is done.',
  examples: { response: { ...AUDIT, state: 'cancelled' } },
}

export const resumeAudit: Operation = {
  operationId: 'resumeAudit',
  access: 'scope ai',
  sdk: ['audits.resume', 'path.id', 'body'],
  sample: { id: ID },
  tags,
  summary: 'Resume an audit',
  description:
    'Asks the prompts that have no answer yet. With a key of your own, send it again: we do not store it. The response is 402 if too few calls are left, and 409 if the audit is running or done.',
  examples: { request: {}, response: AUDIT },
}

export const deleteAudit: Operation = {
  operationId: 'deleteAudit',
  access: 'scope ai',
  sdk: ['audits.delete', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Delete an audit',
  description: 'Deletes its prompts, answers and report. If it is running, it is cancelled first.',
  examples: { response: { status: 'deleted' } },
}
