import { exp, log } from './numbers.ts'

// Every rule and limit of the certificate: the bands, what one sentence can withhold, how a text is capped, and when a direction is
// named. Each number stands here once; the API, the guides, the web and the command line take it from here.

/** A text is certified from this score on. */
export const CERTIFIED_MIN = 0.7
/** Below this score a text is biased, and from here to the certificate moderate. */
export const MODERATE_MIN = 0.4
/** What a text scores at most that cannot be certified for another reason than its score. */
export const UNCERTIFIED_MAX = CERTIFIED_MIN - 0.01

/** Which way a text leans. */
export type Direction = 'neutral' | 'positive_leaning' | 'negative_leaning' | 'mixed'

/** `unscored`: the text is in a language that we do not score. */
export const BANDS = ['biased', 'moderate', 'neutral', 'unscored'] as const
export type Band = (typeof BANDS)[number]
/** `unsupported_language`: why a text has no score. `insufficient_text`: it is short, so `confidence` is low. */
export type Reason = 'insufficient_text' | 'unsupported_language'

/**
 * @example bandOf(0.7) // => 'neutral'
 */
export function bandOf(ain: number, reason?: Reason): Band {
  if (reason === 'unsupported_language') return 'unscored'
  return ain < MODERATE_MIN ? 'biased' : ain < CERTIFIED_MIN ? 'moderate' : 'neutral'
}

/** Why a sentence withholds the certificate of the whole text. */
export const OBJECTIONS = ['loaded', 'generalisation', 'insults', 'puffery', 'quoted', 'other_language'] as const
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
  puffery:
    'At least one sentence in ten praises or insults instead of describing, which withholds the certificate. Rephrase or remove sentences like this one.',
  quoted:
    'What is quoted here is hostile or very loaded, which withholds the certificate. Remove or shorten the quotation, or accept quotations knowingly.',
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
  /** One of its words is praise or advertising that readers mark. */
  readonly hasPuffery: boolean
  readonly isForeign: boolean
  /** It uses a code for hatred of a group, and not in a quotation. */
  readonly isCoded: boolean
  /** It quotes somebody with words that alone would be hostile, or very loaded. */
  readonly quotes: 'hostile' | 'loaded' | undefined
  /** What the encoder says; undefined if the words alone are scored. */
  readonly deep?:
    | {
        readonly group: number
        /** `sex`: only men or women. */
        readonly names: 'group' | 'sex' | 'people' | undefined
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
export const HOSTILE_MIN = { group: 4, sex: 4, people: 5 } as const
/** No certificate if this share of the sentences, or more, carries an insult or an attack; or these and praise together. */
export const INSULTS_SHARE_MIN = 0.1
/** From so many different sentences on, a marked insult counts only in a sentence below `MODERATE_MIN`. */
export const SHORT_TEXT_MAX = 10
/** How likely readers mark a word that is listed as an insult, or as praise, where it counts. */
export const INSULT_MARK_MIN = 0.3
export const PUFFERY_MARK_MIN = 0.3
/**
 * A quotation that alone scores less, or is hostile, withholds the certificate; it must have so many words. In a text of more than
 * `SHORT_TEXT_MAX` sentences, loaded ones count only if so many sentences have one: a news report quotes both sides of a quarrel.
 */
export const QUOTED_MAX = { ain: 0.25, wordsMin: 3, share: 0.1 } as const

/**
 * An opinion in plain words scores between these: it takes a side, but it is not loaded. Where in between depends on its wording alone: on
 * the word that readers are most likely to mark. Plain are words below `markMax`, if the words alone are rather plain and no group is spoken ill of.
 * What a party promises is plain by definition unless a word is marked: from `policyMark.from` on this counts less, and from `.to` on not at all.
 */
export const OPINION = {
  ainMin: 0.45,
  ainMax: 0.65,
  markMax: 0.2,
  /** The logit of the words alone. */
  wordsMax: 1,
  /** The logit of hostility: of a sentence that names a group, and of others. What men and women should do is an opinion in any case. */
  groupMax: -2,
  groupMaxUnnamed: 0,
  /** What "should", "must" or "has to" adds to the logit of being an opinion. */
  modal: 3,
  policyMark: { from: 0.3, to: 0.8 },
  /** How steeply a statement of policy is told from other texts. */
  policySlope: 2,
} as const
/** Numbers alone have no wording that could be loaded. */
export const NUMBERS_AIN = 0.9

/** So many words that English does not know are another language, not too few to tell; below so many known words a text is short. */
export const LANGUAGE = {
  unknownMin: 5,
  knownMin: 4,
  mixedShare: 0.2,
  foreignKnownMax: 0.6,
  shortKnownMax: 0.5,
  sentenceWordsMin: 3,
} as const

export function loadedMax(tier: keyof typeof LOADED_MAX, sentences: number): number {
  const length = Math.min(FALLS_UNTIL, Math.max(FALLS_FROM, sentences))
  const part = log(length / FALLS_FROM) / log(FALLS_UNTIL / FALLS_FROM)
  return LOADED_MAX[tier] * exp(part * log(FALLS_TO))
}

/** The sentences that withhold the certificate, with the reason. `count`: how many different sentences the text has. */
export function objectionsIn(sentences: readonly JudgedSentence[], count: number): Withholding[] {
  const limit = loadedMax(tierOf(sentences), count) * (isPlainText(sentences) ? 1 : AMONG_LOADED)
  const isShort = count <= SHORT_TEXT_MAX
  const attacks = sentences.map((sentence) => isAttack(sentence, limit) || (isShort && sentence.hasInsult))
  const areMany = attacks.filter(Boolean).length >= INSULTS_SHARE_MIN * sentences.length
  const praised = sentences.filter(({ hasPuffery }, at) => hasPuffery || attacks[at]).length
  const areManyPraised = praised >= INSULTS_SHARE_MIN * sentences.length
  const quoted = sentences.filter(({ quotes }) => quotes !== undefined).length
  const areManyQuoted = isShort || quoted >= QUOTED_MAX.share * sentences.length
  return sentences.flatMap((sentence, at): Withholding[] => {
    const why =
      objectionTo(sentence, limit) ??
      (sentence.quotes === 'hostile' || (sentence.quotes && areManyQuoted) ? 'quoted' : undefined) ??
      (areMany && attacks[at]
        ? 'insults'
        : areManyPraised && (attacks[at] || sentence.hasPuffery)
          ? 'puffery'
          : undefined)
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
  if (sentence.isCoded || isHostile(sentence)) return 'generalisation'
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

/** Both sides are named if the weaker one has at least this share of what all leaning sentences weigh. */
export const LEAN_MIXED_MIN = 0.3

/** Which way the sentences lean that keep the text from its certificate, by the encoder: each weighs as much as it lacks in score. */
export function leanOf(sentences: readonly JudgedSentence[]): Direction {
  let [good, bad] = [0, 0]
  for (const { ainScore, deep, hasInsult } of sentences) {
    if (ainScore >= CERTIFIED_MIN || !deep || Math.max(deep.good, deep.bad) < LEAN_MIN) continue
    const isClose = Math.min(deep.good, deep.bad) > LEAN_MIN && Math.abs(deep.good - deep.bad) < LEAN_GAP
    if (isClose || deep.good > deep.bad) good += hasInsult ? 0 : 1 - ainScore
    if (isClose || deep.bad >= deep.good || hasInsult) bad += 1 - ainScore
  }
  if (good + bad === 0) return 'neutral'
  if (Math.min(good, bad) >= LEAN_MIXED_MIN * (good + bad)) return 'mixed'
  return good > bad ? 'positive_leaning' : 'negative_leaning'
}
