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
    'This sentence is hostile to a group of people, which blocks certification. Remove it, or say what individuals did.',
  insults:
    'At least one sentence in ten insults somebody, which blocks certification. Rephrase or remove sentences like this one.',
  puffery:
    'At least one sentence in ten praises or insults instead of describing, which blocks certification. Rephrase or remove sentences like this one.',
  quoted:
    'What is quoted here is hostile or very loaded, which blocks certification. Remove or shorten the quotation, or accept quotations knowingly.',
  other_language:
    'This sentence is not in English, so we cannot score it, which blocks certification. Translate or remove it.',
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
        readonly partisan: number
      }
    | undefined
}

/**
 * The score below which a sentence withholds the certificate of a text of so many sentences. It falls with the length, so that a plain
 * text of any length is rejected by a single sentence in at most 5 of 100 cases. training/certificate.ts measures these numbers.
 */
export const LOADED_MAX = { deep: 0.3, words: 0.16 } as const
/** Among sentences that are not plain, readers expect strong words: the limit is this share of it. Plain: so many sentences score so much. */
export const AMONG_LOADED = 2 / 3
export const PLAIN_TEXT = { share: 0.8, ainMin: 0.7 } as const
/**
 * What the mean over the sentences says of a whole text, as a head learned it from articles that readers called hyperpartisan or not: each
 * unit from `at` moves its logit by `weight`, up to `most`; from `sentencesMin` sentences on, and in full from as many as the scale of long
 * texts is for. A report has so many sentences, is below `reportMax` and
 * not all plain: its limit for loaded sentences without an insult is `amongLoaded` of the usual one, so large a share of it may insult or quote
 * something loaded, and it may score so much `above` the mean of its sentences.
 */
export const ARTICLE = {
  at: -0.6,
  weight: 0.6,
  most: 1.5,
  reportMax: -0.6,
  sentencesMin: 8,
  amongLoaded: 0.5,
  share: 0.2,
  above: 0.05,
} as const
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
 * The logit of "hostile to a group" from which a sentence below `MODERATE_MIN` is called so, if it names a group, and if it only says "they" or
 * "people". From `loaded` on it withholds the certificate as a loaded one does: the strongest word needs the strongest evidence.
 */
export const HOSTILE_MIN = { group: 6, sex: 6, people: 7 } as const
export const HOSTILE_LOADED_MIN = { group: 4, sex: 4, people: 5 } as const
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
  /** The logit of hostility up to which a sentence is such an opinion: one that names a group, others, and what should or must be. */
  groupMax: -2,
  groupMaxUnnamed: 0,
  groupMaxModal: 2,
  /** What should or must be is less of one from these limits on, and not at all so far above them; others are none from the limits on. */
  groupFade: 2,
  wordsFade: 1,
  markFade: 0.4,
  /** What "should", "must" or "has to" adds to the logit of being an opinion. */
  modal: 3,
  policyMark: { from: 0.3, to: 0.8 },
  /** How steeply a statement of policy is told from other texts. */
  policySlope: 2,
  /** Below this logit of being one, a calm sentence that names a group is none. */
  policySure: 3.5,
} as const
/** Numbers alone, and answers such as "Never.", have no wording that could be loaded. */
export const PLAIN_AIN = 0.9
/** Texts of up to so many words can be such answers; a sentence of them that dismisses somebody ("Drop dead.") scores at most so much. */
export const SHORT_TEXT = { wordsMax: 7, dismissalAinMax: 0.25 } as const

/**
 * So many words that English does not know are another language, not too few to tell; below so many known words a text is short. A sentence is
 * in another language if this share of its words is strange, or a little less if one is a small word or has a letter of other languages.
 */
export const LANGUAGE = {
  unknownMin: 5,
  knownMin: 4,
  mixedShare: 0.2,
  foreignKnownMax: 0.6,
  foreignKnownMost: 0.75,
  shortKnownMax: 0.5,
  sentenceWordsMin: 3,
  shortWordsMax: 5,
  strangeMin: 0.7,
  strangeSureMin: 0.65,
} as const

