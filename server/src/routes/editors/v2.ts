// LanguageTool's HTTP API, so that editors show our evidence once their server address is ours. Charged like /ai/analyze.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Brand } from '../../ground/brand.ts'
import { ApiError } from '../../ground/errors.ts'
import {
  type App,
  acceptForms,
  callerGone,
  FORM_TYPE,
  type Guarded,
  named,
  readJson,
  compilePlainWriter as serializerCompiler,
} from '../../http/http.ts'
import {
  type AnnotatedText,
  type Language,
  type Match,
  matchesOf,
  noticeMatch,
  plainText,
  type RuleChoice,
  readAnnotations,
  type Upstream,
} from '../../languagetool/languagetool.ts'
import type { Analyze } from '../../threads/scorer/scorer.ts'
import type { Words } from '../../words/words.ts'
import { isLongerThan } from '../texts/characters.ts'
import { scoringFor, unitsOf } from '../texts/judging.ts'
import { checkText, listLanguages } from './v2-reference.ts'
import { checkResult, languageList } from './v2-shapes.ts'

export interface V2Parts {
  readonly brand: Brand
  readonly version: string
  readonly analyze: Analyze
  readonly words: Words
  readonly upstream: Upstream | undefined
  /** Whether programs on this machine need no key. */
  readonly keyless: boolean
}

const CHARACTERS_MAX = 100_000
/** A character of a form takes up to nine bytes. Decoding more than this would delay other callers. */
const BODY_BYTES_MAX = 1_048_576

export function v2Routes(app: App, parts: V2Parts): void {
  // Encapsulated, because only these clients send forms.
  app.register(async (scope: App) => {
    acceptForms(scope)
    checkRoute(scope, parts)
    languagesRoute(scope, parts)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    check?: Check
  }
}

interface Check {
  readonly fields: CheckFields
  readonly text: AnnotatedText
}

function checkRoute(app: App, parts: V2Parts): void {
  const schema = { ...checkText(parts.brand), consumes: [FORM_TYPE], body: checkFields, response: { 200: checkResult } }
  const options = {
    config: { access: accessOf(parts.keyless) },
    schema,
    serializerCompiler,
    bodyLimit: BODY_BYTES_MAX,
    preValidation: async (request: FastifyRequest) => {
      request.check = readCheck(request.body)
    },
  }
  app.post('/v2/check', options, async (request, reply) => {
    const check = request.check as Check
    const asking = { request, reply, parts }
    return request.spent ? spentAnswer(request.spent, check, asking) : answerOf(check, asking)
  })
}

function accessOf(keyless: boolean): Guarded {
  return {
    credentials: 'optional',
    kinds: ['jwt', 'key'],
    area: 'ai',
    inBody: { field: 'apiKey', keyless },
    meter: {
      name: 'ai/analyze',
      units: ({ check }) => (check && isOurs(check) ? unitsOf([check.text.plain]) : 0),
      answersSpent: true,
    },
  }
}

/** Throws errors with the statuses of a LanguageTool server: 400, and 413 for a text that is too long. */
function readCheck(body: unknown): Check {
  const parsed = checkFields.safeParse(body ?? {})
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ApiError('malformed', `The field "${issue?.path.join('.')}" is not valid: ${issue?.message}.`)
  }
  const fields = parsed.data
  const { text, data } = fields
  if (text !== undefined && data !== undefined) {
    throw new ApiError('malformed', 'Send either "text" or "data", not both.')
  }
  if (text === undefined && data === undefined)
    throw new ApiError('malformed', 'The field "text" or "data" is missing.')
  const read = text === undefined ? readAnnotations(data ?? '', readJson) : plainText(text)
  if (isLongerThan(read.plain, CHARACTERS_MAX)) {
    throw new ApiError(
      'too_large',
      `The text is too long: at most ${CHARACTERS_MAX} characters can be checked at once.`,
    )
  }
  return { fields, text: read }
}

interface Asking {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: V2Parts
}

/** We score English only. For other languages, only a real LanguageTool has matches. */
function isOurs({ fields: { language }, text }: Check): boolean {
  return text.plain.trim() !== '' && /^(auto|en)(-|$)/i.test(language)
}

async function answerOf(check: Check, asking: Asking) {
  const { analyze, words } = asking.parts
  const signal = callerGone(asking.reply)
  const lists = await scoringFor(asking.request, words)
  const [analysis, grammar] = await Promise.all([
    isOurs(check) ? analyze(check.text.plain, { ...lists, signal }) : undefined,
    grammarOf(check, asking, signal),
  ])
  const { fields, text } = check
  const options = { choice: choiceOf(fields), picky: fields.level === 'picky' }
  const own = analysis ? matchesOf(analysis, text, options) : []
  const detected = analysis && { code: analysis.language, confidence: analysis.confidence }
  return envelope(asking.parts, { fields, grammar, matches: own, detected })
}

/** An exhausted quota removes our own matches, but not those of LanguageTool. */
async function spentAnswer(apiError: ApiError, check: Check, asking: Asking) {
  const grammar = await grammarOf(check, asking, callerGone(asking.reply))
  return envelope(asking.parts, { fields: check.fields, grammar, matches: [noticeMatch(apiError.message, check.text)] })
}

