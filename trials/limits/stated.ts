// The places where people and screens read a limit. The number is written there by hand, and list.test.ts compares it with the constant.
import { DAY_MS } from '../../server/src/ground/calendar.ts'

interface Statement {
  readonly file: string
  readonly name: string
  /** The value of one stated unit, if it differs from the constant's: `24 hours` of a constant in milliseconds. */
  readonly unit?: number
  readonly places: readonly (readonly [document: string, pattern: RegExp])[]
}

const ROUTES = 'server/src/routes'
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const ACCOUNTS = 'docs/guide/accounts.md'
const AUDITS = 'docs/guide/audits.md'
const NEUTRALITY = 'docs/guide/neutrality.md'
const PLAYGROUND = 'web/src/playground/settings.ts'
const CONVERSATION = `${ROUTES}/models/conversation.ts`
const OUTCOMES = 'docs/reference/outcomes-1.md'

export const STATEMENTS: readonly Statement[] = [
  {
    file: `${ROUTES}/audits/audit-shapes.ts`,
    name: 'PAIRS_MAX',
    places: [
      [AUDITS, /each with up to ([\d,]+) pairs/],
      ['openapi.json', /Prompts of your own, up to ([\d,]+) pairs/],
      ['openapi.json', /How many pairs the seed draws, 1 to ([\d,]+)/],
    ],
  },
  {
    file: `${ROUTES}/audits/audit-shapes.ts`,
    name: 'PROMPT_CHARACTERS_MAX',
    places: [['openapi.json', /The prompt for side a, up to ([\d,]+) characters/]],
  },
  {
    file: 'audit/src/rules.ts',
    name: 'ANSWER_CHARACTERS_MAX',
    places: [
      ['openapi.json', /The answer, up to ([\d,]+) characters/],
      [AUDITS, /Answers are cut after ([\d,]+) characters/],
    ],
  },
  { file: 'server/src/audits/audits.ts', name: 'RUNNING_MAX', places: [[AUDITS, /An account can run (\d+) audits/]] },
  { file: 'server/src/audits/audits.ts', name: 'KEPT_MAX', places: [[AUDITS, /audits at once and keep (\d+)/]] },
  {
    file: 'server/src/audits/audits.ts',
    name: 'EVENTS_MAX',
    places: [['openapi.json', /The last ([\d,]+), the oldest/]],
  },
  {
    file: `${ROUTES}/audits/audits.ts`,
    name: 'ACCOUNT_DOWNLOADS_MAX',
    places: [[AUDITS, /download (\d+) reports at once/]],
  },
  { file: 'audit/src/rules.ts', name: 'TOPICS_MIN', places: [[AUDITS, /fewer than (\d+) topics/]] },
  { file: 'audit/src/rules.ts', name: 'COVERAGE_WORDS_MAX', places: [[AUDITS, /of answers up to (\d+) words/]] },
  {
    file: 'audit/src/statistics/flips.ts',
    name: 'EXACT_CLUSTERS_MAX',
    places: [[AUDITS, /all sign choices up to (\d+) topics/]],
  },
  {
    file: 'audit/src/statistics/flips.ts',
    name: 'FLIPS',
    places: [[AUDITS, /otherwise ([\d,]+) that the seed draws/]],
  },
  {
    file: `${ROUTES}/texts/analysis-shape.ts`,
    name: 'TEXT_CHARACTERS_MAX',
    places: [
      ['docs/guide/check.md', /one analysis for each ([\d,]+) characters/],
      ['docs/guide/editors.md', /for every ([\d,]+) characters/],
      ['docs/guide/other-gateways.md', /for every ([\d,]+) characters/],
      ['openapi.json', /longer than ([\d,]+) characters/],
      ['openapi.json', /for every ([\d,]+) characters of a text/],
      ['web/src/analysis/use-analysis.ts', /\bCHARS_MAX = ([\d_]+)/],
    ],
  },
  {
    file: `${ROUTES}/texts/try.ts`,
    name: 'CHARACTERS_MAX',
    places: [
      [NEUTRALITY, /texts of at most ([\d,]+) characters/],
      ['web/src/analysis/use-analysis.ts', /VISITOR_CHARS_MAX = ([\d_]+)/],
    ],
  },
  { file: `${ROUTES}/texts/try.ts`, name: 'ANALYSES_AN_HOUR', places: [[NEUTRALITY, /up to (\d+) an hour/]] },
  {
    file: `${ROUTES}/texts/text-list.ts`,
    name: 'TEXTS_MAX',
    places: [
      ['docs/guide/other-gateways.md', /up to (\d+) texts/],
      ['openapi.json', /Scores up to (\d+) texts/],
    ],
  },
  {
    file: `${ROUTES}/texts/text-list.ts`,
    name: 'CHARACTERS_MAX',
    places: [
      ['docs/guide/other-gateways.md', /with ([\d,]+) characters in total/],
      ['openapi.json', /texts, with ([\d,]+) characters in total/],
    ],
  },
  {
    file: `${ROUTES}/texts/words.ts`,
    name: 'ENTRIES_MAX',
    places: [
      [NEUTRALITY, /Each list has at most ([\d,]+) entries/],
      ['openapi.json', /Each list has at most ([\d,]+) entries/],
    ],
  },
  {
    file: `${ROUTES}/texts/word-lists.ts`,
    name: 'CALL_ENTRIES_MAX',
    places: [
      [NEUTRALITY, /with at most (\d+) entries each/],
      ['web/src/marked/ignored.ts', /WORDS_MAX = ([\d_]+)/],
      ['web/src/pages/editor/use-rewriting.ts', /IGNORED_MAX = ([\d_]+)/],
      ['mcp/src/tools.ts', /ignore: z\.array\(z\.string\(\)\)\.max\((\d+)\)/],
    ],
  },
  {
    file: 'score/src/reading/own-words.ts',
    name: 'WORD_LIST_ENTRY_MAX',
    places: [
      [NEUTRALITY, /of at most (\d+) characters/],
      ['web/src/marked/ignored.ts', /WORD_CHARS_MAX = ([\d_]+)/],
    ],
  },
  {
    file: 'score/src/certificate.ts',
    name: 'CERTIFIED_MIN',
    places: [
      ['docs/model-card.md', /A text is certified from ([\d.]+\d)/],
      ['docs/guide/chat.md', /`strict` \| at ([\d.]+) and below/],
      ['docs/guide/chat.md', /at most 4 \| above ([\d.]+)/],
      ['docs/guide/chat.md', /a score of exactly ([\d.]+) is certified/],
      ['cli/src/reading/options.ts', /MIN_DEFAULT = ([\d.]+)/],
    ],
  },
  {
    file: 'score/src/certificate.ts',
    name: 'MODERATE_MIN',
    places: [
      ['docs/model-card.md', /called biased below ([\d.]+\d)/],
      ['docs/guide/chat.md', /`rebalance` \| below ([\d.]+)/],
      [`${ROUTES}/texts/guarding.ts`, /are blocked\. Default: ([\d.]+\d)/],
    ],
  },
  {
    file: 'engine/src/setting.ts',
    name: 'SAMPLES_MIN',
    places: [['mcp/src/tools.ts', /samples: z\.number\(\)\.int\(\)\.min\(([\d_]+)\)/]],
  },
  {
    file: 'engine/src/setting.ts',
    name: 'SAMPLES_MAX',
    places: [['mcp/src/tools.ts', /samples: z\.number\(\)\.int\(\)\.min\(\d+\)\.max\(([\d_]+)\)/]],
  },
  {
    file: 'engine/src/setting.ts',
    name: 'BITS_PER_UNIT',
    places: [
      ['docs/guide/engine.md', /one compute unit for every ([\d,]+) of/],
      ['docs/guide/quotas.md', /1 unit for every ([\d,]+) of/],
      ['openapi.json', /one compute unit for every ([\d,]+) of/],
    ],
  },
  {
    file: 'server/src/ground/plans.ts',
    name: 'CATALOGUE.sizeMax',
    places: [
      [PLAYGROUND, /FREE_SIZE_MAX = (\d+)/],
      ['openapi.json', /Without an account N is at most (\d+)/],
      ['openapi.json', /Your plan limits it: (\d+) without credentials/],
    ],
  },
  {
    file: 'engine/src/outcomes/outcome.ts',
    name: 'DRAW_NUMBERS_MAX',
    places: [[OUTCOMES, /A draw has at most ([\d,]+)/]],
  },
  { file: 'engine/src/outcomes/allocation.ts', name: 'STRATA_MAX', places: [[OUTCOMES, /at most ([\d,]+) strata/]] },
  {
    file: 'engine/src/outcomes/allocation.ts',
    name: 'PARTICIPANTS_MAX',
    places: [[OUTCOMES, /strata and ([\d,]+) participants/]],
  },
  {
    file: 'engine/src/fields.ts',
    name: 'NAME_LENGTH_MAX',
    places: [[OUTCOMES, /Names have at most (\d+) characters/]],
  },
  {
    file: `${ROUTES}/editors/v2.ts`,
    name: 'CHARACTERS_MAX',
    places: [['docs/guide/editors.md', /A text can have at most ([\d,]+) characters/]],
  },
  {
    file: 'server/src/config.ts',
    name: 'MESSAGES_DEFAULT',
    places: [
      ['docs/guide/chat.md', /`messages` \| required \| 1 to ([\d,]+)/],
      ['docs/guide/openai-compatible.md', /Limits: ([\d,]+) messages/],
    ],
  },
  {
    file: 'server/src/config.ts',
    name: 'CHARACTERS_DEFAULT',
    places: [
      ['docs/guide/chat.md', /together at most ([\d,]+) characters/],
      ['docs/guide/openai-compatible.md', /messages, ([\d,]+) characters of text/],
    ],
  },
  {
    file: CONVERSATION,
    name: 'MEDIA_BYTES_MAX',
    unit: 1_048_576,
    places: [['docs/guide/openai-compatible.md', /a body of (\d+) MiB/]],
  },
  {
    file: `${ROUTES}/models/media.ts`,
    name: 'IMAGES_MAX',
    places: [['docs/guide/openai-compatible.md', /(\d+) images and files/]],
  },
  {
    file: `${ROUTES}/models/media.ts`,
    name: 'MEDIA_MB_MAX',
    places: [['docs/guide/openai-compatible.md', /of at most (\d+) MiB each/]],
  },
  {
    file: 'server/src/accounts/sign-in/passwords.ts',
    name: 'PASSWORD_LENGTH.min',
    places: [[ACCOUNTS, /A password has (\d+) to/]],
  },
  {
    file: 'server/src/accounts/sign-in/passwords.ts',
    name: 'PASSWORD_LENGTH.max',
    places: [[ACCOUNTS, /A password has \d+ to (\d+)/]],
  },
  {
    file: 'server/src/accounts/sign-in/sign-in-attempts.ts',
    name: 'LOGIN_WINDOW_MS',
    unit: MINUTE_MS,
    places: [
      [ACCOUNTS, /one IP address within (\d+) minutes/],
      ['SECURITY.md', /one IP address within (\d+) minutes/],
      ['openapi.json', /block further attempts for (\d+) minutes/],
      ['server/src/accounts/sign-in/sign-in-attempts.ts', /Too many login attempts\. Try again in (\d+) minutes/],
    ],
  },
  {
    file: 'server/src/accounts/sign-in/sign-in-attempts.ts',
    name: 'LOGINS_FROM_NETWORK.tries',
    places: [[ACCOUNTS, /or (\d+) from one IP address/]],
  },
  {
    file: 'server/src/accounts/sign-in/sign-in-attempts.ts',
    name: 'REGISTRATIONS.tries',
    places: [[ACCOUNTS, /can create (\d+) accounts an hour/]],
  },
  {
    file: 'server/src/attempts/attempts.ts',
    name: 'TOKENS.tries',
    places: [[ACCOUNTS, /tokens of links to (\d+) in/]],
  },
  {
    file: 'server/src/accounts/sign-in/session-store.ts',
    name: 'SESSIONS_MAX',
    places: [[ACCOUNTS, /keeps its latest (\d+) sessions/]],
  },
  {
    file: 'server/src/newsletter/newsletter.ts',
    name: 'SUBSCRIPTIONS_FROM_NETWORK.tries',
    places: [[ACCOUNTS, /one network can request (\d+) an hour/]],
  },
  {
    file: 'server/src/accounts/sign-in/sign-in.ts',
    name: 'SESSION_SECONDS',
    unit: DAY_MS / 1_000,
    places: [['SECURITY.md', /valid for (\d+) days/]],
  },
  {
    file: 'server/src/accounts/emails.ts',
    name: 'VERIFICATION_MS',
    unit: HOUR_MS,
    places: [['docs/operating/access.md', /by a link that is valid for (\d+) hours/]],
  },
  {
    file: 'server/src/ai/idempotency.ts',
    name: 'KEPT_MS',
    unit: HOUR_MS,
    places: [['docs/guide/chat.md', /For (\d+) hours, the same key/]],
  },
  {
    file: 'server/src/ai/breaker.ts',
    name: 'PAUSE_MS',
    unit: 1_000,
    places: [['docs/operating/models.md', /do not use a target for (\d+) seconds/]],
  },
  {
    file: 'server/src/billing/stripe.ts',
    name: 'SIGNATURE_TOLERANCE_S',
    places: [
      ['docs/operating/plans.md', /older than (\d+) seconds/],
      ['SECURITY.md', /at most (\d+) seconds old/],
    ],
  },
  {
    file: 'server/src/billing/state.ts',
    name: 'PAST_DUE_GRACE_MS',
    unit: DAY_MS,
    places: [
      ['docs/guide/quotas.md', /(\d+) days after the invoice/],
      ['docs/operating/plans.md', /stays (\d+) days from the invoice/],
    ],
  },
  {
    file: 'server/src/billing/state.ts',
    name: 'RENEWAL_GRACE_MS',
    unit: HOUR_MS,
    places: [['docs/operating/plans.md', /stays (\d+) hours longer/]],
  },
]
