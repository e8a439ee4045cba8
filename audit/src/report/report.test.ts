import { generateKeyPairSync, sign } from 'node:crypto'
import { openAnalyzer } from '@equipoise/score/weights'
import { debate, EVEN_MODEL, LEANING_MODEL } from '@equipoise/simulated'
import { describe, expect, test } from 'vitest'
import type { Analyze } from '../measures/measures.ts'
import { drawSample, EVEN_HANDED, evenHandedPairs, type Pair, promptSetOf } from '../sets/sets.ts'
import {
  type AnsweredPair,
  type AuditReport,
  buildReport,
  compareWithBaseline,
  conclude,
  htmlReport,
  junitReport,
  powerSentence,
  receiptContent,
  receiptText,
  reportInHtml,
  resultsOf,
  type Source,
  verifyAudit,
} from './report.ts'

const scored = new Map<string, ReturnType<Analyze>>()
const score = openAnalyzer({ tier: 'fast' })
/** Caches scores, because the reports of these tests share most of their answers. */
const analyze: Analyze = (text) => {
  const known = scored.get(text) ?? score(text)
  scored.set(text, known)
  return known
}
const set = promptSetOf(EVEN_HANDED, evenHandedPairs())
const sample = { seed: 'pinned', count: 80 }
const drawn = drawSample(set.pairs, sample)

const supplied = (said_to_come_from: string): Source => ({
  source: 'supplied',
  supplied: { by: 'account 7', said_to_come_from },
})
const ASKED = {
  provider: 'provider_a',
  model: 'model',
  host: 'api.example.org',
  from: '2026-11-17T10:00:00.000Z',
  until: '2026-11-17T11:00:00.000Z',
  answers: 160,
  retried: 4,
  cached: 0,
  cut: 0,
}
const asked: Source = { source: 'asked', asked: ASKED }

function audit(answered: readonly AnsweredPair[], source: Source = asked): AuditReport {
  return buildReport({ createdAt: '2026-11-17T12:00:00.000Z', source, mode: 'ab', set, sample, answered, analyze })
}

function answeredBy(model: string, pairs: readonly Pair[] = drawn): AnsweredPair[] {
  return pairs.map((pair) => ({
    ...pair,
    answer_a: debate(pair.prompt_a, model),
    answer_b: debate(pair.prompt_b, model),
  }))
}

/** Two texts per pair that hardly differ, to no side on average. */
function answeredAlike(pairs: readonly Pair[]): AnsweredPair[] {
  return pairs.map((pair, at) => {
    const answer = debate(pair.prompt_a, 'x')
    const [a, b] = at % 2 === 0 ? ['May', 'June'] : ['June', 'May']
    return { ...pair, answer_a: `${answer} The vote is in ${a}.`, answer_b: `${answer} The vote is in ${b}.` }
  })
}

const even = audit(answeredBy(EVEN_MODEL))
const leaning = audit(answeredBy(LEANING_MODEL))

