import { exp, log } from './numbers.ts'
import type { Direction } from './scoring/scoring.ts'

// Every rule and limit of the certificate: the bands, what one sentence can withhold, how a text is capped, and when a direction is
// named. Each number stands here once; the API, the guides, the web and the command line take it from here.

/** A text is certified from this score on. */
export const CERTIFIED_MIN = 0.7
/** Below this score a text is biased, and from here to the certificate moderate. */
export const MODERATE_MIN = 0.4
/** What a text scores at most that cannot be certified for another reason than its score. */
export const UNCERTIFIED_MAX = CERTIFIED_MIN - 0.01

/** `unscored`: the text is in a language that we do not score. */
export const BANDS = ['biased', 'moderate', 'neutral', 'unscored'] as const
export type Band = (typeof BANDS)[number]
/** Why a text cannot be certified, whatever its wording. */
export type Reason = 'insufficient_text' | 'unsupported_language'

export function bandOf(ain: number, reason?: Reason): Band {
  if (reason === 'unsupported_language') return 'unscored'
  return ain < MODERATE_MIN ? 'biased' : ain < CERTIFIED_MIN ? 'moderate' : 'neutral'
}

/** Why a sentence withholds the certificate of the whole text. */
export const OBJECTIONS = ['loaded', 'generalisation', 'insults', 'other_language'] as const
export type Objection = (typeof OBJECTIONS)[number]

/** A sentence that withholds the certificate of the whole text. */
export interface Withholding {
  readonly start: number
  readonly end: number
  readonly why: Objection
  readonly ainScore: number
  /** Why, in a sentence, and what would lift it. */
  readonly message: string
}

const MESSAGES: Readonly<Record<Objection, string>> = {
  loaded: 'This sentence alone blocks certification. Rephrase or cut it.',
  generalisation:
    'This sentence is hostile to a group of people, which withholds the certificate. Remove it, or say what individuals did.',
  insults:
    'At least one sentence in ten insults somebody, which withholds the certificate. Rephrase or remove sentences like this one.',
  other_language:
    'This sentence is not in English, so we cannot judge it and withhold the certificate. Translate or remove it.',
}

export function messageOf(why: Objection): string {
  return MESSAGES[why]
}

/** What the rules know of a sentence. */
export interface JudgedSentence {
  readonly start: number
  readonly end: number
  readonly ainScore: number
  /** The highest probability of one of its words to be marked by readers. */
  readonly marked: number
  /** One of its words is an insult or a label that readers mark. */
  readonly hasInsult: boolean
  readonly isForeign: boolean
  /** What the encoder says; undefined if the words alone are scored. */
  readonly deep?:
    | {
        readonly group: number
        readonly names: 'group' | 'people' | undefined
        readonly good: number
        readonly bad: number
      }
    | undefined
}

/**
 * The score below which a sentence withholds the certificate of a text of so many sentences. It falls with the length, so that a plain
 * text of any length is refused by a single sentence in at most 5 of 100 cases. training/certificate.ts measures these numbers.
 */
export const LOADED_MAX = { deep: 0.3, words: 0.16 } as const
/** Among sentences that are not plain, readers expect strong words: the limit is this share of it. Plain: so many sentences score so much. */
export const AMONG_LOADED = 2 / 3
export const PLAIN_TEXT = { share: 0.8, ainMin: 0.7 } as const
/** From so many sentences on the limit falls, and from so many on it stays. */
export const FALLS_FROM = 10
export const FALLS_UNTIL = 600
/** What is left of it there. */
export const FALLS_TO = 0.5
/** A sentence with an insult withholds it below this, however long the text is. */
export const INSULT_MAX = { deep: 0.25, words: 0.2 } as const
/** Only if readers would mark one of its words with this probability at least. */
export const MARKED_MIN = 0.2
/**
 * The logit of "hostile to a group" from which a sentence below `MODERATE_MIN` withholds it, if it names a group, and if it only says
 * "they" or "people".
 */
export const HOSTILE_MIN = { group: -1, people: 3 } as const
/** No certificate if this share of the sentences, or more, carries an insult or an attack. */
export const INSULTS_SHARE_MIN = 0.1

