import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildReport, EVEN_HANDED, evenHandedPairs, promptSetOf } from '@equipoise/audit'
import { openAnalyzer } from '@equipoise/score/weights'
import { debate, EVEN_MODEL, LEANING_MODEL } from '@equipoise/simulated'
import { afterAll, describe, expect, test } from 'vitest'
import { openFolder } from '../../test/folder.ts'

const folder = openFolder()
afterAll(() => folder.remove())
const FAST = ['--tier', 'fast']
const WORK = 'equipoise-audit.answers.jsonl'
const at = (name: string): string => join(folder.path, name)
const report = (name: string) => JSON.parse(readFileSync(at(name), 'utf8'))

/** A service that answers like the simulated model, up to this many times. */
function service(answersMax: number, { status = 429, remaining = 10_000 } = {}) {
  let answers = 0
  return async (url: string | URL | Request, init?: RequestInit) => {
    if (String(url).endsWith('/usage/stats')) return Response.json({ endpoints: { 'ai/chat': { remaining } } })
    if (answers++ >= answersMax)
      return Response.json({ detail: 'Not now.' }, { status, headers: { 'retry-after': '3600' } })
    const [message] = JSON.parse(String(init?.body)).messages
    return Response.json({ response: debate(message.content, EVEN_MODEL), svc_filter: { attempts: [] } })
  }
}

function recorded(model: string): string {
  return evenHandedPairs()
    .flatMap(({ id, prompt_a, prompt_b }) => [
      { id, side: 'a', answer: debate(prompt_a, model) },
      { id, side: 'b', answer: debate(prompt_b, model) },
    ])
    .map((row) => JSON.stringify(row))
    .join('\n')
}

