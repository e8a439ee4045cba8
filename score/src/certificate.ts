// Every rule and limit of the certificate: the bands, what one sentence can withhold, how a text is capped, and when a direction is
// named. Each number stands here once; the API, the guides, the web and the command line take it from here.

/** A text is certified from this score on. */
export const CERTIFIED_MIN = 0.7
/** Below this score a text is biased, and from here to the certificate moderate. */
export const MODERATE_MIN = 0.4
/** What a text scores at most that cannot be certified for another reason than its score. */
export const UNCERTIFIED_MAX = CERTIFIED_MIN - 0.01

export type Band = 'biased' | 'moderate' | 'neutral'

export function bandOf(ain: number): Band {
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
  loaded: 'This sentence is so loaded that it alone withholds the certificate. Rephrase or remove it.',
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
