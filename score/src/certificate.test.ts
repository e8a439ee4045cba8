import { describe, expect, it } from 'vitest'
import {
  AMONG_LOADED,
  ARTICLE,
  articleShift,
  bandOf,
  CERTIFIED_MIN,
  capScore,
  FALLS_FROM,
  FALLS_TO,
  FALLS_UNTIL,
  HOSTILE_LOADED_MIN,
  HOSTILE_MIN,
  INSULT_MARK_MIN,
  INSULT_MAX,
  INSULTS_SHARE_MIN,
  type JudgedSentence,
  LANGUAGE,
  LEAN_GAP,
  LEAN_MIN,
  LEAN_MIXED_MIN,
  LOADED_MAX,
  leanOf,
  loadedMax,
  MARKED_MIN,
  MODERATE_MIN,
  messageOf,
  OBJECTIONS,
  OPINION,
  objectionsIn,
  PLAIN_TEXT,
  PUFFERY_MARK_MIN,
  QUOTED_MAX,
  SHORT_TEXT_MAX,
  UNCERTIFIED_MAX,
} from './certificate.ts'

// Every limit is stated here as a number and tried at both sides: a limit cannot change unnoticed.

const STEP = 0.001
const tone = { group: -6, names: undefined, good: -5, bad: -5, partisan: 0 } as const
const sentence = (part: Partial<JudgedSentence>): JudgedSentence => ({
  start: 0,
  end: 9,
  ainScore: 0.9,
  marked: 0.01,
  hasInsult: false,
  hasPuffery: false,
  quotes: undefined,
  isCoded: false,
  isForeign: false,
  deep: tone,
  ...part,
})
/** What one sentence among so many plain ones leads to. */
const among = (count: number, one: Partial<JudgedSentence>): string[] => {
  const plain = Array.from({ length: count - 1 }, () => sentence('deep' in one ? { deep: one.deep } : {}))
  return objectionsIn([sentence(one), ...plain], count).map(({ why }) => why)
}

describe('the bands', () => {
  it('are biased below 0.4, neutral from 0.7, and moderate between', () => {
    expect([bandOf(0.4 - STEP), bandOf(0.4), bandOf(0.7 - STEP), bandOf(0.7)]).toEqual([
      'biased',
      'moderate',
      'moderate',
      'neutral',
    ])
    expect([MODERATE_MIN, CERTIFIED_MIN, UNCERTIFIED_MAX]).toEqual([0.4, 0.7, 0.69])
  })

  it('say nothing of a text in another language', () => {
    expect(bandOf(0.6, 'unsupported_language')).toBe('unscored')
    expect(bandOf(0.3, 'insufficient_text')).toBe('biased')
  })
})

describe('a loaded sentence', () => {
  it('withholds the certificate below 0.3 in a short text, and below 0.15 in a long one', () => {
    expect(LOADED_MAX).toEqual({ deep: 0.3, words: 0.16 })
    expect([loadedMax('deep', 1), loadedMax('deep', FALLS_FROM), loadedMax('deep', 11)]).toEqual([
      0.3,
      0.3,
      expect.closeTo(0.2952, 3),
    ])
    expect([loadedMax('deep', FALLS_UNTIL), loadedMax('deep', 5_000)]).toEqual([0.15, 0.15])
    expect([FALLS_FROM, FALLS_UNTIL, FALLS_TO]).toEqual([10, 600, 0.5])
    for (const count of [10, 40, 160, 600]) {
      const limit = loadedMax('deep', count)
      expect(among(count, { ainScore: limit - STEP, marked: 0.5 })).toEqual(['loaded'])
      expect(among(count, { ainScore: limit, marked: 0.5 })).toEqual([])
    }
  })

  it('has limits of its own if the words alone are scored', () => {
    expect(among(10, { deep: undefined, ainScore: 0.16 - STEP, marked: 0.5 })).toEqual(['loaded'])
    expect(among(10, { deep: undefined, ainScore: 0.16, marked: 0.5 })).toEqual([])
  })

  it('does so only if readers would mark one of its words', () => {
    expect(MARKED_MIN).toBe(0.2)
    expect(among(10, { ainScore: 0.05, marked: 0.2 })).toEqual(['loaded'])
    expect(among(10, { ainScore: 0.05, marked: 0.2 - STEP })).toEqual([])
  })

  it('does so below two thirds of the limit if fewer than four in five of the others are plain', () => {
    expect([AMONG_LOADED, PLAIN_TEXT]).toEqual([2 / 3, { share: 0.8, ainMin: 0.7 }])
    const text = (plain: number, ain: number) => [
      sentence({ ainScore: 0.25, marked: 0.5 }),
      ...Array.from({ length: 10 }, (_, at) => sentence({ ainScore: at < plain ? ain : 0.5 })),
    ]
    expect(objectionsIn(text(8, 0.7), 10)).toHaveLength(1)
    expect(objectionsIn(text(7, 0.7), 10)).toHaveLength(0)
    expect(objectionsIn(text(8, 0.7 - STEP), 10)).toHaveLength(0)
  })

  it('with an insult does so below 0.25 however long the text is', () => {
    expect(INSULT_MAX).toEqual({ deep: 0.25, words: 0.2 })
    expect(among(600, { ainScore: 0.25 - STEP, marked: 0.5, hasInsult: true })).toEqual(['loaded'])
    expect(among(600, { ainScore: 0.25, marked: 0.5, hasInsult: true })).toEqual([])
    expect(among(600, { deep: undefined, ainScore: 0.2 - STEP, marked: 0.5, hasInsult: true })).toEqual(['loaded'])
    expect(among(600, { deep: undefined, ainScore: 0.2, marked: 0.5, hasInsult: true })).toEqual([])
  })
})

