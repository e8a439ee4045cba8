// Every number that the contract, the API document, the guides or the screens state, with its boundary test and the places that repeat
// it. list.test.ts compares the places; `npm run trial -- limits` changes every number and expects its test to fail.
import { DAY_MS } from '../../server/src/ground/calendar.ts'
import { BUILT_IN_PLANS, TOPUP_IDS } from '../../server/src/ground/plans.ts'
import type { NumberAt } from './mutation.ts'

export interface Limit extends NumberAt {
  /** The smallest change that a caller can notice. */
  readonly step: number
  /** The file whose tests fail if the number changes, or one of its tests as `file > title`. */
  readonly test: string
}

/** Name → by how much it is changed, optionally with the title of the test. */
type Steps = Readonly<Record<string, number | readonly [step: number, title: string]>>

function limitsOf(file: string, test: string, steps: Steps): Limit[] {
  return Object.entries(steps).map(([name, given]) => {
    const [step, title] = typeof given === 'number' ? [given] : given
    return { file, name, step, test: title === undefined ? test : `${test} > ${title}` }
  })
}

const ROUTES = 'server/src/routes'
const BORDERS = 'server/test/limits.test.ts'
const SIGN_IN = `${ROUTES}/account/sign-in.test.ts`
const MAIL = `${ROUTES}/account/mail.test.ts`
const MINUTE_MS = 60_000