describe('an audit', () => {
  test('of a simulated model needs no service, prints power, cost and conclusion, and has status 1 if it is uneven', async () => {
    const outputs = ['--output', 'html=page.html', '--output', 'json=report.json']
    const { code, printed, complaints } = await folder.run([
      'audit',
      '--model',
      LEANING_MODEL,
      '--sample',
      '80',
      ...FAST,
      ...outputs,
    ])
    expect(complaints).toMatch(/80 pairs about \d+ topics find a gap of [\s\S]*asks simulated-leaning for 160 answers/)
    expect(printed).toMatch(/The answers of “simulated-leaning” at “127\.0\.0\.1:\d+” do not treat both sides alike/)
    expect(code).toBe(1)
    expect(existsSync(at(WORK))).toBe(false)
    expect(report('report.json').receipt.signature).toMatch(/^[\w-]{86}$/)
    const { public_key: key } = report('report.json').receipt
    expect(JSON.parse((await folder.run(['audit', 'ids'])).printed)).toHaveLength(468)
    const verify = async (...more: string[]) => {
      const { code, printed } = await folder.run(['audit', 'verify', 'page.html', ...more])
      return [code, printed.split('\n').at(-1)]
    }
    expect(await verify('--key', key)).toEqual([
      0,
      'Verified: the key that you named signed this, and everything comes out the same. The source is what the signer says.',
    ])
    expect(await verify()).toEqual([2, 'Not verified: something to check it with is missing, as said above.'])
    expect(await verify('--key', 'another')).toEqual([1, 'Not genuine: the report does not come out the same.'])
    const page = readFileSync(at('page.html'), 'utf8')
    folder.write({ 'page.html': page.replace('<main>', '<main><h1>Perfectly fair</h1>') })
    const changed = await folder.run(['audit', 'verify', 'page.html', '--key', key])
    expect([changed.code, changed.printed]).toEqual([2, expect.stringContaining('skipped  page')])
  })

  test('of a service with other weights is verified with those weights', async () => {
    const set = promptSetOf(EVEN_HANDED, evenHandedPairs())
    const answered = set.pairs
      .slice(0, 12)
      .map((pair) => ({ ...pair, answer_a: 'It helps.', answer_b: 'It is cheap.' }))
    const analyze = openAnalyzer({ weights: 'default', tier: 'fast' })
    const supplied = { by: 'account 7', said_to_come_from: 'model' }
    const source = { source: 'supplied', supplied } as const
    const sample = { seed: 'x', count: 12 }
    const made = buildReport({
      createdAt: '2026-11-17T12:00:00.000Z',
      source,
      mode: 'ab',
      set,
      sample,
      answered,
      analyze,
    })
    folder.write({ 'service.json': JSON.stringify(made) })
    const { printed } = await folder.run(['audit', 'verify', 'service.json'])
    expect(made.scorer).toContain('-default')
    expect(printed).toContain('All 24 answers measure the same.')
  })

  test('of recorded answers needs no model', async () => {
    folder.write({ 'even.jsonl': recorded(EVEN_MODEL) })
    const { code, printed } = await folder.run([
      'audit',
      '--answers',
      'even.jsonl',
      '--sample',
      '80',
      ...FAST,
      '--format',
      'junit',
    ])
    expect(code).toBe(0)
    expect(printed).toContain(
      '<testsuite name="equipoise audit: Answers supplied by “the person who ran the audit”, said to come from “the file even.jsonl”" tests="8" failures="0"',
    )
  })

  test('with a baseline fails only for what became worse', async () => {
    folder.write({ 'even.jsonl': recorded(EVEN_MODEL), 'leaning.jsonl': recorded(LEANING_MODEL) })
    const run = (answers: string, ...more: string[]) =>
      folder.run(['audit', '--answers', answers, '--sample', '80', ...FAST, '--format', 'json', ...more])
    await run('even.jsonl', '--output', 'json=even.json')
    await run('leaning.jsonl', '--output', 'json=leaning.json')
    expect((await run('leaning.jsonl', '--baseline', 'leaning.json')).code).toBe(0)
    expect((await run('even.jsonl', '--baseline', 'leaning.json')).code).toBe(0)
    expect((await run('leaning.jsonl', '--baseline', 'even.json')).code).toBe(1)
  })

  test('that was interrupted continues, with the same result', async () => {
    const args = [
      'audit',
      '--model',
      'm',
      '--sample',
      '12',
      '--patience',
      '0',
      ...FAST,
      '--format',
      'json',
      '--output',
      'json=r.json',
    ]
    const stopped = await folder.run(args, { fetch: service(9) })
    expect(stopped.code).toBe(1)
    expect(stopped.complaints).toMatch(/The audit stopped: the model is rate-limited .* 9 of 24 answers are saved/)
    // As an interrupted write leaves it.
    writeFileSync(at(WORK), `${readFileSync(at(WORK), 'utf8')}{"id":"tor`)
    const other = await folder.run(['audit', '--model', 'n', '--sample', '12', ...FAST], { fetch: service(99) })
    expect(other.complaints).toContain('has answers of another audit')
    const resumed = await folder.run(args, { fetch: service(15) })
    expect(resumed.complaints).toContain('Going on: 9 of 24 answers')
    const once = report('r.json')
    await folder.run(args, { fetch: service(24) })
    expect(report('r.json').results).toEqual(once.results)
    expect(report('r.json').pairs).toEqual(once.pairs)
  })

  test('stops before it starts if the quota is too small, and keeps its answers if the quota ends half-way', async () => {
    const args = ['audit', '--model', 'm', '--sample', '12', '--work', 'budget.jsonl', ...FAST]
    const before = await folder.run(args, { fetch: service(99, { remaining: 20 }) })
    expect([before.code, before.complaints]).toEqual([
      1,
      expect.stringContaining('The audit needs 24 answers and you have 20 left this month. Use --sample 10 or less'),
    ])
    expect(existsSync(at('budget.jsonl'))).toBe(false)
    const halfway = await folder.run(args, { fetch: service(10, { status: 402 }) })
    expect(halfway.complaints).toMatch(/the quota is used up .* 10 of 24 answers are saved/)
  })

  test('in control mode asks the first prompt twice', async () => {
    const { printed, code } = await folder.run([
      'audit',
      '--model',
      EVEN_MODEL,
      '--aa',
      '--sample',
      '20',
      ...FAST,
      '--format',
      'json',
    ])
    const { pairs, mode, results, conclusion } = JSON.parse(printed)
    expect([code, mode, results.measures[0].mean]).toEqual([0, 'aa', 0])
    // The same prompt asked twice says nothing about two sides.
    expect(conclusion.sentence).toMatch(
      /^The answers of “simulated-even” at “127\.0\.0\.1:\d+” to the same prompts, asked twice, do not differ/,
    )
    expect(pairs[0].answer_a).toBe(pairs[0].answer_b)
  })
})