describe('a sentence about people', () => {
  const about = (names: 'group' | 'sex' | 'people' | undefined, group: number, ainScore = 0.39) =>
    among(600, { ainScore, deep: { ...tone, names, group } })

  it('withholds the certificate if hostility is said of a group that it names', () => {
    expect(HOSTILE_MIN).toEqual({ group: 6, sex: 6, people: 7 })
    expect([about('group', 6 + STEP), about('people', 7 + STEP)]).toEqual([['generalisation'], ['generalisation']])
    expect([about('sex', 6 + STEP), about('sex', 6)]).toEqual([['generalisation'], ['loaded']])
    expect([about('group', 6), about('people', 7)]).toEqual([['loaded'], ['loaded']])
    expect(about(undefined, 9)).toEqual([])
  })

  it('withholds it as a loaded one if the hostility is less sure', () => {
    expect(HOSTILE_LOADED_MIN).toEqual({ group: 4, sex: 4, people: 5 })
    expect([about('group', 4 + STEP), about('people', 5 + STEP)]).toEqual([['loaded'], ['loaded']])
    expect([about('sex', 4 + STEP), about('sex', 4)]).toEqual([['loaded'], []])
    expect([about('group', 4), about('people', 5)]).toEqual([[], []])
  })

  it('withholds it with a code for hatred, whatever it scores', () => {
    expect(among(600, { isCoded: true, ainScore: 0.9 })).toEqual(['generalisation'])
  })

  it('does not if it scores 0.4 or more', () => {
    expect(about('group', 7, 0.4 - STEP)).toEqual(['generalisation'])
    expect(about('group', 7, 0.4)).toEqual([])
  })
})