type Grammar = Awaited<ReturnType<typeof grammarOf>>

async function grammarOf({ fields }: Check, { request, parts: { upstream } }: Asking, signal: AbortSignal) {
  if (!upstream) return undefined
  try {
    const { matches, language } = await upstream.check(fields as Record<string, string>, signal)
    return { matches, language, isComplete: true }
  } catch (error) {
    request.log.warn({ err: error }, 'LanguageTool could not be reached')
    return { matches: [], language: undefined, isComplete: false }
  }
}

interface CheckResult {
  readonly fields: CheckFields
  readonly grammar: Grammar
  readonly matches: readonly Match[]
  readonly detected?: { readonly code: string; readonly confidence: number } | undefined
}

function envelope({ brand, version }: V2Parts, { fields, grammar, matches, detected }: CheckResult) {
  const all = [...matches, ...(grammar?.matches ?? [])].toSorted((a, b) => a.offset - b.offset)
  return {
    software: { name: brand.name, version, apiVersion: 1, premium: false, status: '' },
    warnings: { incompleteResults: grammar?.isComplete === false },
    language: grammar?.language ?? languageOf(fields.language, detected),
    matches: all,
  } as z.input<typeof checkResult>
}

function languageOf(asked: string, detected: CheckResult['detected']) {
  const code = asked.toLowerCase().startsWith('auto')
    ? detected?.code === 'und'
      ? 'en'
      : (detected?.code ?? 'en')
    : asked
  const found = detected?.code ?? code
  return {
    name: nameOf(code),
    code,
    detectedLanguage: { name: nameOf(found), code: found, confidence: detected?.confidence ?? 0 },
  }
}

function nameOf(code: string): string {
  return LANGUAGES.find(({ longCode }) => longCode.toLowerCase() === code.toLowerCase())?.name ?? code
}

function choiceOf(fields: CheckFields): RuleChoice {
  const ids = (text: string | undefined) => (text ?? '').split(',').filter((id) => id !== '')
  return {
    enabledRules: ids(fields.enabledRules),
    disabledRules: ids(fields.disabledRules),
    enabledCategories: ids(fields.enabledCategories),
    disabledCategories: ids(fields.disabledCategories),
    enabledOnly: fields.enabledOnly === 'true',
  }
}

const LANGUAGES: readonly Language[] = [
  ['English', 'en'],
  ['English (Australian)', 'en-AU'],
  ['English (Canadian)', 'en-CA'],
  ['English (GB)', 'en-GB'],
  ['English (New Zealand)', 'en-NZ'],
  ['English (South African)', 'en-ZA'],
  ['English (US)', 'en-US'],
].map(([name = '', longCode = '']) => ({ name, code: 'en', longCode }))

function languagesRoute(app: App, { upstream }: V2Parts): void {
  const schema = { ...listLanguages, response: { 200: languageList } }
  app.get('/v2/languages', { config: { access: 'open' }, schema }, async (request, reply) => {
    if (!upstream) return [...LANGUAGES]
    try {
      return [...(await upstream.languages(callerGone(reply)))]
    } catch (error) {
      request.log.warn({ err: error }, 'LanguageTool could not be reached')
      return [...LANGUAGES]
    }
  })
}

/** LanguageTool has some thousands of rules. */
const IDS_LENGTH_MAX = 65_536

const ids = (what: string) =>
  z.string().max(IDS_LENGTH_MAX).optional().describe(`Ids of ${what}, with commas between them.`)
const checkFields = named(
  'CheckRequest',
  "A text in LanguageTool's format, as form fields. Further fields are passed on to LanguageTool or ignored.",
  z.object({
    text: z.string().optional().describe('The text to check. Either `text` or `data` is required.'),
    data: z
      .string()
      .optional()
      .describe('The text in pieces, as JSON: `{"annotation": [{"text": "A "}, {"markup": "<b>"}, …]}`.'),
    language: z
      .string()
      .max(32)
      .default('auto')
      .describe(
        '`auto`, or a code such as `en-GB`. We score English; other languages are checked by LanguageTool only.',
      ),
    level: z
      .string()
      .max(32)
      .optional()
      .describe('`picky` also shows loaded words in sentences that are neutral enough.'),
    username: z.string().max(320).optional().describe('Ignored: the key says who you are.'),
    apiKey: z.string().max(512).optional().describe('Your API key, if the client cannot send it as a header.'),
    enabledRules: ids('rules to show'),
    disabledRules: ids('rules to hide'),
    enabledCategories: ids('categories to show'),
    disabledCategories: ids('categories to hide'),
    enabledOnly: z.string().max(5).optional().describe('`true` shows only what is enabled by its id.'),
    motherTongue: z.string().max(32).optional().describe('Passed on to LanguageTool.'),
    preferredVariants: z.string().max(512).optional().describe('Passed on to LanguageTool.'),
  }),
)
type CheckFields = z.output<typeof checkFields>