export const LIMITS: readonly Limit[] = [
  ...limitsOf('score/src/certificate.ts', 'score/src/certificate.test.ts', {
    CERTIFIED_MIN: 0.01,
    MODERATE_MIN: 0.01,
    UNCERTIFIED_MAX: 0.01,
    'LOADED_MAX.deep': 0.01,
    'LOADED_MAX.words': 0.01,
    AMONG_LOADED: 0.05,
    'PLAIN_TEXT.share': 0.1,
    'PLAIN_TEXT.ainMin': 0.01,
    FALLS_FROM: 1,
    FALLS_UNTIL: 10,
    FALLS_TO: 0.05,
    'INSULT_MAX.deep': 0.01,
    'INSULT_MAX.words': 0.01,
    MARKED_MIN: 0.01,
    'HOSTILE_MIN.group': 0.1,
    'HOSTILE_MIN.sex': 0.1,
    'HOSTILE_MIN.people': 0.1,
    'HOSTILE_LOADED_MIN.group': 0.1,
    'HOSTILE_LOADED_MIN.sex': 0.1,
    'HOSTILE_LOADED_MIN.people': 0.1,
    'ARTICLE.reportMax': 0.1,
    'ARTICLE.sentencesMin': 1,
    'ARTICLE.amongLoaded': 0.05,
    'ARTICLE.above': 0.01,
    INSULTS_SHARE_MIN: 0.01,
    SHORT_TEXT_MAX: 1,
    INSULT_MARK_MIN: 0.01,
    PUFFERY_MARK_MIN: 0.01,
    'QUOTED_MAX.ain': 0.01,
    'QUOTED_MAX.wordsMin': 1,
    'QUOTED_MAX.share': 0.01,
    'OPINION.ainMin': 0.01,
    'OPINION.ainMax': 0.01,
    'LANGUAGE.mixedShare': 0.01,
    'LANGUAGE.foreignKnownMax': 0.01,
    LEAN_MIXED_MIN: 0.01,
    LEAN_MIN: 0.1,
    LEAN_GAP: 0.1,
  }),
  ...limitsOf('score/src/parts.ts', 'score/src/parts.test.ts', { LOWEST_WORDS_MIN: 1, FOREIGN_SHARE_MAX: 0.01 }),
  ...limitsOf('cli/src/judging/judging.ts', 'cli/src/judging/judging.test.ts', { NOISE: 0.01 }),
  ...limitsOf('server/src/ai/decide.ts', 'server/src/ai/decide.test.ts', { REBALANCE_RETRIES: 1, STRICT_RETRIES: 1 }),
  ...limitsOf('engine/src/setting.ts', BORDERS, {
    SAMPLES_MIN: [1, 'samples of'],
    SAMPLES_MAX: [1, 'samples of'],
    STEPS_MIN: [1, 'steps of'],
    STEPS_MAX: [1, 'steps of'],
  }),
  ...limitsOf('engine/src/setting.ts', `${ROUTES}/engine/compute.test.ts`, { BITS_PER_UNIT: 1 }),
  ...limitsOf(`${ROUTES}/engine/compute.ts`, `${ROUTES}/engine/compute.test.ts`, {
    SAMPLES_DEFAULT: 1,
    SWEEP_SAMPLES_DEFAULT: 1,
    STEPS_DEFAULT: 1,
  }),
  ...limitsOf('engine/src/outcomes/outcome.ts', BORDERS, {
    DRAW_NUMBERS_MAX: [1, 'numbers of a draw'],
    DICE_MAX: [1, 'dice of a throw'],
    ENTRIES_MAX: [1, 'places of a sample'],
  }),
  ...limitsOf('engine/src/outcomes/outcome.ts', 'engine/src/outcomes/outcome.test.ts', {
    OUTCOMES_MAX: 1,
    OPTIONS_MAX: 1,
  }),
  ...limitsOf('engine/src/fields.ts', BORDERS, { NAME_LENGTH_MAX: [1, 'characters of an option'] }),
  ...limitsOf('engine/src/outcomes/fair.ts', BORDERS, { CLIENT_SEED_LENGTH_MAX: [1, 'characters of a client seed'] }),
  ...limitsOf('engine/src/outcomes/allocation.ts', BORDERS, {
    ARMS_MIN: [1, 'arms of an allocation'],
    ARMS_MAX: [1, 'arms of an allocation'],
    WEIGHT_MAX: [1, 'weight of an arm'],
    BLOCK_SIZES_MAX: [1, 'block sizes of an allocation'],
    BLOCK_SIZE_MAX: [2, 'halves of a block'],
    STRATA_MAX: [1, 'strata of an allocation'],
  }),
  ...limitsOf('engine/src/outcomes/allocation.ts', `${ROUTES}/draws/allocations.test.ts`, {
    PARTICIPANTS_MAX: [1, 'accepts a million participants'],
  }),
  ...limitsOf(`${ROUTES}/draws/draw-request.ts`, BORDERS, { NAMES_BYTES_MAX: [128, 'bytes of the names of a draw'] }),
  ...limitsOf(`${ROUTES}/draws/kinds-of-draws.ts`, BORDERS, {
    SETTINGS_BYTES_MAX: [1, 'bytes of the settings of a draw'],
    ENTRIES_MAX: [1, 'entries of a sample'],
  }),
  ...limitsOf(`${ROUTES}/draws/allocation-shapes.ts`, BORDERS, {
    NAME_LENGTH_MAX: [1, 'characters of the name of an a'],
    REASON_LENGTH_MIN: [1, 'characters of a reason for unblinding'],
    REASON_LENGTH_MAX: [1, 'characters of a reason for unblinding'],
    PARTICIPANT_LENGTH_MAX: [1, 'characters of a participant'],
    PAGE_ROWS_MAX: [1, 'participants of one page'],
  }),
  ...limitsOf(`${ROUTES}/draws/commitments.ts`, BORDERS, {
    NAME_LENGTH_MAX: [1, 'characters of the name of a commitment'],
    DRAWS_MAX: [1, 'draws of a commitment'],
  }),
  ...limitsOf('server/src/draws/commitments.ts', `${ROUTES}/draws/draws.test.ts`, {
    COMMITMENTS_MAX: [1, 'an account can have 10,000 commitments'],
  }),
  ...limitsOf('engine/src/prizes/prize-shape.ts', BORDERS, {
    'PRIZE_LIMITS.entries': [1, 'entries of a prize draw'],
    'PRIZE_LIMITS.winners': [1, 'winners of a prize draw'],
    'PRIZE_LIMITS.reserves': [1, 'reserves of a prize draw'],
    'PRIZE_LIMITS.titleLength': [1, 'characters of the title of a prize draw'],
    'PRIZE_LIMITS.organiserLength': [1, 'characters of the organiser of a prize draw'],
    'PRIZE_LIMITS.ruleLines': [1, 'paragraphs of the rules of a prize draw'],
    'PRIZE_LIMITS.ruleLength': [1, 'characters of a paragraph of rules'],
    'PRIZE_LIMITS.prizeKinds': [1, 'kinds of prizes of an instant-win list'],
    'PRIZE_LIMITS.prizes': [1, 'prizes of one kind of an instant-win list'],
    'PRIZE_LIMITS.reasonLength': [1, 'characters of a reason for an exclusion'],
  }),
  ...limitsOf('engine/src/prizes/prize-shape.ts', 'server/test/bounded.test.ts', {
    'PRIZE_LIMITS.exclusions': [1, 'prize_exclusions'],
  }),
  ...limitsOf('server/src/draws/prize-locking.ts', 'server/test/bounded.test.ts', {
    DRAWS_MAX: [1, 'prize_draws'],
    POOLS_MAX: [1, 'prize_pages'],
  }),
  // No seed has between 127 and 128 bits: the next lower one has 126.9.
  ...limitsOf(`${ROUTES}/engine/seed-input.ts`, `${ROUTES}/draws/allocations.test.ts`, { SECRET_BITS_LEAST: 2 }),
  ...limitsOf(`${ROUTES}/draws/draws.ts`, BORDERS, { BODY_BYTES_MAX: [1, 'bytes of a draw'] }),
  ...limitsOf(`${ROUTES}/audits/audit-shapes.ts`, BORDERS, {
    PAIRS_MAX: [1, 'pairs of an audit'],
    NAME_LENGTH_MAX: [1, 'characters of the name of an audit'],
    PROMPT_CHARACTERS_MAX: [1, 'characters of a prompt of an audit'],
    AUDIT_BYTES_MAX: [1, 'bytes of an audit'],
  }),
  ...limitsOf(`${ROUTES}/audits/audit-shapes.ts`, `${ROUTES}/audits/audits.test.ts`, {
    SAMPLE_DEFAULT: [1, 'without enough calls'],
  }),
  ...limitsOf('audit/src/rules.ts', BORDERS, {
    ANSWER_CHARACTERS_MAX: [1, 'characters of a recorded answer'],
  }),
  ...limitsOf('server/src/audits/audits.ts', 'server/src/audits/audits.test.ts', {
    RUNNING_MAX: [1, 'an account can run two audits at once'],
    KEPT_MAX: [1, 'an account can keep 100 audits'],
    EVENTS_MAX: [1, 'only the last thousand events are kept'],
  }),
  ...limitsOf(`${ROUTES}/audits/audits.ts`, `${ROUTES}/audits/audits.test.ts`, {
    ACCOUNT_DOWNLOADS_MAX: [1, 'an account can download two reports at once'],
  }),
  ...limitsOf('audit/src/rules.ts', 'audit/src/rules.test.ts', {
    ...Object.fromEntries(['score', 'declined', 'hedging', 'opinion'].map((name) => [`MARGINS.${name}`, 0.01])),
    ...Object.fromEntries(['direction', 'coverage', 'length', 'loaded'].map((name) => [`MARGINS.${name}`, 0.1])),
    ALPHA: 0.01,
    TOPICS_MIN: 1,
    UNMEASURED_SHARE_MAX: 0.01,
    SPEAKING_SHARE_MIN: 0.01,
    SPEAKING_GAP_MAX: 0.01,
    SAME_TEXT_SHARE_MAX: 0.01,
    COVERAGE_WORDS_MAX: 1,
    GROWTH_MIN: 0.01,
  }),
  ...limitsOf('audit/src/rules.ts', 'audit/src/report/report.test.ts', {
    GROUP_MIN: [1, 'a group has a p-value from six values on'],
  }),
  ...limitsOf('audit/src/rules.ts', 'audit/src/measures/measures.test.ts', {
    CLOSER_SHARE_MAX: [0.05, 'is about its question'],
  }),
  ...limitsOf('audit/src/statistics/flips.ts', 'audit/src/statistics/statistics.test.ts', {
    EXACT_CLUSTERS_MAX: 1,
    FLIPS: 1,
  }),
  ...limitsOf('server/src/audits/patience.ts', 'server/src/audits/audits.test.ts', {
    PATIENCE_MS: [MINUTE_MS, 'pauses the audit after five minutes'],
  }),
  ...limitsOf('server/src/audits/runner.ts', 'server/src/audits/audits.test.ts', {
    HELD_MS: [2_000, 'after a node has crashed'],
  }),
  ...limitsOf(`${ROUTES}/texts/analysis-shape.ts`, BORDERS, { TEXT_CHARACTERS_MAX: [1, 'characters of a text'] }),
  ...limitsOf(`${ROUTES}/texts/try.ts`, `${ROUTES}/texts/try.test.ts`, {
    CHARACTERS_MAX: 1,
    ANALYSES_AN_HOUR: 1,
    TRY_WINDOW_MS: MINUTE_MS,
  }),
  ...limitsOf(`${ROUTES}/texts/text-list.ts`, BORDERS, {
    TEXTS_MAX: [1, 'texts in a batch'],
    CHARACTERS_MAX: [1, 'characters of all texts'],
    TEXTS_BYTES_MAX: [1, 'bytes of a batch'],
  }),
  ...limitsOf(`${ROUTES}/texts/moderations.ts`, BORDERS, { INPUTS_MAX: [1, 'texts in a moderation'] }),
  ...limitsOf(`${ROUTES}/texts/guardrails.ts`, BORDERS, { CHARACTERS_MAX: [1, 'Portkey'] }),
  ...limitsOf(`${ROUTES}/texts/words.ts`, BORDERS, { ENTRIES_MAX: [1, 'words to accept in an account'] }),
  ...limitsOf(`${ROUTES}/texts/word-lists.ts`, BORDERS, { CALL_ENTRIES_MAX: [1, 'in one request'] }),
  ...limitsOf('score/src/reading/own-words.ts', BORDERS, {
    WORD_LIST_ENTRY_MAX: [1, 'characters of a word'],
    WORD_LIST_SUGGESTION_MAX: [1, 'characters of a suggestion'],
  }),
  ...limitsOf('score/src/evidence/evidence.ts', 'score/src/score.test.ts', { EVIDENCE_MAX: 1 }),
  ...limitsOf('score/src/balance/balance.ts', 'score/src/balance/balance.test.ts', { BALANCE_SENTENCES_MIN: 1 }),
  ...limitsOf(`${ROUTES}/editors/v2.ts`, `${ROUTES}/editors/v2.test.ts`, { CHARACTERS_MAX: [1, 'a long text costs'] }),
  ...limitsOf(`${ROUTES}/models/chat-request.ts`, BORDERS, {
    CHOICES_MAX: [1, 'choices of'],
    STOPS_MAX: [1, 'stops of'],
    PARTS_MAX: [1, 'parts of'],
    TOOLS_MAX: [1, 'tools of'],
  }),
  ...limitsOf(`${ROUTES}/models/media.ts`, BORDERS, {
    IMAGES_MAX: [1, 'images of'],
    MEDIA_MB_MAX: [1, 'MiB of an image'],
    URL_CHARS_MAX: [1, 'address of an image'],
  }),
  ...limitsOf(`${ROUTES}/models/messages-request.ts`, BORDERS, { BLOCKS_MAX: [1, 'blocks of a message'] }),
  ...limitsOf(`${ROUTES}/models/conversation.ts`, BORDERS, {
    AROUND_BYTES: [1, 'bytes of a conversation'],
  }),
  ...limitsOf(`${ROUTES}/models/embeddings.ts`, BORDERS, {
    INPUTS_MAX: [1, 'inputs of'],
    TOKENS_MAX: [1, 'tokens of an embedding'],
  }),
  ...limitsOf('server/src/config.ts', `${ROUTES}/models/agent-size.test.ts`, {
    MESSAGES_DEFAULT: 1,
    CHARACTERS_DEFAULT: 1,
  }),
  ...limitsOf(`${ROUTES}/account/api-keys.ts`, BORDERS, {
    NAME_LENGTH_MAX: [1, 'characters of the name of a key'],
    SEARCH_LENGTH_MAX: [1, 'characters of a search'],
    GRACE_SECONDS_MAX: [1, 'seconds that a rotated key'],
  }),
  ...limitsOf(`${ROUTES}/account/api-keys.ts`, `${ROUTES}/account/api-keys.test.ts`, { GRACE_SECONDS_DEFAULT: 1 }),
  ...limitsOf('server/src/accounts/sign-in/passwords.ts', BORDERS, {
    'PASSWORD_LENGTH.min': [1, 'characters of a password'],
    'PASSWORD_LENGTH.max': [1, 'characters of a password'],
  }),
  ...limitsOf('server/src/accounts/email.ts', BORDERS, { LENGTH_MAX: [1, 'characters of an email address'] }),
  ...limitsOf('server/src/accounts/sign-in/sign-in-attempts.ts', SIGN_IN, {
    'LOGINS.tries': [1, 'five failures lock'],
    LOGIN_WINDOW_MS: [MINUTE_MS, 'five failures lock'],
    'LOGINS_OF_EMAIL.tries': [1, 'fifty failures'],
    'LOGINS_FROM_NETWORK.tries': [1, '300 failures'],
    'REGISTRATIONS.tries': [1, 'limited to 300 an hour'],
    'REGISTRATIONS.windowMs': [MINUTE_MS, 'limited to 300 an hour'],
  }),
  ...limitsOf('server/src/accounts/sign-in/sign-in.ts', SIGN_IN, { SESSION_SECONDS: [60, 'after seven days'] }),
  ...limitsOf('server/src/accounts/sign-in/session-store.ts', 'server/src/accounts/accounts.test.ts', {
    SESSIONS_MAX: [1, 'a hundred sessions'],
  }),
  ...limitsOf('server/src/attempts/attempts.ts', MAIL, {
    'EMAILS.tries': [1, 'at most five emails an hour'],
    'EMAILS.windowMs': [MINUTE_MS, 'at most five emails an hour'],
  }),
  ...limitsOf('server/src/attempts/attempts.ts', MAIL, {
    'TOKENS.tries': [1, 'thirty invalid links'],
    'TOKENS.windowMs': [MINUTE_MS, 'thirty invalid links'],
  }),
  ...limitsOf('server/src/newsletter/newsletter.ts', MAIL, {
    SUBSCRIPTION_MS: [DAY_MS, 'newsletter'],
    'SUBSCRIPTIONS_OF_EMAIL.tries': [1, 'twice a day'],
    'SUBSCRIPTIONS_OF_EMAIL.windowMs': [MINUTE_MS, 'twice a day'],
    'SUBSCRIPTIONS_FROM_NETWORK.tries': [1, 'one address after the other'],
    'SUBSCRIPTIONS_FROM_NETWORK.windowMs': [MINUTE_MS, 'one address after the other'],
  }),
  ...limitsOf('server/src/accounts/emails.ts', MAIL, { RESET_MS: [MINUTE_MS, 'the link is valid for an hour'] }),
  ...limitsOf('server/src/accounts/emails.ts', `${ROUTES}/account/invitation.test.ts`, {
    VERIFICATION_MS: [MINUTE_MS, 'expires after a day'],
  }),
  ...limitsOf('server/src/http/gate.ts', 'server/src/http/gate.test.ts', {
    PUBLIC_REQUESTS_PER_MINUTE: 1,
    FAILURES_PER_MINUTE: 1,
  }),
  ...limitsOf('server/src/ai/idempotency.ts', `${ROUTES}/models/idempotency.test.ts`, {
    KEPT_MS: [MINUTE_MS, 'deleted after 24 hours'],
  }),
  ...limitsOf('server/src/ai/breaker.ts', 'server/src/ai/breaker.test.ts', { FAILURES_MAX: 1, PAUSE_MS: 1_000 }),
  ...limitsOf('server/src/ai/providers/exchange.ts', 'server/src/ai/providers/providers.test.ts', { RETRIES_MAX: 1 }),
  ...limitsOf('server/src/billing/state.ts', 'server/src/billing/state.test.ts', {
    RENEWAL_GRACE_MS: MINUTE_MS,
    PAST_DUE_GRACE_MS: MINUTE_MS,
  }),
  ...limitsOf('server/src/billing/stripe.ts', `${ROUTES}/billing/billing.test.ts`, {
    SIGNATURE_TOLERANCE_S: [1, 'answers 400 to a wrong signature'],
  }),
  ...limitsOf('server/src/accounts/keys/keys.ts', 'server/src/accounts/keys/keys.test.ts', {
    RANDOM_LENGTH: 1,
    CHECKSUM_LENGTH: 1,
    SHOWN_LENGTH: 1,
  }),
  ...limitsOf('server/src/ground/plans.ts', 'server/src/ground/plans.test.ts', {
    ...Object.fromEntries(planCells().map((cell) => [cell, [1, `${cell.split('.').slice(1).join('.')}:`]])),
    'CATALOGUE.sizeMax': [1, 'anonymous'],
    'CATALOGUE.requestsPerMinute': [1, 'anonymous'],
  }),
]

/** Every number in the rows of plans and top-ups; the largest plans have no monthly limits. */
function planCells(): string[] {
  const columns = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return [
    ...BUILT_IN_PLANS.flatMap((plan) =>
      (plan.startsWith('enterprise') ? [1, 2, 7, 8] : columns(1, 8)).map((column) => `PLAN_ROWS.${plan}.${column}`),
    ),
    ...TOPUP_IDS.flatMap((topup) => columns(1, 3).map((column) => `TOPUP_ROWS.${topup}.${column}`)),
  ]
}
