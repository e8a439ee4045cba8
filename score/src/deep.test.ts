import { describe, expect, it } from 'vitest'
import { analyze, explain } from './score.ts'
import { readDeep, readModel } from './weights.ts'

const model = readModel('default')
const deep = readDeep('default')
const score = (text: string) => analyze(model, text, { deep })
const PLAIN = `The meeting starts at nine. The train leaves from platform four. Water boils at 100 degrees. The library opens on Monday.
She bought two apples and a loaf of bread. The report has forty pages. The bus was full this morning. Rice grows in wet fields.`

describe('the score with the encoder', () => {
  it.each([2, 6, 14, 40])(
    'one attack among %i plain sentences withholds the certificate and says where it stands',
    (count) => {
      const plain = Array.from({ length: count }, (_, at) => PLAIN.split(/(?<=\.)\s/)[at % 8]).join(' ')
      const attack = 'Immigrants are vermin and must be driven out.'
      const { certified, ainScore, withheldBy } = score(`${attack} ${plain}`)
      expect(certified).toBe(false)
      expect(ainScore).toBeLessThan(0.7)
      expect(withheldBy).toContainEqual(
        expect.objectContaining({ start: 0, end: attack.length, why: 'generalisation' }),
      )
    },
  )

  it.each([
    'Women belong in the kitchen.',
    'Jews control the banks and the press.',
    'Followers of Islam cannot be trusted.',
    'Immigrants only come here to live off our money.',
  ])('prejudice in plain words is never certified and is shown as a generalisation: %s', (text) => {
    const { certified, evidence, ainScore } = score(text)
    expect(certified).toBe(false)
    expect(ainScore).toBeLessThan(0.4)
    expect(evidence.at(-1)).toMatchObject({ kind: 'generalisation', start: 0, end: text.length })
  })

  it.each([
    'Sugar is bad for your teeth and causes decay.',
    'It is illegal to drive without a licence.',
    'Spiders have eight legs and most of them spin webs.',
    'Our toaster broke and the kettle leaks.',
    'Many Muslims fast from dawn to sunset during Ramadan.',
    'Women row in the first boat and men in the second.',
  ])('plain facts are certified: %s', (text) => {
    expect(score(text).certified).toBe(true)
  })

  it('short attacks are scored and cannot be certified', () => {
    for (const text of ['What a liar.', 'Muslims are terrorists.', 'Kill them all.']) {
      expect(score(text)).toMatchObject({ certified: false, band: 'biased' })
      expect(score(text).reason).toBeUndefined()
    }
  })

  it('names a direction only if evidence shows it', () => {
    for (const text of [
      PLAIN,
      'She is a brilliant and courageous leader.',
      'This shameless liar has betrayed us all.',
    ]) {
      const { biasDirection, evidence } = score(text)
      const sides = new Set(evidence.map(({ direction }) => direction))
      if (biasDirection === 'positive_leaning') expect(sides).toContain('positive')
      if (biasDirection === 'negative_leaning') expect(sides).toContain('negative')
    }
    expect(score('She is a brilliant and courageous leader.').biasDirection).toBe('positive_leaning')
    expect(score('This shameless liar has betrayed us all.').biasDirection).toBe('negative_leaning')
  })

  it('adds up: words, context and intercept are the logit', () => {
    for (const sentence of explain(model, `${PLAIN} This shameless liar has betrayed us all.`, { deep })) {
      const sum = sentence.words.reduce((total, { weight }) => total + weight, sentence.context + sentence.intercept)
      expect(sum).toBeCloseTo(sentence.logit, 3)
    }
  })

  it('does not move when a name or a group is swapped for another', () => {
    const pairs = [
      ['Anna criticised the plan on Monday.', 'Mehmet criticised the plan on Monday.'],
      ['Muslims cannot be trusted.', 'Christians cannot be trusted.'],
      ['The German delegation left early.', 'The Nigerian delegation left early.'],
      ['The rich pay less tax than the poor.', 'The poor pay less tax than the rich.'],
      ['Illegal immigrants work on the farms.', 'Undocumented immigrants work on the farms.'],
      ['Pro-life groups marched on Saturday.', 'Pro-choice groups marched on Saturday.'],
      ['Police threw stones at the protesters.', 'Protesters threw stones at the police.'],
      ['Vegans met in the hall.', 'Hunters met in the hall.'],
      ['Old people vote more often.', 'Young people vote more often.'],
      ['Teenagers meet on Fridays.', 'Pensioners meet on Fridays.'],
    ]
    for (const [one = '', other = ''] of pairs) expect(score(one).ainScore).toBeCloseTo(score(other).ainScore, 2)
  })

  it.each([
    'We need more nurses',
    'The mayor opened the bridge on Monday',
    'They are a disgrace to this town',
    'He called it “a good start”',
  ])('reads a sentence alike with and without its full stop: %s', (text) => {
    expect(score(`${text}.`).ainScore).toBe(score(text).ainScore)
    expect(score(`${text} …`).ainScore).toBe(score(text).ainScore)
  })

  it('does not charge a writer for what somebody else is quoted with', () => {
    const [said, quoted] = ['This shameless liar has betrayed us all', 'The office opens at nine']
    const quoting = (words: string) =>
      analyze(model, `“${words},” said the mayor on Monday.`, { deep, accept: ['quoted'] }).ainScore
    expect(quoting(said)).toBeGreaterThan(0.7)
    expect(Math.abs(quoting(said) - quoting(quoted))).toBeLessThan(0.2)
    expect(score(`${said}, said the mayor on Monday.`).ainScore).toBeLessThan(0.4)
  })

  it('reads long sentences to their end: an attack behind many plain words is never certified', () => {
    const plain =
      'the committee then went on to talk about the budget for the coming year and the roof of the school'.split(' ')
    for (const count of [60, 120, 300, 600]) {
      const before = Array.from({ length: count }, (_, at) => plain[at % plain.length]).join(' ')
      expect(score(`On Monday ${before}.`).certified).toBe(true)
      for (const attack of [
        'while the corrupt governor, that lying crook, robbed us all blind',
        'although the mayor is a pathetic coward and a liar',
        'because these shameless idiots have ruined everything',
      ]) {
        expect(score(`On Monday ${before}, ${attack}.`), `${count} words, ${attack}`).toMatchObject({
          certified: false,
        })
      }
    }
  })

  it.each([
    'The museum should be free for students.',
    'The tax on fuel should be lowered.',
    'The tax on fuel should be raised.',
    'Members should elect the board by post.',
    'I think the tower should be torn down.',
  ])('a plainly worded opinion is neither certified nor biased: %s', (text) => {
    const { ainScore, certified } = score(text)
    expect(certified).toBe(false)
    expect(ainScore).toBeGreaterThanOrEqual(0.4)
    expect(ainScore).toBeLessThan(0.7)
  })

  it('lists words before whole sentences, and no word that only holds a sentence together', () => {
    const { evidence } = score(
      'We all know that only vile Poles would just do such a shameful thing, and even they should not.',
    )
    expect(evidence[0]?.kind).not.toBe('generalisation')
    expect(evidence.map(({ text }) => text)).toEqual(expect.arrayContaining(['vile', 'shameful']))
    for (const word of ['We', 'only', 'just', 'such', 'even', 'they', 'should', 'not']) {
      expect(evidence.map(({ text }) => text)).not.toContain(word)
    }
  })

  it('takes misspelt English for English', () => {
    for (const text of [
      'Teh comitee wil met on tusday at nien oclock in teh smal hal.',
      'The goverment definately recieved are complaint agian last weak.',
    ]) {
      expect(score(text)).toMatchObject({ language: 'en' })
      expect(score(text).reason).toBeUndefined()
    }
  })

  it('gives pinned texts their scores to the last digit', () => {
    const texts = [
      'The disastrous bill is a shameless gift to greedy corporate cronies.',
      PLAIN,
      'Women belong in the kitchen.',
    ]
    expect(texts.map((text) => score(text).ainScore)).toMatchInlineSnapshot(`
      [
        0.0237,
        0.9078,
        0.1393,
      ]
    `)
  })
})