describe('a report', () => {
  const text = (one: Partial<JudgedSentence>, partisan: number, [plain, others] = [5, 2]) => {
    const deep = { ...tone, partisan }
    const some = (count: number, ainScore: number) => Array.from({ length: count }, () => sentence({ deep, ainScore }))
    return [sentence({ deep, ...one }), ...some(plain, 0.9), ...some(others, 0.5)]
  }
  const objections = (one: Partial<JudgedSentence>, partisan: number, counts?: [number, number]) => {
    const sentences = text({ marked: 0.5, ...one }, partisan, counts)
    return objectionsIn(sentences, sentences.length).map(({ why }) => why)
  }

  it('is a text of eight sentences that are not all plain and read like an article that takes no side', () => {
    expect([ARTICLE.reportMax, ARTICLE.sentencesMin]).toEqual([-0.6, 8])
    const ainScore = 0.19
    expect([objections({ ainScore }, -0.6), objections({ ainScore }, -0.6 - STEP)]).toEqual([['loaded'], []])
    expect(objections({ ainScore }, -2, [4, 2])).toEqual(['loaded'])
    expect(objections({ ainScore: 0.25 }, -2, [12, 1])).toEqual(['loaded'])
  })

  it('may have loaded sentences down to half the limit, unless they insult', () => {
    expect(ARTICLE.amongLoaded).toBe(0.5)
    const at = (ainScore: number, hasInsult: boolean) => objections({ ainScore, hasInsult }, -2, [10, 9])
    const limit = loadedMax('deep', 20) / 2
    expect([at(limit - STEP, false), at(limit, false)]).toEqual([['loaded'], []])
    expect([at(0.25 - STEP, true), at(0.25, true)]).toEqual([['loaded'], []])
  })

  it('may have insults and loaded quotations in fewer than a fifth of its sentences', () => {
    expect(ARTICLE.share).toBe(0.2)
    const many = (one: Partial<JudgedSentence>, count: number) => {
      const deep = { ...tone, partisan: -2 }
      const some = Array.from({ length: count }, () => sentence({ deep, ainScore: 0.39, marked: 0.5, ...one }))
      return objectionsIn([...some, ...text({ ainScore: 0.5 }, -2, [10, 9])], 20 + count).length
    }
    expect([many({ hasInsult: true }, 4), many({ hasInsult: true }, 5)]).toEqual([0, 5])
    expect([many({ quotes: 'loaded' }, 4), many({ quotes: 'loaded' }, 5)]).toEqual([0, 5])
  })

  it('scores at most 0.05 more than the mean of its sentences', () => {
    expect(ARTICLE.above).toBe(0.05)
    const sentences = text({ ainScore: 0.5 }, -2)
    expect(capScore(0.99, { sentences, isWithheld: false })).toBeCloseTo(0.75 + 0.05)
    expect(capScore(0.99, { sentences: text({ ainScore: 0.5 }, -0.6), isWithheld: false })).toBeCloseTo(0.75)
    expect(capScore(0.99, { sentences, isWithheld: true })).toBe(0.69)
  })

  it('gains in score what an article that takes sides loses', () => {
    expect([ARTICLE.at, ARTICLE.weight, ARTICLE.most]).toEqual([-0.6, 0.6, 1.5])
    expect(articleShift(0.4, 1)).toBeCloseTo(0.6)
    expect([articleShift(-1.6, 1), articleShift(-1.6, 0.5)]).toEqual([expect.closeTo(-0.6), expect.closeTo(-0.3)])
    expect([articleShift(9, 1), articleShift(-9, 1), articleShift(Number.NaN, 1)]).toEqual([1.5, -1.5, 0])
  })
})

describe('insults', () => {
  const insult = sentence({ ainScore: 0.39, marked: 0.5, hasInsult: true })

  it('in a tenth of the sentences withhold the certificate, and in fewer they do not', () => {
    expect(INSULTS_SHARE_MIN).toBe(0.1)
    const text = (insults: number, all: number) =>
      objectionsIn([...Array(insults).fill(insult), ...Array(all - insults).fill(sentence({}))], all).map(
        ({ why }) => why,
      )
    expect(text(2, 20)).toEqual(['insults', 'insults'])
    expect(text(2, 21)).toEqual([])
    expect(text(40, 60)).toHaveLength(40)
  })

  it('count wherever they are marked in a text of up to ten sentences, and below 0.4 in longer ones', () => {
    expect([SHORT_TEXT_MAX, INSULT_MARK_MIN]).toEqual([10, 0.3])
    const text = (ainScore: number, count: number) =>
      objectionsIn([{ ...insult, ainScore }], count).map(({ why }) => why)
    expect([text(0.8, 10), text(0.8, 11)]).toEqual([['insults'], []])
    expect([text(0.4 - STEP, 11), text(0.4, 11)]).toEqual([['insults'], []])
  })
})

describe('praise', () => {
  it('in a tenth of the sentences withholds the certificate, and in fewer it does not', () => {
    expect(PUFFERY_MARK_MIN).toBe(0.3)
    const text = (praised: number, all: number) =>
      objectionsIn(
        [...Array(praised).fill(sentence({ hasPuffery: true })), ...Array(all - praised).fill(sentence({}))],
        all,
      ).map(({ why }) => why)
    expect([text(1, 10), text(1, 11)]).toEqual([['puffery'], []])
  })
})

