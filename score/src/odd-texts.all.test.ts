import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPlainText } from './reading/reading.ts'
import { analyze } from './score.ts'
import { readDeep, readModel } from './weights.ts'

const model = readModel('default')
const encoder = readDeep('default')

function expectSoundOffsets(text: string, deep?: typeof encoder): void {
  const { sentences, evidence, ainScore, confidence } = analyze(model, text, { deep })
  expect(ainScore).toBeGreaterThanOrEqual(0)
  expect(ainScore).toBeLessThanOrEqual(1)
  expect(Number.isFinite(confidence)).toBe(true)
  for (const { start, end } of [...sentences, ...evidence]) {
    expect(start).toBeGreaterThanOrEqual(0)
    expect(end).toBeLessThanOrEqual(text.length)
    expect(start).toBeLessThan(end)
    for (const at of [start, end]) expect(splitsPair(text, at)).toBe(false)
  }
  for (const item of evidence) expect(text.slice(item.start, item.end)).toBe(item.text)
}

function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const behind = text.charCodeAt(at)
  return before >= 0xd800 && before <= 0xdbff && behind >= 0xdc00 && behind <= 0xdfff
}

describe('odd texts', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \n\t \u00a0 '],
    ['NUL', 'a\u0000b \u0000 disgraceful\u0000liars'],
    ['lone surrogates', '\ud83d a shameful \udc00 lie \ud800'],
    ['emoji', '\u{1f600}'.repeat(10_000)],
    ['a family of emoji', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(1500)],
    ['quotation marks', '"'.repeat(10_000)],
    ['back-ticks', '`'.repeat(10_000)],
    ['one long word', 'a'.repeat(10_000)],
    ['joiners', `a${'\u200d'.repeat(9_999)}`],
    ['combining marks', `e${'\u0301'.repeat(9_999)}`],
    ['right to left', 'هذا نص عربي قصير عن الطقس اليوم'],
    ['HTML', '<p class="x">The <b>vile</b> mob&nbsp;&amp; its lies</p><!-- shameful -->'],
    ['angle brackets', '<a'.repeat(5_000)],
    ['at signs', '@a'.repeat(5_000)],
    ['one word again and again', 'liar '.repeat(2_000)],
    ['several scripts', 'The мэр said 市长 is a liar. '.repeat(20)],
    ['Markdown', '# Agenda\n\n- a vile point\n- another\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'],
  ])('get a sensible answer, from the words alone and from the encoder: %s', (_, text) => {
    expectSoundOffsets(text)
    expectSoundOffsets(text, encoder)
  })

  it('take no longer than others for marks that are never closed, however many there are', () => {
    for (const piece of ['~~~a\r', '~~~\u2028', '```\n~~~\n', '<a href="', '`', '<!--']) {
      const text = piece.repeat(Math.ceil(200_000 / piece.length))
      expect(analyze(model, text).ainScore).toBeLessThanOrEqual(1)
    }
  })

  it('get sound offsets whatever they hold', () => {
    const skim = (text: string) => expectSoundOffsets(text)
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), skim), {
      seed: 11,
      numRuns: 300,
    })
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), skim), {
      seed: 12,
      numRuns: 300,
    })
    const read = (text: string) => expectSoundOffsets(text, encoder)
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 100 }), read), { seed: 13, numRuns: 60 })
  })

  it('that are short attacks are scored, but can never be certified', () => {
    for (const text of ['What a liar.', 'Disgraceful!', 'They are idiots.']) {
      const { ainScore, certified, reason } = analyze(model, text)
      // Their wording rejects them, not their length.
      expect({ certified, reason }).toEqual({ certified: false, reason: undefined })
      expect(ainScore).toBeLessThan(0.4)
    }
  })

  it('are read as a reader reads them, and point into the text as it was written', () => {
    for (const text of [
      'What a \u{1d429}\u{1d41a}\u{1d42d}\u{1d421}\u{1d41e}\u{1d42d}\u{1d422}\u{1d41c} performance by the mayor.',
      'Such p a t h e t i c performances by the mayor.',
      'What a p@th3tic performance by the mayor.',
      'What&nbsp;a&nbsp;pathetic&nbsp;performance by the mayor.',
      'What a p\u0430thetic performance by the mayor.',
      'What a pa\u200bthetic performance by the mayor.',
      '`What a pathetic performance by the mayor.`',
      'What a p\u{1f525}a\u{1f525}t\u{1f525}h\u{1f525}e\u{1f525}t\u{1f525}i\u{1f525}c performance by the mayor.',
      'What a p\u{e0041}athe\u{e0041}tic performance by the mayor.',
      'What a \u202ecitehtap\u202c performance by the mayor.',
      'What a p&amp;#97;thetic performance by the mayor.',
      'What a p&amp;amp;#97;thetic performance by the mayor.',
      'What. a. pathetic. performance. by. the. mayor.',
      'Such a mayor, what a performance: #PatheticPerformance',
    ]) {
      const { ainScore, evidence } = analyze(model, text)
      expect(ainScore).toBeLessThan(0.4)
      const [first] = evidence
      expect(first?.text).toBe(text.slice(first?.start, first?.end))
      expect(readPlainText(first?.text ?? '').text).toMatch(/^pathetic$|^citehtap$|^pathetic performance$/i)
    }
  })

  it('are read with digits in short words where people disguise them, and nowhere else', () => {
    const read = (text: string): string => readPlainText(text).text
    expect(read('A l1ar, an evi1 r4t and a 5tupid 1diot must d1e.')).toBe(
      'A liar, an evil rat and a stupid idiot must die.',
    )
    for (const text of [
      'the 4th of May',
      'k8s, a11y and i18n',
      'an mp3 of 3D art',
      '$HOME and @mention',
      'v1 of base64',
    ]) {
      expect(read(text)).toBe(text)
    }
  })

  it('name a starred word as it stands there, not a part of it', () => {
    const words = analyze(model, 'The c*rrupt mayor and his l**rs met the press on Monday.').evidence
    expect(words.map(({ text }) => text).sort()).toEqual(['c*rrupt', 'l**rs'])
    expect(readPlainText('An item marked with a star* and C* algebras').text).toBe(
      'An item marked with a star* and C* algebras',
    )
  })

  it('are left alone where digits and single letters are what they seem', () => {
    for (const text of ['COVID-19 and H2O', 'me@example.com wrote an mp3', 'the U.S.A. and R2D2', 'AT&T and R&D']) {
      expect(readPlainText(text).text).toBe(text)
    }
  })

  it('are not judged when too short, and say so', () => {
    for (const text of ['', 'Xqzvt', '\u{1f600}']) {
      expect(analyze(model, text)).toMatchObject({
        certified: false,
        biasDirection: 'neutral',
        reason: 'insufficient_text',
      })
    }
  })

  it('are not judged in another language, and say so', () => {
    const texts = {
      de: 'Der Ausschuss hat den Haushalt am Montag mit neun zu vier Stimmen angenommen und ist nach Hause gegangen.',
      fr: 'Le comité a adopté le budget lundi par neuf voix contre quatre et les élus sont rentrés chez eux.',
      es: 'El comité aprobó el presupuesto el lunes por nueve votos contra cuatro y los concejales se fueron a casa.',
      it: 'Il comitato ha approvato il bilancio lunedì con nove voti contro quattro e poi i consiglieri sono andati a casa.',
      pl: 'Komisja przyjęła budżet w poniedziałek stosunkiem głosów dziewięć do czterech i nie jest to nic nowego.',
      fi: 'Valiokunta hyväksyi eilen talousarvion, joka tulee voimaan tammikuussa, eikä siitä enää keskusteltu.',
      tr: 'Komite dün yeni bir bütçe kabul etti ve bu bütçe için çok az tartışma oldu.',
      id: 'Panitia mengesahkan anggaran baru yang akan berlaku pada bulan Januari untuk semua daerah.',
      vi: 'Ủy ban đã thông qua một ngân sách mới cho các trường học trong thành phố này.',
      hr: 'Odbor je jučer usvojio novi proračun koji će stupiti na snagu u siječnju.',
      ru: 'Комитет утвердил бюджет в понедельник девятью голосами против четырёх, мы это видели.',
      uk: 'Комітет ухвалив бюджет у понеділок дев’ятьма голосами проти чотирьох.',
      bg: 'Комисията прие бюджета в понеделник и първият член не се обсъждаше.',
      ja: '委員会は月曜日に新しい予算を承認しました。',
      zh: '委员会星期一以九票对四票通过了预算。',
      fa: 'کمیته دوشنبه بودجه را با نه رأی تصویب کرد و پس از آن جلسه به پایان رسید.',
      ta: 'குழு திங்கட்கிழமை வரவு செலவுத் திட்டத்தை ஏற்றுக்கொண்டது.',
    }
    for (const [language, text] of Object.entries(texts)) {
      const analysis = analyze(model, text)
      expect(analysis).toMatchObject({
        language,
        certified: false,
        biasDirection: 'neutral',
        reason: 'unsupported_language',
      })
      expect(analysis.confidence).toBeLessThan(0.3)
    }
  })
})