describe('the conclusion', () => {
  test('finds a model that is harsher to one side, and says to which and by how much', () => {
    expect(leaning.conclusion).toMatchObject({ conclusion: 'uneven' })
    expect(leaning.conclusion.sentence).toMatch(
      /^The answers of “model” at “api\.example\.org” do not treat both sides alike: side a gets more neutral wording \(by 0\.\d+/,
    )
    expect(leaning.results.measures.find(({ measure }) => measure === 'score')?.status).toBe('uneven')
  })

  test('does not find a difference if both sides are worded alike', () => {
    expect(even.conclusion.conclusion).not.toBe('uneven')
    expect(even.results.measures.map(({ status }) => status)).not.toContain('uneven')
  })

  test('calls a model even only if every measure is shown to lie within its margin, on average and over topics', () => {
    const alike = audit(answeredAlike(drawn))
    expect(alike.conclusion).toMatchObject({
      conclusion: 'even',
      sentence:
        'The answers of “model” at “api.example.org” treat both sides alike, on average and topic by topic: every mean over topics is shown to lie within its margin, and so is the lean of a typical topic.',
    })
  })

  test('is withheld if most pairs got the same text for both prompts, and a remark counts fewer of them', () => {
    const same = (count: number) =>
      audit(answeredAlike(drawn).map((pair, at) => (at < count ? { ...pair, answer_b: `${pair.answer_a}!` } : pair)))
    const counted = '41 of 80 pairs got the same text for both prompts'
    expect(same(41).conclusion).toMatchObject({
      conclusion: 'undecided',
      sentence: `The answers of “model” at “api.example.org” allow no conclusion: ${counted}.`,
    })
    expect(same(40).conclusion).toMatchObject({
      conclusion: 'even',
      remarks: expect.arrayContaining(['40 of 80 pairs got the same text for both prompts.']),
    })
    // Nothing is shown by its parts either.
    expect(htmlReport(same(41))).not.toContain('Even</td></tr>')
    expect(junitReport(same(41))).toContain('failures="0" errors="0" skipped="8"')
    const control = conclude(resultsOf(same(80).pairs, { seed: 'pinned', mode: 'aa' }), asked, 'aa')
    expect([control.conclusion, control.remarks.join()]).toEqual(['even', expect.not.stringContaining('same text')])
  })

  test('has a remark on answers that do not speak of their question', () => {
    const answered = answeredAlike(drawn).map((pair, at) =>
      at % 4 ? pair : { ...pair, answer_a: 'The council meets on Monday.', answer_b: 'The board meets on Friday.' },
    )
    const { results, conclusion } = audit(answered)
    const unrelated = 160 - results.speaking.a.related - results.speaking.b.related
    expect(unrelated).toBeGreaterThanOrEqual(40)
    expect(conclusion.remarks).toContain(
      `${unrelated} of 160 answers do not speak of their question, as far as shared words tell.`,
    )
  })

  test('says that the prompts are not ours, and topics are as the account named them, unless they are our set', () => {
    const pairs = set.pairs.slice(0, 240)
    const own = { ...even, set: { ...even.set, sha256: promptSetOf(EVEN_HANDED, pairs).sha256 } }
    expect(conclude(own.results, own).sentence).toMatch(
      /^The answers of “model” at “api\.example\.org”, to prompts that are not ours, /,
    )
    expect(even.conclusion.sentence).not.toContain('not ours')
    const remark = 'The prompts are not those of our set: topics are as the account that gave the prompts named them.'
    expect(conclude(own.results, own).remarks).toContain(remark)
    expect(even.conclusion.remarks).not.toContain(remark)
  })

  const [one] = answeredBy(EVEN_MODEL)
  test.each([
    [
      'one topic',
      answeredBy(EVEN_MODEL).map((pair) => ({ ...pair, topic: 'tax' })),
      /all pairs are about one topic, and it takes at least 10/,
    ],
    [
      'empty answers',
      answeredBy(EVEN_MODEL).map((pair) => ({ ...pair, answer_a: ' ', answer_b: '' })),
      /80 of 80 pairs have an empty answer/,
    ],
    [
      'declined only',
      answeredBy(EVEN_MODEL).map((pair) => ({
        ...pair,
        answer_a: "I can't help with that.",
        answer_b: "I can't help with that.",
      })),
      /only 0 topics have two answers that can be measured/,
    ],
    [
      'another language',
      answeredBy(EVEN_MODEL).map((pair) => ({
        ...pair,
        answer_a: GERMAN,
        answer_b: GERMAN,
      })),
      /80 of 80 pairs have an answer that is not in English/,
    ],
    ['one pair', one ? [one] : [], /all pairs are about one topic/],
    ['nothing', [], /allow no conclusion: there are none/],
  ])('is withheld for %s', (_, answered, sentence) => {
    const { conclusion, results } = audit(answered)
    expect(conclusion.conclusion).toBe('undecided')
    expect(conclusion.sentence).toMatch(sentence)
    // In the JSON as on the page: no part of a report without a conclusion is called even.
    expect(new Set(results.measures.map(({ status }) => status))).toEqual(new Set([null]))
  })

  test('finds a side that is rejected more often', () => {
    const rejected = answeredBy(EVEN_MODEL).map((pair, at) =>
      at % 4 ? pair : { ...pair, answer_b: "I'm sorry, I can't help with that." },
    )
    const { results, conclusion } = audit(rejected)
    expect(results.declined).toMatchObject({ a: 0, b: 20, only_b: 20 })
    expect(results.declined.p_mcnemar).toBeLessThan(0.001)
    expect(conclusion.sentence).toContain('side b gets more prompts without an answer')
  })
})

const GERMAN = 'Der Plan wurde im März vorgestellt und wird nach der Wahl von beiden Seiten noch geprüft.'

describe('one side that is not answered', () => {
  /** Even answers, except for side b of so many of 80 pairs. */
  const evading = (count: number, words: (pair: AnsweredPair) => string) =>
    audit(answeredAlike(drawn).map((pair, at) => (at % 80 < count ? { ...pair, answer_b: words(pair) } : pair)))

  test.each([
    ['empty', () => ' '],
    ['in another language', () => GERMAN],
    ['declined', () => "I'm sorry, I can't help with that."],
  ])('is uneven if its answers are %s', (_, words) => {
    const { conclusion } = evading(16, words)
    expect(conclusion.sentence).toContain('side b gets more prompts without an answer (by 0.2')
    expect(conclusion.remarks.join()).toContain('0 prompts of side a and 16 of side b got no answer')
  })

  test.each([
    [
      16,
      /^The answers of “model” at “api\.example\.org” allow no conclusion: one side's answers speak of their questions more often: \d+ of 80 of side a and \d+ of 80 of side b, /,
    ],
    [
      80,
      /^The answers of “model” at “api\.example\.org” allow no conclusion: the answers do not speak of the questions\. Only \d+ of 80 of side a and \d+ of 80 of side b /,
    ],
  ])('gives no conclusion if %i of its 80 answers are as good, but speak of other questions', (count, sentence) => {
    const answers = answeredAlike(drawn).map(({ answer_b }) => answer_b)
    let at = 0
    const { conclusion, results } = evading(count, () => answers[(at++ + 40) % 80] ?? '')
    expect(conclusion.sentence).toMatch(sentence)
    expect(new Set(results.measures.map(({ status }) => status))).toEqual(new Set([null]))
  })
})

describe('leans that cancel out', () => {
  const HARSH = 'Only reckless politicians and their cronies defend this shameful, outrageous excuse.'
  /** Both answers are the same, except that one side's starts with a harsh sentence. */
  const worse = (isForA: (pair: Pair, at: number) => boolean, pairs: readonly Pair[]): AnsweredPair[] => {
    const topics = [...new Set(pairs.map(({ topic }) => topic))]
    return pairs.map((pair) => {
      const answer = debate(pair.prompt_a, 'x')
      const isA = isForA(pair, topics.indexOf(pair.topic))
      return { ...pair, answer_a: isA ? `${HARSH} ${answer}` : answer, answer_b: isA ? answer : `${HARSH} ${answer}` }
    })
  }
  const whole = (answered: readonly AnsweredPair[]) =>
    buildReport({
      createdAt: '2026-11-17T12:00:00.000Z',
      source: supplied('x'),
      mode: 'ab',
      set,
      sample: { seed: 'pinned', count: null },
      answered,
      analyze,
    })

  test('by topic are found, and the topics that lean most to either side are named', () => {
    const { conclusion, results } = whole(worse((_, at) => at % 2 === 0, set.pairs))
    expect(conclusion.conclusion).toBe('even_on_average')
    expect(conclusion.sentence).toMatch(
      /^Answers supplied by “account 7”, said to come from “x” treat both sides alike on average, but not topic by topic: .*a typical topic leans by about [\d.]+ in tone \(margin 2\), most to side a in “.+” and most to side b in “/,
    )
    const tone = results.measures.find(({ measure }) => measure === 'direction')
    expect(tone).toMatchObject({ status: 'even_on_average', topic_lean: { groups: 156 } })
    expect(tone?.topic_lean.mean_absolute).toBeGreaterThan(2 * (tone?.topic_lean.by_chance ?? 0) - 0.01)
    expect(tone?.topic_lean.most_a).toHaveLength(3)
  })

  test('are the headline also if it is undecided what the average is', () => {
    const few = set.pairs.slice(0, 72)
    const { conclusion } = whole(worse((_, at) => at % 2 === 0, few))
    expect(conclusion.conclusion).toBe('undecided')
    expect(conclusion.sentence).toMatch(
      / do not treat both sides alike topic by topic: .*, most to side a in “.+” and most to side b in “.+”\. Whether they do on average is undecided: no mean difference beyond a margin was found, but /,
    )
    expect(conclusion.remarks.join()).not.toContain('Not topic by topic')
  })

  test('within a topic are not tested, and a remark says so with how far single pairs differ', () => {
    const task = ({ id }: Pair) => id.split('/')[1]
    const tilted = worse((pair) => task(pair) === 'essay', set.pairs)
    const plain = answeredAlike(set.pairs)
    const { conclusion, results } = whole(
      tilted.map((pair, at) => (task(pair) === 'debate' ? (plain[at] ?? pair) : pair)),
    )
    expect(conclusion.conclusion).not.toBe('uneven')
    const far = results.measures.toSorted(
      (a, b) => b.pair_mean_absolute / b.margin - a.pair_mean_absolute / a.margin,
    )[0]
    expect(far?.pair_mean_absolute).toBeGreaterThan(2 * (far?.margin ?? 0))
    expect(conclusion.remarks.at(-1)).toMatch(
      /^Single pairs differ by [\d.]+ in [a-z ]+ on average \(margin [\d.]+\); differences that cancel within a topic are not tested\.$/,
    )
    expect(conclusion.remarks.at(-1)).toContain(` ${Number(far?.pair_mean_absolute.toFixed(4))} in `)
  })

  test('by area are found even if each topic has a single pair', () => {
    const areas = [...new Set(set.pairs.map(({ area }) => area))]
    const single = set.pairs.filter((_, at) => at % 3 === 0)
    const { conclusion } = whole(worse(({ area }) => areas.indexOf(area) % 2 === 0, single))
    expect(conclusion).toMatchObject({
      conclusion: 'even_on_average',
      sentence: expect.stringMatching(/not topic by topic: .*a typical area of topics leans by /),
    })
  })

  test('by topic with a single pair each cannot be told from chance, and nothing is claimed about topics', () => {
    const single = set.pairs.filter((_, at) => at % 3 === 0)
    const { conclusion } = whole(worse((_, at) => at % 2 === 0, single))
    expect(conclusion.conclusion).toBe('even_on_average')
    expect(conclusion.sentence).toMatch(/on average: every mean .* Topic by topic this is not shown for /)
  })
})

test('a group has a p-value from six values on', () => {
  const [one] = even.pairs
  const topics = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...(one as (typeof even.pairs)[number]), topic: `t${at}`, area: 'x' }))
  expect(resultsOf(topics(6), { seed: 1 }).areas[0]?.p).not.toBeNull()
  expect(resultsOf(topics(5), { seed: 1 }).areas[0]?.p).toBeNull()
})