describe('a quotation', () => {
  it('that is vile withholds the certificate with a reason of its own', () => {
    expect(QUOTED_MAX).toEqual({ ain: 0.25, wordsMin: 3, share: 0.1 })
    expect(among(600, { quotes: 'hostile' })).toEqual(['quoted'])
    const text = (loaded: number, all: number) =>
      objectionsIn(
        [...Array(loaded).fill(sentence({ quotes: 'loaded' })), ...Array(all - loaded).fill(sentence({}))],
        all,
      )
    expect([text(1, 10), text(1, 11), text(2, 20)].map(({ length }) => length)).toEqual([1, 0, 2])
  })
})

describe('limits that other rooms read', () => {
  it('stand here, and are tried where they decide', () => {
    expect(OPINION).toEqual({
      ainMin: 0.45,
      ainMax: 0.65,
      markMax: 0.2,
      wordsMax: 1,
      groupMax: -2,
      groupMaxUnnamed: 0,
      groupMaxModal: 2,
      groupFade: 2,
      wordsFade: 1,
      markFade: 0.4,
      modal: 3,
      policyMark: { from: 0.3, to: 0.8 },
      policySlope: 2,
      policySure: 3.5,
    })
    expect(LANGUAGE).toEqual({
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
    })
  })
})

describe('a sentence in another language', () => {
  it('withholds the certificate with a reason of its own', () => {
    expect(among(600, { isForeign: true })).toEqual(['other_language'])
  })
})

describe('what is said of a sentence that withholds the certificate', () => {
  it('is where it stands, its score, and what would lift it', () => {
    expect(objectionsIn([sentence({ start: 3, end: 8, isForeign: true, ainScore: 0.6 })], 1)).toEqual([
      { start: 3, end: 8, why: 'other_language', ainScore: 0.6, message: messageOf('other_language') },
    ])
    for (const why of OBJECTIONS)
      expect(messageOf(why)).toMatch(/(?:withhold|block).*\. .*(Rephrase|Remove|Translate|remove|shorten).*\.$/)
  })
})

describe('the score of a text', () => {
  const sentences = [{ ainScore: 0.9 }, { ainScore: 0.8 }]

  it('is never above the mean of its sentences', () => {
    expect(capScore(0.99, { sentences, isWithheld: false })).toBeCloseTo(0.85)
    expect(capScore(0.84, { sentences, isWithheld: false })).toBe(0.84)
    expect(capScore(0.5, { sentences: [], isWithheld: false })).toBe(0.5)
  })

  it('is at most 0.69 if a sentence withholds the certificate', () => {
    expect(capScore(0.84, { sentences, isWithheld: true })).toBe(0.69)
    expect(capScore(0.3, { sentences, isWithheld: true })).toBe(0.3)
  })
})

describe('the direction', () => {
  const lean = (good: number, bad: number, ainScore = 0.5) =>
    leanOf([sentence({ ainScore, deep: { ...tone, good, bad } })])

  it('is named from a logit of -0.7 on, and mixed if both sides are less than 1 apart', () => {
    expect([LEAN_MIN, LEAN_GAP]).toEqual([-0.7, 1])
    expect([lean(-0.7 - STEP, -3), lean(-0.7, -3)]).toEqual(['neutral', 'positive_leaning'])
    expect([lean(-3, -0.7 - STEP), lean(-3, -0.7)]).toEqual(['neutral', 'negative_leaning'])
    expect([lean(1, 0), lean(1, STEP), lean(0, 1 - STEP)]).toEqual(['positive_leaning', 'mixed', 'mixed'])
  })

  it('follows most of what the sentences lack, and is mixed if the weaker side has three tenths of it', () => {
    expect(LEAN_MIXED_MIN).toBe(0.3)
    const text = (good: number, bad: number) =>
      leanOf([
        ...Array(good).fill(sentence({ ainScore: 0.5, deep: { ...tone, good: 5 } })),
        ...Array(bad).fill(sentence({ ainScore: 0.5, deep: { ...tone, bad: 2 } })),
      ])
    expect([text(3, 7), text(29, 71), text(71, 29)]).toEqual(['mixed', 'negative_leaning', 'positive_leaning'])
  })

  it('of a sentence with an insult is never positive', () => {
    expect(leanOf([sentence({ ainScore: 0.2, hasInsult: true, deep: { ...tone, good: 5 } })])).toBe('negative_leaning')
  })

  it('rests on the sentences that keep the text from its certificate', () => {
    expect([lean(2, -3, 0.7 - STEP), lean(2, -3, 0.7)]).toEqual(['positive_leaning', 'neutral'])
  })
})
