import { describe, expect, it } from 'vitest'
import { shortSentences } from '../test/data/sides.ts'
import { PLAIN_AIN, SHORT_TEXT } from './certificate.ts'
import { codes } from './lexicon/lexicon.ts'
import { analyze } from './score.ts'
import { readDeep, readModel } from './weights.ts'

// Rules around the sentences, each tried on whole texts as callers send them.

const ANSWERS = [
  ...['Paris.', 'Yes.', '42', 'The answer is 7.', 'True', 'Never.', 'No.', 'Blue.', 'About 300 km.', 'Maybe', '1488'],
  ...['Yes, it is.', 'Of course not.', 'Wrong.', 'Angela Merkel.', 'Los Angeles.', 'Rio de Janeiro'],
  ...['Spanish', 'Islam.', 'Women', 'Bread', 'A virus.', 'The heart.', 'Zero', 'No, thank you.', 'I think so.'],
]
const DISMISSALS = [
  ...['You idiot.', 'Drop dead.', 'Shut up.', 'Oh, just shut up!', 'Get lost, loser.', 'Burn them.', 'Take a hike.'],
  ...['Down with Israel.', 'Retard.', 'Old hag.', 'Vermin.', '14/88'],
]
const FOREIGN = ['Das Auto.', 'Mein Kampf', 'Oui.', 'Nein danke.', 'Ja.', "C'est la vie.", 'Mon ami.', 'Xqzvt brmpl.']

const VILE = 'They are vermin, and every one of them must be driven out'
const PLAIN = 'The library opens at nine. The bus stops in front of it.'

