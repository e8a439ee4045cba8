// The request and response shapes of audits.
import { ANSWER_CHARACTERS_MAX, EVEN_HANDED, MEASURES, seedOrigin, VERDICTS } from '@equipoise/audit'
import { SIDE_CHARACTERS_MAX } from '@equipoise/score/balance'
import { z } from 'zod'
import type { Ai } from '../../ai/ai.ts'
import { AUDIT_EVENTS, AUDIT_STATES, type Audit, type AuditEvent, PAUSE_REASONS } from '../../audits/audits.ts'
import { integer, named, timestamp } from '../../http/http.ts'
import { receiptShape } from '../draws/receipt-shape.ts'
import { seedInput, unicodeText } from '../engine/seed-input.ts'
import { userApiKey } from '../models/chat.ts'
import { model } from '../models/conversation.ts'

export const access = { credentials: 'required', kinds: ['jwt', 'key'], area: 'ai' } as const

/** Pairs in one audit, drawn or sent. */
const PAIRS_MAX = 500
const SAMPLE_DEFAULT = 200
const PROMPT_CHARACTERS_MAX = 4_000
const NAME_LENGTH_MAX = 200
/** 500 pairs of long answers, in characters of up to three bytes. */
export const AUDIT_BYTES_MAX = 8 * 1_048_576

const HALF_PAIR = /\p{Cs}/u

/** Text of several lines, without what PostgreSQL cannot store. */
const longText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\0') && !HALF_PAIR.test(text), {
      error: 'Input should be text in UTF-8 without NUL',
    })

const side = longText(SIDE_CHARACTERS_MAX).min(1)

const pair = named(
  'AuditPair',
  'Two prompts that ask the same about both sides of a question, and optionally their recorded answers.',
  z.object({
    id: unicodeText({ max: NAME_LENGTH_MAX }).optional().describe('A name of your own. Default: `pair-1`, `pair-2`, …'),
    topic: unicodeText({ max: NAME_LENGTH_MAX }).describe('What the pair is about. Pairs of one topic count as one.'),
    area: unicodeText({ max: NAME_LENGTH_MAX }).optional().describe('A group of topics, for the report.'),
    sides: z
      .tuple([side, side])
      .optional()
      .describe('What the two sides hold, up to 500 characters each. `coverage` then knows their words.'),
    prompt_a: longText(PROMPT_CHARACTERS_MAX).min(1).describe('The prompt for side a, up to 4,000 characters.'),
    prompt_b: longText(PROMPT_CHARACTERS_MAX).min(1).describe('The prompt for side b, up to 4,000 characters.'),
    answer_a: longText(ANSWER_CHARACTERS_MAX).optional().describe('The recorded answer to `prompt_a`.'),
    answer_b: longText(ANSWER_CHARACTERS_MAX).optional().describe('The recorded answer to `prompt_b`.'),
  }),
)

const recordedAnswer = named(
  'RecordedAnswer',
  'A recorded answer to a prompt of the set.',
  z.object({
    id: unicodeText({ max: NAME_LENGTH_MAX }).describe('The id of the pair.'),
    side: z.literal(['a', 'b']).describe('Which of its two prompts was answered.'),
    answer: longText(ANSWER_CHARACTERS_MAX).describe('The answer, up to 10,000 characters.'),
  }),
)

const margins = z
  .partialRecord(z.literal([...MEASURES]), z.number().positive())
  .describe('Mean differences up to here are too small to matter, by measure. The report states all of them.')

export function auditRequest({ providerNames }: Pick<Ai, 'providerNames'>) {
  return named(
    'AuditRequest',
    'Whom to audit, and with which prompts.',
    z.object({
      model: model.nullish(),
      provider: z
        .literal(providerNames)
        .nullish()
        .describe(
          'Whose model to ask with your own key. Needs `user_api_key`. Calls then count as calls of /ai/proxy.',
        ),
      user_api_key: userApiKey.nullish(),
      name: unicodeText({ max: NAME_LENGTH_MAX })
        .nullish()
        .describe('With recorded answers: what you say gave them. The report says that nobody checked it.'),
      set: z.literal([EVEN_HANDED.name]).default(EVEN_HANDED.name).describe('The prompt set, unless you send `pairs`.'),
      pairs: z.array(pair).min(1).max(PAIRS_MAX).nullish().describe('Prompts of your own, up to 500 pairs.'),
      answers: z
        .array(recordedAnswer)
        .min(1)
        .max(2 * PAIRS_MAX)
        .nullish()
        .describe('Recorded answers to the drawn prompts of the set. Then no model is asked.'),
      sample: integer()
        .min(1)
        .max(PAIRS_MAX)
        .default(SAMPLE_DEFAULT)
        .describe('How many pairs the seed draws, 1 to 500. Of fewer pairs, all are used.'),
      seed: seedInput
        .nullish()
        .describe(
          'Draws the sample, and the sign flips of the tests. The report says that you chose it. Default: `equipoise`.',
        ),
      draw_receipts: z
        .array(receiptShape.loose())
        .min(2)
        .max(3)
        .nullish()
        .describe(
          'Instead of a seed: receipts that show that it was fixed beforehand. Those of a commitment of your account, of its one draw (a `sample` of the ids of all pairs) and, with a server seed, of the reveal.',
        ),
      mode: z
        .literal(['ab', 'aa'])
        .default('ab')
        .describe('`aa` asks the first prompt of each pair twice, as a control.'),
      margins: margins.nullish(),
      max_calls: integer().min(1).nullish().describe('If the audit needs more answers than this, it does not start.'),
    }),
  )
}

export const resumeRequest = named(
  'ResumeAuditRequest',
  'Resumes an audit.',
  z.object({ user_api_key: userApiKey.nullish() }),
)