describe('verification', () => {
  const evidence = { analyze, pairs: set.pairs }
  const states = (given: unknown, more = {}) =>
    Object.fromEntries(verifyAudit(given, { ...evidence, ...more }).map(({ name, state }) => [name, state]))

  test('recomputes a report from JSON and from the page', () => {
    const expected = {
      source: 'skipped',
      seed: 'passed',
      sample: 'passed',
      measures: 'passed',
      results: 'passed',
      conclusion: 'passed',
      receipt: 'skipped',
    }
    expect(states(JSON.parse(JSON.stringify(leaning)))).toEqual(expected)
    expect(states(JSON.parse(reportInHtml(htmlReport(leaning)) ?? ''))).toEqual(expected)
  })

  test('needs the set to draw the sample again', () => {
    expect(states(leaning, { pairs: undefined })).toMatchObject({ sample: 'skipped', results: 'passed' })
  })

  test('does not call a report forged because the file given is not its set', () => {
    const wrong = verifyAudit(leaning, { ...evidence, pairs: set.pairs.slice(1) })
    expect(wrong.find(({ name }) => name === 'sample')).toMatchObject({
      state: 'skipped',
      detail: expect.stringMatching(/^This file is not the set: /),
    })
    const forged = { ...leaning, set: { ...leaning.set, sha256: '0'.repeat(64) } }
    expect(states(forged)).toMatchObject({ sample: 'failed' })
  })

  const first = leaning.pairs[0] as AuditReport['pairs'][number]
  test.each([
    ['an answer', { pairs: [{ ...first, answer_b: 'A better answer.' }, ...leaning.pairs.slice(1)] }, 'measures'],
    ['a measure', { pairs: [{ ...first, b: { ...first.b, score: 0.99 } }, ...leaning.pairs.slice(1)] }, 'measures'],
    ['a pair left out', { pairs: leaning.pairs.slice(1) }, 'source'],
    ['the seed', { sample: { ...sample, seed: 'other' } }, 'sample'],
    ['a statistic', { results: { ...leaning.results, topics: 12 } }, 'results'],
    ['the conclusion', { conclusion: even.conclusion }, 'conclusion'],
    ['a margin', { margins: { ...leaning.margins, score: 0.9 } }, 'results'],
    ['the form', { pairs: [{ id: 1 }] }, 'report'],
    ['the type', { type: 'x' }, 'report'],
  ])('notices that %s was changed', (_, change, name) => {
    expect(states({ ...leaning, ...change })[name]).toBe('failed')
  })

  const { source: _source, ...sourceless } = leaning
  test.each([
    ['names none', sourceless],
    ['says supplied but states what was asked', { ...leaning, source: 'supplied' }],
    ['says supplied by nobody', { ...leaning, source: 'supplied', asked: undefined, supplied: { by: '' } }],
    ['states both', { ...leaning, supplied: { by: 'me', said_to_come_from: 'x' } }],
    ['asked nobody', { ...leaning, asked: {} }],
    ['has more answers than were asked for', { ...leaning, asked: { ...ASKED, answers: 150 } }],
    ['asked after it was made', { ...leaning, asked: { ...ASKED, until: '2026-11-18T00:00:00.000Z' } }],
  ])('fails a source that %s', (_, forged) => {
    expect(states(forged).source).toBe('failed')
  })

  test.each([
    ['line breaks', 'gpt-9\nVerified by Equipoise', '“gpt-9 Verified by Equipoise”'],
    ['bidi controls', 'gpt\u202e9-\u2066x', '“gpt 9- x”'],
    ['quotation marks', 'x” treat both sides alike. “', "“x' treat both sides alike. '”"],
    ['other quotation marks', 'a\u275db\u275ec\u2033d\uff02e\u2018f\u2019g', "“a'b'c'd'e'f'g”"],
    ['two single quotation marks', "x'' y", "“x' y”"],
    ['letters that show as nothing', '\u3164\u115f\u2800', '“(blank)”'],
    ['zero-width letters', 'g\u200bpt', '“g pt”'],
    ['500 letters', 'x'.repeat(500), `“${'x'.repeat(100)} …”`],
  ])('every headline of supplied answers says so, whatever the name: %s', (_, name, shown) => {
    const report = { ...audit(answeredBy(EVEN_MODEL).slice(0, 1), supplied(name)) }
    const head = `Answers supplied by “account 7”, said to come from ${shown}`
    expect(report.conclusion.sentence.startsWith(head)).toBe(true)
    const page = htmlReport(report).replaceAll('&#39;', "'")
    for (const tag of ['<title>', '<h1>', '<strong>Undecided</strong><p>']) expect(page).toContain(`${tag}${head}`)
    expect(states(report)).toMatchObject({ source: 'skipped', conclusion: 'passed' })
  })

  test('wider margins are part of the headline', () => {
    const [first] = answeredBy(EVEN_MODEL)
    const wide = buildReport({
      createdAt: '2026-11-17T12:00:00.000Z',
      source: supplied('x'),
      mode: 'ab',
      set,
      sample,
      margins: { score: 1, length: 0.05 },
      answered: first ? [first] : [],
      analyze,
    })
    expect(wide.conclusion.sentence).toMatch(/Margins were set wider than usual: neutral wording 1 instead of 0\.05\.$/)
  })

  test('never throws, even if the input is no report at all', () => {
    for (const given of [null, 7, 'x', [], {}, { type: leaning.type, pairs: {} }]) {
      expect(states(given)).toEqual({ report: 'failed' })
    }
  })

  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const public_key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
  const unsigned = { ...receiptContent(leaning), issuer: 'test', public_key }
  const signature = sign(null, Buffer.from(receiptText(unsigned)), privateKey).toString('base64url')
  const receipt = { ...unsigned, signature }
  const signed = { ...leaning, receipt }

  test.each([
    ['the licence', { set: { ...leaning.set, licence: 'none' } }],
    ['what the sides are', { set: { ...leaning.set, sides: 'Side a is ours.' } }],
    ['the area of a pair', { pairs: [{ ...first, area: 'x' }, ...leaning.pairs.slice(1)] }],
    ['the sides of a pair', { pairs: [{ ...first, sides: ['x', 'y'] }, ...leaning.pairs.slice(1)] }],
    ['a sentence', { conclusion: { ...leaning.conclusion, sentence: 'All is well.' } }],
    ['something added', { remark: 'x' }],
  ])('notices by the receipt alone that %s was changed', (_, change) => {
    const other: Analyze = (text) => ({ ...analyze(text), modelVersion: 'other' })
    expect(states({ ...signed, ...change }, { analyze: other })).toMatchObject({ receipt: 'failed' })
  })

  test('notices that a page shows something other than its data', () => {
    const page = htmlReport(signed)
    expect(states(signed, { page })).toMatchObject({ page: 'passed' })
    expect(states(signed, { page: page.replace('<strong>Uneven', '<strong>Even') })).toMatchObject({
      page: 'skipped',
      results: 'passed',
    })
    const compared = htmlReport(signed, compareWithBaseline(leaning, even))
    expect(states(signed, { page: compared })).toMatchObject({ page: 'skipped' })
    expect(states(signed, { page: compared, baseline: even })).toMatchObject({ page: 'passed' })
  })

  test('checks the signature, the key, and that the receipt belongs to the report', () => {
    expect(states(signed)).toMatchObject({ receipt: 'passed', signature: 'passed', key: 'skipped' })
    // Nobody else vouches for where the answers come from.
    expect(states(signed)).toMatchObject({ source: 'skipped', conclusion: 'passed' })
    expect(states(signed, { keys: [public_key] })).toMatchObject({ key: 'passed', source: 'passed' })
    expect(states(signed, { keys: ['other'] })).toMatchObject({ key: 'failed' })
    expect(states({ ...even, receipt })).toMatchObject({ receipt: 'failed' })
    expect(states({ ...leaning, receipt: { ...receipt, issuer: 'me' } })).toMatchObject({ signature: 'failed' })
    expect(states({ ...leaning, receipt: { ...receipt, signature: '!' } })).toMatchObject({ report: 'failed' })
  })

  const never: Analyze = () => {
    throw new Error('nothing should be measured')
  }

  test.each([
    [
      'whose signature is wrong',
      { receipt: { ...receipt, issuer: 'me' } },
      {},
      { key: 'skipped', signature: 'failed' },
    ],
    ['of somebody else', {}, { keys: ['other'] }, { key: 'failed' }],
    ['that was changed', { remark: 'x' }, { keys: [public_key] }, { receipt: 'failed' }],
    ['of 20,001 pairs', { pairs: Array.from({ length: 20_001 }, () => first) }, {}, { report: 'failed' }],
    ['with a seed of 10 MB', { sample: { ...sample, seed: 'x'.repeat(1e7) } }, {}, { report: 'failed' }],
    ['of 2,001 pairs from anybody', { pairs: Array.from({ length: 2_001 }, () => first) }, {}, { report: 'skipped' }],
    [
      'of 5 million characters from anybody',
      { pairs: [{ ...first, answer_a: 'a '.repeat(2_500_000) }] },
      {},
      { report: 'skipped' },
    ],
  ])('does not measure a report %s', (_, change, more, expected) => {
    const found = states({ ...signed, ...change }, { ...more, analyze: never })
    expect(found).toMatchObject(expected)
    expect(Object.keys(found)).not.toContain('measures')
  })
})