describe('bad input', () => {
  const WHOLE = { id: 'x', topic: 'tax', prompt_a: 'For?', prompt_b: 'Against?' }
  test.each([
    ['neither a model nor answers', [], /name a model to ask .* or a file of recorded answers/],
    ['both', ['--model', 'x', '--answers', 'y'], /name a model to ask/],
    ['a file that is not there', ['--answers', 'none.jsonl'], /there is no file none\.jsonl/],
    [
      'a set with a wrong column',
      ['--model', EVEN_MODEL, '--set', 'wrong.csv'],
      /wrong\.csv is not a set of prompts: it needs the columns/,
    ],
    [
      'answers that do not match their prompts',
      ['--answers', 'other.jsonl'],
      /other\.jsonl does not match its prompts: 468 of 468 pairs have no answer/,
    ],
    ['answers that are not JSON', ['--answers', 'wrong.csv'], /wrong\.csv: line 1 is not a JSON object/],
    ['no answers', ['--answers', 'empty.jsonl'], /empty\.jsonl has no answers/],
    ['an unknown measure', ['--model', 'x', '--margin', 'style=1'], /style is no measure/],
    ['a margin of nothing', ['--model', 'x', '--margin', 'score=0'], /above 0/],
    ['a sample of nothing', ['--model', 'x', '--sample', '0'], /--sample must be a whole number from 1/],
    ['a seed with spaces', ['--model', 'x', '--seed', 'a b'], /--seed must be 1 to 128 characters/],
    ['--aa with answers', ['--answers', 'other.jsonl', '--aa'], /needs --model/],
    ['an unknown word', ['compare'], /use verify FILE or ids/],
    [
      'a baseline that is no report',
      ['--answers', 'other.jsonl', '--baseline', 'wrong.csv'],
      /wrong\.csv is not a report/,
    ],
    [
      'a baseline that is another JSON',
      ['--answers', 'other.jsonl', '--baseline', 'row.json'],
      /row\.json is not a report/,
    ],
    ['an id that is there twice', ['--answers', 'twice.jsonl'], /twice\.jsonl, pair x: the id is there twice/],
    ['a report that is none', ['verify', 'other.jsonl'], /failed +report/],
  ])('%s gets an error message', async (_, args, sentence) => {
    folder.write({
      'wrong.csv': 'prompt_a,topic\nx,y\n',
      'other.jsonl': '{"id":"x","side":"a","answer":"Yes."}',
      'empty.jsonl': '\n',
      'row.json': '{"type":"equipoise-audit/1"}',
      'twice.jsonl': ['One.', 'Two.']
        .map((answer) => JSON.stringify({ ...WHOLE, answer_a: answer, answer_b: answer }))
        .join('\n'),
    })
    const { code, printed, complaints } = await folder.run(['audit', ...args])
    expect(code).toBeGreaterThan(0)
    expect(printed + complaints).toMatch(sentence)
  })

  test('one topic has no conclusion', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({
      topic: 'tax',
      prompt_a: `a${i}`,
      prompt_b: `b${i}`,
      answer_a: debate(`a${i}`, 'x'),
      answer_b: debate(`b${i}`, 'x'),
    }))
    folder.write({ 'one.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') })
    const { code, printed } = await folder.run(['audit', '--answers', 'one.jsonl', ...FAST])
    expect([code, printed]).toEqual([
      0,
      expect.stringContaining(
        'said to come from “the file one.jsonl”, to prompts that are not ours, allow no conclusion: all pairs are about one topic',
      ),
    ])
  })
})
