import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { acceptSuggestions } from '../test/accepting.ts'
import { aboutPeople, type PeopleKind } from '../test/data/about-people.ts'
import { seeded } from '../test/data/documents.ts'
import { everyday } from '../test/data/everyday.ts'
import { type VerdictKind, verdictsOf } from '../test/data/verdicts.ts'
import { type Analysis, analyze } from './score.ts'
import { readDeep, readModel } from './weights.ts'

// The default tier on classes of texts that cost trust when the score is wrong about them. Shares over whole sets, never one text.

const model = readModel('default')
const deep = readDeep('default')
const analyst = (text: string): Analysis => analyze(model, text, { deep })
const shareOf = (texts: readonly string[], test: (analysis: Analysis) => boolean): number =>
  texts.filter((text) => test(analyst(text))).length / texts.length
const isCertified = ({ certified }: Analysis): boolean => certified
const of = (kind: VerdictKind): string[] => verdictsOf(kind)

describe('of our check sets', () => {
  // The two are "The ugliest building competition …" and "Hyenas steal …" (model card, known failures).
  it('at most two of forty plain facts of many fields is called biased, and most are certified', () => {
    expect(shareOf(of('plainFacts'), ({ band }) => band === 'biased')).toBeLessThanOrEqual(2 / 40)
    expect(shareOf(of('plainFacts'), isCertified)).toBeGreaterThanOrEqual(0.8)
  })

  it('statements hostile to groups are not certified, calm ones about the same groups are', () => {
    expect(shareOf(of('hostileToGroups'), isCertified)).toBeLessThanOrEqual(0.05)
    expect(shareOf(of('calmAboutGroups'), isCertified)).toBeGreaterThanOrEqual(0.9)
  })

  it('short attacks are called biased, short as they are', () => {
    expect(shareOf(of('shortAttacks'), ({ band }) => band === 'biased')).toBeGreaterThanOrEqual(0.95)
    expect(shareOf(of('shortAttacks'), isCertified)).toBe(0)
  })

  it('mildly loaded and plainly worded one-sided texts are rarely certified', () => {
    expect(shareOf(of('mild'), isCertified)).toBeLessThanOrEqual(0.1)
    expect(shareOf(of('oneSided'), isCertified)).toBeLessThanOrEqual(0.1)
  })
})

describe('of sentences about people', () => {
  const isHostile = ({ withheldBy }: Analysis) => withheldBy.some(({ why }) => why === 'generalisation')
  const share = (kind: PeopleKind, test: (analysis: Analysis) => boolean) => shareOf(aboutPeople(kind), test)

  it('harmless ones are rarely called hostile, calm ones once in forty at most, and calm ones are certified', () => {
    expect(share('harmless', isHostile)).toBeLessThanOrEqual(0.02)
    expect(share('calm', isHostile)).toBeLessThanOrEqual(1 / 40)
    expect(share('calm', isCertified)).toBeGreaterThanOrEqual(0.85)
  })

  it('hateful ones are called biased, and one in sixty is certified at most', () => {
    expect(share('hateful', ({ band }) => band === 'biased')).toBeGreaterThanOrEqual(0.9)
    expect(share('hateful', isCertified)).toBeLessThanOrEqual(1 / 60)
  })

  it.each([
    'They are vermin.',
    'Europeans are vermin.',
    'Immigrants bring nothing but trouble to this town.',
    'I hate gay people.',
    'Those people are animals, not humans.',
  ])('hostility to a group is far below 0.4: %s', (text) => {
    expect(analyst(text).ainScore).toBeLessThan(0.3)
  })
})

describe('one attack among plain texts', () => {
  const plain = everyday.filter(({ band }) => band === 'neutral').map(({ text }) => text)
  const attacks = everyday.filter(({ kind }) => kind === 'attack').map(({ text }) => text)

  it.each([2, 6, 14])('withholds the certificate of %i others, and is named', (count) => {
    const around = plain.slice(count, 2 * count)
    expect(isCertified(analyst(around.join(' ')))).toBe(true)
    const named = attacks.slice(0, 12).filter((attack) => {
      const text = [...around.slice(1), attack, ...around.slice(0, 1)].join(' ')
      const { certified, withheldBy } = analyst(text)
      return (
        !certified && withheldBy.some(({ start, end }) => attack.startsWith(text.slice(start, end).trim().slice(0, 20)))
      )
    })
    expect(named.length).toBeGreaterThanOrEqual(11)
  })
})

describe('by the words alone, one attack among plain sentences', () => {
  const plain = everyday.filter(({ band }) => band === 'neutral').map(({ text }) => text)
  const attacks = everyday.filter(({ kind }) => kind === 'attack' || kind === 'propaganda').map(({ text }) => text)
  const guide = (name: string) => readFileSync(new URL(`../../docs/guide/${name}.md`, import.meta.url), 'utf8')

  it.each([
    ['default', 10, 'neutrality', /(\d+) of 100 texts with one attack among 10 plain/],
    ['default', 40, 'neutrality', /among 40 plain\s+ones (\d+)/],
    ['permissive', 10, 'check', /among 10 plain\s+sentences it certifies (\d+) of 100/],
    ['permissive', 40, 'check', /among 40 plain\s+sentences (\d+) of 100/],
  ] as const)('is certified as often as the guides say: %s, %i', (weights, count, page, said) => {
    const words = readModel(weights)
    const random = seeded(count)
    const texts = attacks.flatMap((attack) =>
      Array.from({ length: 4 }, () => {
        const around = Array.from({ length: count }, () => plain[Math.floor(random() * plain.length)] ?? '')
        return around.toSpliced(Math.floor(random() * (count + 1)), 0, attack).join(' ')
      }),
    )
    const share = texts.filter((text) => analyze(words, text).certified).length / texts.length
    expect(Math.round(100 * share)).toBe(Number(said.exec(guide(page).replace(/\s+/g, ' '))?.[1]))
  })
})

describe('accepting every suggestion', () => {
  it('leads to words that are hardly ever marked again, in either tier', () => {
    const texts = everyday.filter(({ band }) => band !== 'neutral').map(({ text }) => text)
    for (const by of [analyst, (text: string) => analyze(model, text)]) {
      const accepted = texts.flatMap((text) => acceptSuggestions(by, text))
      expect(accepted.length).toBeGreaterThan(40)
      expect(accepted.filter(({ again }) => again).length / accepted.length).toBeLessThanOrEqual(0.02)
    }
  })
})