export const auditShape = named(
  'Audit',
  'An audit, and how far it is.',
  z.object({
    id: z.string().describe('The id of the audit.'),
    source: z
      .literal(['asked', 'supplied'])
      .describe('Whether we ask a model, or the answers were sent with the request.'),
    name: z.string().describe('The model that is asked, or what recorded answers are said to come from.'),
    model: z.string().nullable().describe('The model that is asked. Null if its answers were recorded.'),
    provider: z.string().nullable().describe('The provider that is asked with your own key. Null without one.'),
    set: z.string().describe('The prompt set.'),
    set_sha256: z.string().describe('SHA-256 of the pairs of the set.'),
    seed: z.string().describe('The seed that drew the sample.'),
    seed_origin: z
      .literal(['chosen', 'announced', 'committed'])
      .describe('Whether you chose the seed, a round of a beacon that you announced gave it, or a commitment did.'),
    mode: z.literal(['ab', 'aa']).describe('`aa` is a control.'),
    state: z
      .literal([...AUDIT_STATES])
      .describe('`paused` and `cancelled` audits keep their answers and can be resumed. `done` has a report.'),
    reason: z
      .literal([...PAUSE_REASONS])
      .nullable()
      .describe(
        'Why it is paused: `quota` (no calls are left), `limit` (a limit of the key, the account or the plan does not allow the next question), `provider` (the model failed for five minutes, or rejected the request), `provider_key` (send your key again), `access` (the account or the key may no longer call), `internal` (an error on our side).',
      ),
    detail: z.string().nullable().describe('The same in a sentence.'),
    prompts: z.int().describe('How many answers it needs.'),
    answered: z.int().describe('How many it has. Each costs one call, unless it was recorded.'),
    conclusion: z
      .literal([...VERDICTS])
      .nullable()
      .describe(
        'What the report concludes: `even` (on average and topic by topic), `too_small_to_matter`, `uneven`, `even_on_average` or `undecided`. Null until the audit is done.',
      ),
    sentence: z.string().nullable().describe('The conclusion in a sentence.'),
    created_at: timestamp('When it was started.'),
    updated_at: timestamp('When its state changed last.'),
  }),
)

export const startedShape = named(
  'StartedAudit',
  'An audit that was just started, and what it can find.',
  auditShape.extend({
    power: z.string().describe('How small a difference a run of this size finds, in a sentence.'),
  }),
)

export const eventShape = named(
  'AuditEvent',
  'Something that happened to an audit.',
  z.object({
    at: timestamp('When it happened.'),
    event: z
      .literal([...AUDIT_EVENTS])
      .describe('What happened. `taken_over`: another node goes on after one stopped.'),
    detail: z.string().describe('Why, in a sentence. Empty if there is nothing to add.'),
  }),
)

export const removedShape = named(
  'DeletedAudit',
  'The audit is deleted.',
  z.object({ status: z.literal('deleted').describe('Always `deleted`.') }),
)

export const params = z.object({ id: z.uuid().describe('The id of the audit.') })

export const reportQuery = z.object({
  format: z.literal(['json', 'html']).default('json').describe('`html` is one page that carries the whole report.'),
})

export const reportFile = {
  description: 'The report with its receipt.',
  content: {
    'application/json': {
      schema: named(
        'AuditReport',
        'Everything that was asked, answered, measured and found. `equipoise audit verify` computes it again.',
        z.looseObject({
          type: z.literal('equipoise-audit/1').describe('The format of the report.'),
          source: z
            .literal(['asked', 'supplied'])
            .describe(
              'Whether we asked the model, as `asked` states, or the answers were supplied, as `supplied` states.',
            ),
          conclusion: z
            .looseObject({
              conclusion: z.literal([...VERDICTS]).describe('What the report concludes.'),
              sentence: z.string().describe('The same in a sentence.'),
              remarks: z.array(z.string()).describe('Notes, one sentence each.'),
            })
            .describe('The conclusion on all measures together.'),
          results: z
            .looseObject({
              measures: z
                .array(
                  z.looseObject({
                    measure: z.literal([...MEASURES]).describe('The measure.'),
                    status: z
                      .literal([...VERDICTS])
                      .nullable()
                      .describe(
                        'The conclusion on this measure. Null if too few answers can be measured, or if the report allows no conclusion.',
                      ),
                  }),
                )
                .describe('All measures with their statistics.'),
            })
            .describe('What was found.'),
          receipt: z
            .looseObject({})
            .describe(
              'The signed receipt, over the source, where the seed comes from, and hashes of prompts, answers and results.',
            ),
        }),
      ),
    },
    'text/html': { schema: z.string().describe('A page without scripts that prints well.') },
  },
}

export function shownAudit(audit: Audit) {
  const { id, terms, state, reason, detail, prompts, answered, conclusion, sentence } = audit
  return {
    id,
    source: terms.model === null ? ('supplied' as const) : ('asked' as const),
    name: terms.name,
    model: terms.model,
    provider: terms.provider,
    set: terms.set.name,
    set_sha256: terms.set.sha256,
    seed: String(terms.sample.seed),
    seed_origin: seedOrigin(terms.sample),
    mode: terms.mode,
    state,
    reason,
    detail,
    prompts,
    answered,
    conclusion: conclusion as z.input<typeof auditShape>['conclusion'],
    sentence,
    created_at: audit.createdAt.toISOString(),
    updated_at: audit.updatedAt.toISOString(),
  }
}

/** Without the report, which has megabytes: the account's export gives its address. */
export function exportedAudit(audit: Audit) {
  return { ...shownAudit(audit), report: audit.state === 'done' ? `/audits/${audit.id}/report` : null }
}

export function shownEvent({ at, event, detail }: AuditEvent) {
  return { at: at.toISOString(), event, detail }
}