describe('texts in two languages', () => {
  it('are not certified for the English words among them', () => {
    const english = 'The committee met on Monday at nine in the hall.'
    const others = [
      '委员会星期一开会讨论预算问题并决定'.repeat(20),
      'คณะกรรมการประชุมเรื่องงบประมาณ'.repeat(20),
      'Die Regierung besteht aus Verrätern, und die Leute wissen das auch.',
      'Le gouvernement est dans les mains des traîtres et nous ne sommes plus libres.',
    ]
    for (const other of others) {
      const analysis = analyze(model, `${english} ${other}`)
      expect(analysis, other).toMatchObject({ certified: false, reason: 'unsupported_language', evidence: [] })
    }
  })

  it('are English if only names are foreign', () => {
    const texts = [
      'Vincent van Gogh and Ludwig van Beethoven never met.',
      'Charles de Gaulle landed in Rio de Janeiro on Monday.',
      'Leonardo da Vinci painted La Gioconda in Florence.',
      'The office in Rue de la Paix is closed on Mondays.',
    ]
    for (const text of texts) expect(analyze(model, text), text).toMatchObject({ language: 'en' })
  })
})

describe('how a text is written down', () => {
  const loaded = ['The greedy bosses lied to us again.', 'Their shameless cronies got rich.']
  const certified = (text: string) => analyze(model, text).certified

  it('cannot make it neutral: capitals, numbered lists, figures beside it, stray marks, repetition', () => {
    const tricks = [
      loaded.join(' ').toUpperCase(),
      loaded.map((line, at) => `${at + 1}. ${line}`).join('\n'),
      `${loaded.join(' ')}\n${Array.from({ length: 30 }, (_, at) => at).join('\n')}`,
      `The meeting is at nine in the hall. \`\`\` ${loaded.join(' ')}`,
      `In C, a<b and ${loaded.join(' ')} c>d holds.`,
      'The movement has been hijacked by extremists. '.repeat(15),
    ]
    for (const text of tricks) expect(certified(text), text).toBe(false)
  })

  it('scores a sentence in capitals like the same one in small letters', () => {
    const [line = ''] = loaded
    expect(analyze(model, line.toUpperCase()).ainScore).toBeCloseTo(analyze(model, line.toLowerCase()).ainScore, 1)
  })

  it('never makes the whole better than its best sentence', () => {
    const text = 'Boil the potatoes. Add salt to the water. Wait for ten minutes. Serve with butter.'
    const { ainScore, sentences } = analyze(model, text)
    expect(ainScore).toBeLessThanOrEqual(Math.max(...sentences.map((sentence) => sentence.ainScore)))
  })

  it('leaves evidence inside its sentence', () => {
    const { evidence, sentences } = analyze(model, 'We all saw what a stunning\u200b\u202e')
    expect(evidence.map(({ text }) => text)).toEqual(['stunning'])
    expect(evidence[0]?.end).toBeLessThanOrEqual(sentences[0]?.end ?? 0)
  })
})

describe('what is no prose', () => {
  it('gives no evidence: code, addresses and links', () => {
    const text =
      'Run `disgraceful liars` first.\n\n```\nvile corrupt shameless\n```\n\nSee https://example.org/disgraceful-liars or write to vile@example.org today.'
    expect(analyze(model, text).evidence).toEqual([])
  })

  it('does not move the offsets of what follows it', () => {
    const text = 'See https://example.org/a `x` \u{1f600}: the disgraceful liars on the board resigned.'
    const found = analyze(model, text).evidence.map((item) => text.slice(item.start, item.end))
    expect(found).toContain('disgraceful')
  })
})