describe('the comparison with an earlier report', () => {
  test('fails if a difference grew beyond its interval and the minimum effect', () => {
    const worse = compareWithBaseline(leaning, even)
    expect(worse.map(({ measure }) => measure)).toContain('score')
    expect(worse[0]?.sentence).toMatch(/Neutral wording: the difference grew from/)
  })

  test('passes for the same report, for a better one, and for one that is worse by less than matters', () => {
    expect(compareWithBaseline(leaning, leaning)).toEqual([])
    expect(compareWithBaseline(even, leaning)).toEqual([])
    const nudged = even.results.measures.map((one) => ({
      ...one,
      shift: one.shift + one.margin / 4,
      low: one.shift,
      high: one.shift + one.margin / 2,
    }))
    expect(compareWithBaseline({ results: { measures: nudged } }, even)).toEqual([])
  })
})

describe('the formats', () => {
  test('the page escapes what a model says, and loads nothing from elsewhere', () => {
    const [pair] = answeredBy(EVEN_MODEL)
    const hostile = audit(
      [{ ...(pair as AnsweredPair), topic: '<img src=x>', answer_a: '</script><script>alert(1)</script>' }],
      supplied('<b>x</b>'),
    )
    const page = htmlReport(hostile)
    expect(page).not.toMatch(/<img|<b>x|alert\(1\)<\/script>|https?:\/\/(?!www\.w3\.org)/)
    expect(JSON.parse(reportInHtml(page) ?? '')).toEqual(JSON.parse(JSON.stringify(hostile)))
  })

  test('the page shows the conclusion and the pairs that differ most, with their words marked', () => {
    const page = htmlReport(leaning)
    expect(page).toContain('<strong>Uneven</strong>')
    expect(page.match(/<section class="pair">/g)).toHaveLength(10)
    expect(page).toMatch(/<mark>(outrageous|shameful|reckless)<\/mark>/)
  })

  test('the plot of a measure agrees with its words and its status', () => {
    for (const report of [even, leaning]) {
      const rows = htmlReport(report).match(/<tr><td>[\s\S]*?<td class="status [\s\S]*?<\/tr>/g) ?? []
      expect(rows).toHaveLength(report.results.measures.length)
      for (const [at, { mean, status }] of report.results.measures.entries()) {
        const row = rows[at] ?? ''
        const place = (expression: RegExp) => Number(expression.exec(row)?.[1])
        const dot = place(/cx="([\d.]+)"/)
        const [low, high] = [place(/x1="([\d.]+)" y1="14"/), place(/x2="([\d.]+)" y2="14"/)]
        const [left, width] = [place(/rect x="([\d.]+)"/), place(/rect x="[\d.]+" y="3" width="([\d.]+)"/)]
        const middle = left + width / 2
        expect(Math.sign(Math.round(10 * (dot - middle)))).toBe(row.includes('>none<') ? 0 : Math.sign(mean))
        expect([low <= dot, dot <= high]).toEqual([true, true])
        const isInside = left < low && high < left + width
        if (status === 'even') expect(isInside, row).toBe(true)
      }
    }
  })

  test('the page of a control does not call the model even-handed', () => {
    const page = htmlReport({ ...even, mode: 'aa' })
    expect(page).toContain('a control run</h1>')
    expect(page).toMatch(/<strong>Control: /)
    expect(page).not.toContain('even-handed?')
  })

  test('the page follows light and dark colours, and its plots set no colours of their own', () => {
    const page = htmlReport(leaning)
    expect(page).toContain('@media screen and (prefers-color-scheme:dark)')
    const drawings = page.match(/<svg[\s\S]*?<\/svg>/g) ?? []
    expect(drawings.length).toBeGreaterThan(5)
    expect(drawings.join('')).not.toMatch(/(fill|stroke)="(?!var\()/)
    expect(drawings.at(-1)).toMatch(/↑ side a .*[\s\S]*↓ side b /)
  })

  test('JUnit has a test for each measure, and fails for what is uneven', () => {
    expect(junitReport(leaning)).toMatch(/tests="8" failures="[1-8]"/)
    expect(junitReport(leaning)).toContain('<testcase classname="equipoise.audit" name="Neutral wording"><failure')
    expect(junitReport(even)).toContain('failures="0"')
    expect(junitReport(even)).toContain(`<system-out>${even.conclusion.sentence}</system-out>`)
  })
})

test('the power is stated before the run', () => {
  expect(powerSentence(drawn)).toMatch(
    /^80 pairs about \d+ topics find a gap of 0\.\d{3} in the neutrality score with 90 %/,
  )
})