export function loadedMax(tier: keyof typeof LOADED_MAX, sentences: number): number {
  const length = Math.min(FALLS_UNTIL, Math.max(FALLS_FROM, sentences))
  const part = log(length / FALLS_FROM) / log(FALLS_UNTIL / FALLS_FROM)
  return LOADED_MAX[tier] * exp(part * log(FALLS_TO))
}

/** The sentences that withhold the certificate, with the reason. `count`: how many different sentences the text has. */
export function objectionsIn(sentences: readonly JudgedSentence[], count: number): Withholding[] {
  const isReport = isReportOf(sentences)
  const among = isReport ? ARTICLE.amongLoaded : isPlainText(sentences) ? 1 : AMONG_LOADED
  const limit = loadedMax(tierOf(sentences), count) * among
  const isShort = count <= SHORT_TEXT_MAX
  const attacks = sentences.map((sentence) => isAttack(sentence, limit) || (isShort && sentence.hasInsult))
  const areMany = attacks.filter(Boolean).length >= (isReport ? ARTICLE.share : INSULTS_SHARE_MIN) * sentences.length
  const praised = sentences.filter(({ hasPuffery }, at) => hasPuffery || attacks[at]).length
  const isPraise = sentences.some(({ hasPuffery }) => hasPuffery)
  const areManyPraised = isPraise && praised >= INSULTS_SHARE_MIN * sentences.length
  const quoted = sentences.filter(({ quotes }) => quotes !== undefined).length
  const areManyQuoted = isShort || quoted >= (isReport ? ARTICLE.share : QUOTED_MAX.share) * sentences.length
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

// Not all plain, but told as those articles are that readers call neutral.
function isReportOf(sentences: readonly Pick<JudgedSentence, 'ainScore' | 'deep'>[]): boolean {
  return (
    sentences.length >= ARTICLE.sentencesMin && partisanOf(sentences) < ARTICLE.reportMax && !isPlainText(sentences)
  )
}

function isPlainText(sentences: readonly Pick<JudgedSentence, 'ainScore'>[]): boolean {
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

function isLoaded(sentence: JudgedSentence, limit: number): boolean {
  const { ainScore, marked, hasInsult, deep } = sentence
  if (isHostile(sentence, HOSTILE_LOADED_MIN)) return true
  if (marked < MARKED_MIN) return false
  return ainScore < limit || (hasInsult && ainScore < INSULT_MAX[deep ? 'deep' : 'words'])
}

type Said = Pick<JudgedSentence, 'ainScore' | 'deep'>

export function isHostile({ ainScore, deep }: Said, min: typeof HOSTILE_MIN | typeof HOSTILE_LOADED_MIN = HOSTILE_MIN) {
  return deep?.names !== undefined && deep.group > min[deep.names] && ainScore < MODERATE_MIN
}

/** The mean logit that an article which takes sides holds these sentences; without the encoder nothing is known of it. */
export function partisanOf(sentences: readonly Pick<JudgedSentence, 'deep'>[]): number {
  return sentences.reduce((sum, { deep }) => sum + (deep?.partisan ?? Number.NaN), 0) / sentences.length
}

/** What it adds to the logit of a text; `part` is 0 below `sentencesMin` sentences and 1 for a long text. */
export function articleShift(partisan: number, part: number): number {
  const away = ARTICLE.weight * (partisan - ARTICLE.at)
  return Number.isNaN(away) ? 0 : part * Math.min(ARTICLE.most, Math.max(-ARTICLE.most, away))
}

function isAttack(sentence: JudgedSentence, limit: number): boolean {
  if (sentence.hasInsult && sentence.ainScore < MODERATE_MIN) return true
  return isLoaded(sentence, limit)
}

/** What keeps the score of a text down, beside its own wording. */
export interface Caps {
  readonly sentences: readonly Pick<JudgedSentence, 'ainScore' | 'deep'>[]
  readonly isWithheld: boolean
}

/** A text never scores above the mean of its sentences, or in a report a little above it, and stays below the certificate if it is withheld. */
export function capScore(whole: number, { sentences, isWithheld }: Caps): number {
  const mean = sentences.reduce((sum, { ainScore }) => sum + ainScore, 0) / Math.max(1, sentences.length)
  const most = mean + (!isWithheld && isReportOf(sentences) ? ARTICLE.above : 0)
  const capped = sentences.length > 0 ? Math.min(whole, most) : whole
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