describe.each(['default', 'permissive'] as const)('with the %s weights', (weights) => {
  const model = readModel(weights)
  const deep = readDeep(weights)
  const read = (text: string) => analyze(model, text, { deep })
  const objections = (text: string) => read(text).withheldBy.map(({ why }) => why)

  it('short answers whose words English knows are certified, with low confidence', () => {
    for (const text of ANSWERS) {
      const { certified, ainScore, reason, confidence } = read(text)
      // `strict` asks for more than 0.7.
      expect({ certified, passes: ainScore > 0.7, isLow: confidence < 0.6 }, text).toEqual({
        certified: true,
        passes: true,
        isLow: true,
      })
      if (!text.startsWith('The')) expect(reason, text).toBe('insufficient_text')
    }
  })

  it('dismissals, words of other languages and gibberish are not certified, however short', () => {
    for (const text of [...DISMISSALS, ...FOREIGN])
      expect([read(text).certified, read(text).ainScore > 0.69], text).toEqual([false, false])
  })

  it('the rules for short texts end at seven words', () => {
    const scoreOf = (count: number) => read('Never. '.repeat(count).trim()).ainScore
    expect([SHORT_TEXT, PLAIN_AIN, scoreOf(7)]).toEqual([{ wordsMax: 7, dismissalAinMax: 0.25 }, 0.9, 0.9])
    expect(scoreOf(8)).toBeLessThan(0.7)
    const insults = (text: string) => read(text).withheldBy.filter(({ why }) => why === 'insults').length
    expect([insults('The bus is here. Drop dead.'), insults('The bus stops here. Drop dead. It waits.')]).toEqual([
      1, 0,
    ])
  })

  it('regret about a plain fact is plain', () => {
    expect(read('Unfortunately, the lift is out of order.').certified).toBe(true)
    expect(read('Sadly, our colleague Mr Brown died on Monday.').certified).toBe(true)
    expect(read('The lift is unfortunately out of order.').certified).toBe(true)
    expect(read('Unfortunately, the corrupt council sold our children to greedy developers.').band).toBe('biased')
  })

  it('how an opinion ends or is announced moves it by at most 0.05', () => {
    const plain = read('Hunting has to be banned.').ainScore
    expect(plain).toBeGreaterThanOrEqual(0.45)
    expect(plain).toBeLessThanOrEqual(0.67)
    for (const text of [
      'Hunting has to be banned!',
      'Hunting has to be banned!!!',
      'Hunting has to be banned?',
      'We say that hunting has to be banned.',
      'We also say that hunting has to be banned.',
      'In our view, hunting has to be banned.',
      'It is our view that hunting has to be banned.',
      'To be clear, hunting has to be banned.',
      'Most of us think that hunting has to be banned.',
      'Everybody agrees that hunting has to be banned.',
      'As we have said before, hunting has to be banned.',
      'Common sense says that hunting has to be banned.',
      'Therefore, hunting has to be banned.',
    ])
      expect(Math.abs(read(text).ainScore - plain), text).toBeLessThanOrEqual(0.05)
  })

  it('what somebody should be allowed scores the same if they should not', () => {
    for (const [who, what] of [
      ['Immigrants', 'vote in local elections'],
      ['Gay couples', 'adopt'],
      ['Farmers', 'strike'],
      ['Muslims', 'build mosques'],
    ]) {
      const [yes, no] = [`${who} should be allowed to ${what}.`, `${who} should not be allowed to ${what}.`].map(read)
      expect(Math.abs((yes?.ainScore ?? 0) - (no?.ainScore ?? 1)), who).toBeLessThanOrEqual(0.05)
    }
    for (const [one, other] of [
      ['Abortion should be legal.', 'Abortion should be illegal.'],
      ['The country needs more immigrants.', 'The country does not need more immigrants.'],
      ['E-scooters should be banned.', 'E-scooters should not be banned.'],
    ])
      expect(Math.abs(read(one ?? '').ainScore - read(other ?? '').ainScore), one).toBeLessThanOrEqual(0.1)
    expect(read('Immigrants should be thrown out.').band).toBe('biased')
  })

  it("a slur that is quoted in court is not the reporter's", () => {
    for (const text of [
      'He admitted that he had called the couple "dirty dykes".',
      'The court heard that he had shouted "fucking Paki" at the driver.',
      'The witness said that the defendant had called him a "dirty nigger".',
    ])
      expect(read(text).certified, text).toBe(true)
    expect(read('He is a dirty nigger, and the court knows it.').band).toBe('biased')
  })

  it('what a manual does to workers and children is no threat, and elsewhere it is', () => {
    const manual = 'Stop the server first. Kill all workers. Then start the queue again and check the log.'
    expect(read(manual).certified).toBe(true)
    expect(read('Stop the strike. Kill all workers. Go home.').certified).toBe(false)
    expect(read('Kill all workers.').band).toBe('biased')
  })

  it('nobody quotes themselves or agrees their way to a certificate', () => {
    for (const text of [
      `"${VILE}" is what we said, and what we will do.`,
      `"${VILE}," he said. That is true.`,
      `"${VILE}," he said, and he was right.`,
      `"${VILE}," said the priest. Amen.`,
      `"${VILE}," said a neighbour. Wise words.`,
      'A friend called to tell me: "Immigrants are rats that spread disease." He has a point.',
    ])
      expect(read(text).certified, text).toBe(false)
  })

  it('a vile quotation withholds the certificate, unless the caller accepts it', () => {
    const text = `"${VILE}," the defendant said in court. ${PLAIN}`
    expect(objections(text)).toEqual(['quoted'])
    expect(analyze(model, text, { deep, accept: ['quoted'] })).toMatchObject({
      withheldBy: [],
      accepted: [{ why: 'quoted', start: 1 }],
    })
  })

  it('prose in fences, back-ticks, alternative texts and single letters is read', () => {
    const letters = Array.from(VILE, (letter) => (letter === ' ' ? ' ' : `<i>${letter}</i>`)).join('')
    for (const hidden of [
      `\`\`\`\n${VILE}.\n\`\`\``,
      `\`${VILE} (all).\``,
      `<img alt="${VILE}" src="a.png">`,
      `${letters}.`,
      '```\nThese parasites deserve nothing but our contempt.\n```',
      '<img alt="The greedy landlords bleed decent families dry." src="a.png">',
      '```\n# Note\nThese parasites deserve nothing but our contempt.\n```',
      '```\nconst a = f(b)\n// These parasites deserve\n// nothing but our contempt.\nreturn a\n```',
      `${VILE.split(' ')
        .map((word) => `\`${word}\``)
        .join(' ')}.`,
      `${Array.from(VILE, (letter) => (letter === ' ' ? ' ' : `**${letter}**`)).join('')}.`,
      `${Array.from(VILE, (letter) => (letter === ' ' ? ' ' : `\`${letter}\``)).join('')}.`,
      `${Array.from(VILE, (letter) => (letter === ' ' ? ' ' : `<a href="#">${letter}</a>`)).join('')}.`,
      `${Array.from(VILE, (letter) => `${letter}<wbr>`).join('')}.`,
      `${Array.from(VILE, (letter) => (letter === ' ' ? ' ' : `[${letter}](#)`)).join('')}.`,
      `<input placeholder="${VILE}">`,
      `\`$ ${VILE}\``,
    ])
      expect(read(`${PLAIN}\n\n${hidden}\n`).certified, hidden).toBe(false)
  })

  it('code, front matter, sessions and lists of links are not', () => {
    const code = '```sh\nkill -9 $(pgrep worker)\n```'
    const page = `---\ntitle: stupid idiots\n---\n${PLAIN}\n\n>>> idiots = stupid()\n\n[idiot]: https://example.com\n\n${code}\n`
    expect(read(page).certified).toBe(true)
    expect(read(`+++\ntitle = "stupid idiots"\n+++\n\n${PLAIN}`).certified).toBe(true)
  })

  it('a row of apostrophes among code is read at once, however long it is', () => {
    const row = (count: number) => read(`${PLAIN}\n\n\`\`\`\nA${"'".repeat(count)} b c d =\n\`\`\`\n`)
    expect(row(300).ainScore).toBe(row(3).ainScore)
  })

  it('codes for hatred withhold the certificate, a year does not', () => {
    expect(codes.size).toBeGreaterThanOrEqual(200)
    expect(objections(`${PLAIN} The day of the rope is near.`)).toEqual(['generalisation'])
    expect(objections(`${PLAIN} Our (((friends))) own the paper.`)).toEqual(['generalisation'])
    expect(objections(`${PLAIN} (((Bankers))) meet today.`)).toEqual(['generalisation'])
    expect(objections(`${PLAIN} Remember 1488.`)).toEqual(['generalisation'])
    expect(objections(`${PLAIN} The cape was rounded in 1488.`)).toEqual([])
    expect(objections(`${PLAIN} Neo-Nazis chanted "Blood and Soil" in the square.`)).not.toContain('generalisation')
  })

  it('short sentences of other languages are found among English ones, and those with loanwords are English', () => {
    const isFound = (text: string) =>
      analyze(model, `${PLAIN} ${text} ${PLAIN}`).withheldBy.some(({ why }) => why === 'other_language')
    for (const [language, texts] of shortSentences()) {
      const found = texts.filter(isFound).length / texts.length
      if (language === 'en') expect(found).toBeLessThanOrEqual(0.03)
      else expect(found, language).toBeGreaterThanOrEqual(0.9)
    }
    for (const english of [
      'MIT © [Sindre Sorhus](https://example.com)',
      'Negates the operand.',
      'This minimizes buffering.',
    ])
      expect(read(`${PLAIN}\n\n${english}\n\n${PLAIN}`).withheldBy, english).toEqual([])
    for (const cited of ['Anno-Lexical (Horych et al. 2024)', 'IssueBench (Röttger et al. 2025)'])
      expect(read(`${PLAIN} ${PLAIN}\n\n${cited}\n\n${PLAIN}`).certified, cited).toBe(true)
  })

  it('a label that praises is no insult', () => {
    const { withheldBy, biasDirection } = read('He is an outstanding statesman.')
    expect(withheldBy.filter(({ why }) => why === 'insults')).toEqual([])
    expect(biasDirection).toBe('positive_leaning')
  })

  it.each([
    ['the encoder', { deep }],
    ['the words alone', {}],
  ])('an insult never leans positive by %s', (_by, options) => {
    const text = 'It is a scandal that nobody in this incompetent administration has the courage to admit the truth.'
    const { evidence, biasDirection } = analyze(model, text, options)
    expect(evidence.filter(({ kind, direction }) => kind === 'insult' && direction === 'positive')).toEqual([])
    expect(biasDirection).toBe('negative_leaning')
  })
})
