import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyze } from './neutrality.ts'
import { readModel } from './weights.ts'

const model = readModel()

function expectSoundOffsets(text: string): void {
  const { sentences, evidence, ainScore, confidence } = analyze(model, text)
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
    ['Markdown', '# Agenda\n\n- a vile point\n- another\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'],
  ])('get a sensible answer: %s', (_, text) => expectSoundOffsets(text))

  it('get sound offsets whatever they hold', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), expectSoundOffsets), {
      seed: 11,
      numRuns: 300,
    })
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), expectSoundOffsets), {
      seed: 12,
      numRuns: 300,
    })
  })

  it('are not judged when too short, and say so', () => {
    for (const text of ['', 'Hi', 'Disgraceful!', '42', '\u{1f600}']) {
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
      ru: 'Комитет утвердил бюджет в понедельник девятью голосами против четырёх.',
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