export function loadedMax(tier: keyof typeof LOADED_MAX, sentences: number): number {
  const length = Math.min(FALLS_UNTIL, Math.max(FALLS_FROM, sentences))
  const part = log(length / FALLS_FROM) / log(FALLS_UNTIL / FALLS_FROM)
  return LOADED_MAX[tier] * exp(part * log(FALLS_TO))
}

/** The sentences that withhold the certificate, with the reason. `count`: how many different sentences the text has. */
export function objectionsIn(sentences: readonly JudgedSentence[], count: number): Withholding[] {
  const limit = loadedMax(tierOf(sentences), count) * (isPlainText(sentences) ? 1 : AMONG_LOADED)
  const insults = sentences.filter((sentence) => isAttack(sentence, limit))
  const areMany = insults.length >= INSULTS_SHARE_MIN * sentences.length
  return sentences.flatMap((sentence): Withholding[] => {
    const why = objectionTo(sentence, limit) ?? (areMany && isAttack(sentence, limit) ? 'insults' : undefined)
    const { start, end, ainScore } = sentence
    return why ? [{ start, end, why, ainScore, message: messageOf(why) }] : []
  })
}

function isPlainText(sentences: readonly JudgedSentence[]): boolean {
  const plain = sentences.filter(({ ainScore }) => ainScore >= PLAIN_TEXT.ainMin)
  return plain.length >= PLAIN_TEXT.share * (sentences.length - 1)
}

function tierOf(sentences: readonly JudgedSentence[]): keyof typeof LOADED_MAX {
  return sentences[0]?.deep ? 'deep' : 'words'
}

function objectionTo(sentence: JudgedSentence, limit: number): Objection | undefined {
  if (sentence.isForeign) return 'other_language'
  if (isHostile(sentence)) return 'generalisation'
  return isLoaded(sentence, limit) ? 'loaded' : undefined
}

function isLoaded({ ainScore, marked, hasInsult, deep }: JudgedSentence, limit: number): boolean {
  if (marked < MARKED_MIN) return false
  return ainScore < limit || (hasInsult && ainScore < INSULT_MAX[deep ? 'deep' : 'words'])
}

export function isHostile({ ainScore, deep }: Pick<JudgedSentence, 'ainScore' | 'deep'>): boolean {
  return deep?.names !== undefined && deep.group > HOSTILE_MIN[deep.names] && ainScore < MODERATE_MIN
}

function isAttack(sentence: JudgedSentence, limit: number): boolean {
  if (sentence.hasInsult && sentence.ainScore < MODERATE_MIN) return true
  return isHostile(sentence) || isLoaded(sentence, limit)
}

/** What keeps the score of a text down, beside its own wording. */
export interface Caps {
  readonly sentences: readonly { readonly ainScore: number }[]
  readonly isWithheld: boolean
}

/** A text never scores above the mean of its sentences, and stays below the certificate if it is withheld. */
export function capScore(whole: number, { sentences, isWithheld }: Caps): number {
  const mean = sentences.reduce((sum, { ainScore }) => sum + ainScore, 0) / Math.max(1, sentences.length)
  const capped = sentences.length > 0 ? Math.min(whole, mean) : whole
  return isWithheld ? Math.min(capped, UNCERTIFIED_MAX) : capped
}

/** The logit of a good or bad tone from which a text leans to that side. */
export const LEAN_MIN = -0.7
/** Sides that are closer than this are both named. */
export const LEAN_GAP = 1

/** Which way the sentences lean that keep the text from its certificate, by the encoder. */
export function leanOf(sentences: readonly JudgedSentence[]): Direction {
  const loaded = sentences.filter(({ ainScore }) => ainScore < CERTIFIED_MIN)
  const strongest = (side: 'good' | 'bad'): number =>
    Math.max(...loaded.map(({ deep }) => deep?.[side] ?? LEAN_MIN), Number.NEGATIVE_INFINITY)
  const [good, bad] = [strongest('good'), strongest('bad')]
  if (Math.max(good, bad) < LEAN_MIN) return 'neutral'
  if (Math.min(good, bad) > LEAN_MIN && Math.abs(good - bad) < LEAN_GAP) return 'mixed'
  return good > bad ? 'positive_leaning' : 'negative_leaning'
}
