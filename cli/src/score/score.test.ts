// Scoring a corpus with one text per line.
import { readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Folder, openFolder } from '../../test/folder.ts'
import { linesIn } from './lines.ts'
import { openOutput } from './resuming.ts'

const PLAIN = 'The committee approved the budget on Monday by nine votes to four.'
const LOADED = 'The corrupt committee shamelessly rammed through its disgraceful budget.'
const FAST = ['--tier', 'fast', '--threads', '1']

let folder: Folder
afterEach(() => folder?.remove())

function open(files: Parameters<typeof openFolder>[0]): Folder {
  folder = openFolder(files)
  return folder
}

function corpus(count: number): string {
  return Array.from({ length: count }, (_, id) => {
    return `${JSON.stringify({ id, text: `${id % 3 ? PLAIN : LOADED} Number ${id}.` })}\n`
  }).join('')
}

const parsed = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('each line gives one result, in the same order, even if it cannot be read', async () => {
  const { run } = open({
    'a.jsonl': `{"id":"x","text":${JSON.stringify(PLAIN)}}\n\nnot JSON\n${JSON.stringify(LOADED)}\r\n{"id":[2],"body":"b"}\n`,
    'b.jsonl': Buffer.concat([
      Buffer.from('"\xff"\n', 'latin1'),
      Buffer.from('{"text":"Der Rat hat den Plan am Montag beschlossen."}'),
    ]),
  })
  const { code, printed, complaints } = await run(['score', 'a.jsonl', 'b.jsonl', ...FAST])
  const scored = { ain_score: expect.any(Number), model_version: expect.any(String), word_count: expect.any(Number) }
  expect(parsed(printed)).toEqual([
    expect.objectContaining({ id: 'x', band: 'neutral', svc_certified: true, withheld_by: 0, ...scored }),
    { error: 'the line is empty' },
    { error: 'the line is not JSON' },
    expect.objectContaining({ band: 'biased', withheld_by: 1, ...scored }),
    { id: [2], error: 'the line has no text in "text"' },
    { error: 'the line is not valid UTF-8' },
    expect.objectContaining({ band: 'unscored', ain_score: null, reason: 'unsupported_language' }),
  ])
  expect([code, complaints]).toEqual([1, '7 lines scored; 4 could not be read'])
})

test('the text can be in another field or come from standard input, and can get the full analysis', async () => {
  const { run } = open({})
  const input = `${JSON.stringify({ id: 1, body: LOADED })}\n`
  const { code, printed } = await run(['score', '-', '--field', 'body', '--full', ...FAST], { input })
  const [line] = parsed(printed)
  expect([code, line.id]).toEqual([0, 1])
  expect(line.evidence.map(({ text }: { text: string }) => text)).toContain('shamelessly')
})

test('with --format csv each line is a line of cells, and large ids keep their digits', async () => {
  const { run } = open({ 'a.jsonl': `{"id":9007199254740993,"text":${JSON.stringify(PLAIN)}}\nno JSON\n` })
  const { printed } = await run(['score', 'a.jsonl', '--format', 'csv', ...FAST])
  const [names, first, second] = printed.split('\n')
  expect(names).toMatch(/^id,ain_score,.*,reason,error$/)
  expect(first).toMatch(/^9007199254740993,0\.9\d*,neutral,true,/)
  expect(second).toMatch(/^,+the line is not JSON$/)
  expect((await run(['score', 'a.jsonl', '--format', 'csv', '--full'])).complaints).toBe('--full needs --format json')
})

test('an interrupted run continues after its last complete line', async () => {
  const { run, path } = open({ 'a.jsonl': corpus(200) })
  const out = join(path, 'out.jsonl')
  await run(['score', 'a.jsonl', '--output', 'out.jsonl', ...FAST])
  const whole = readFileSync(out, 'utf8')
  expect(parsed(whole).map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, id) => id))
  truncateSync(out, Math.floor(whole.length / 2))
  expect((await run(['score', 'a.jsonl', '--output', 'out.jsonl', ...FAST])).complaints).toMatch(
    /out\.jsonl is not empty: continue it with --resume, or delete it$/,
  )
  const { complaints } = await run(['score', 'a.jsonl', '--output', 'out.jsonl', '--resume', ...FAST])
  expect(complaints).toMatch(/^1\d\d lines scored, \d+ were there already; 0 could not be read$/)
  expect(readFileSync(out, 'utf8')).toBe(whole)
  await run(['score', 'a.jsonl', '--output', 'out.jsonl', '--resume', ...FAST])
  expect(readFileSync(out, 'utf8')).toBe(whole)
})

test('a file scored with other weights is not continued', async () => {
  const { run, path } = open({ 'a.jsonl': corpus(2), 'out.jsonl': '{"ain_score":1,"model_version":"older"}\n' })
  const { code, complaints } = await run(['score', 'a.jsonl', '--output', 'out.jsonl', '--resume', ...FAST])
  expect([code, complaints]).toEqual([
    2,
    expect.stringMatching(/^the output was scored with older, but this run would use /),
  ])
  expect(readFileSync(join(path, 'out.jsonl'), 'utf8')).toContain('older')
})

test('a file of another corpus or other options is not continued, and stays unchanged', async () => {
  const { run, path, write } = open({ 'a.jsonl': corpus(3), 'short.jsonl': corpus(1), 'b.jsonl': '"b"\n"b"\n"b"\n' })
  await run(['score', 'a.jsonl', '--output', 'out.jsonl', ...FAST])
  const whole = `${readFileSync(join(path, 'out.jsonl'), 'utf8')}half a line`
  write({ 'out.jsonl': whole })
  const resumed = (...args: string[]) => run(['score', ...args, '--output', 'out.jsonl', '--resume', ...FAST])
  const differs = 'line 3 of the output is not the result of that line of the corpus with these options'
  expect((await resumed('b.jsonl')).complaints).toBe(differs)
  expect((await resumed('a.jsonl', '--full')).complaints).toBe(differs)
  expect((await resumed('short.jsonl')).complaints).toMatch(/^the output has more lines than the corpus/)
  expect((await resumed('out.jsonl')).complaints).toBe('out.jsonl cannot be the corpus and the output at once')
  expect(readFileSync(join(path, 'out.jsonl'), 'utf8')).toBe(whole)
})

test('of two runs with the same output, the second stops before it writes', async () => {
  const { path } = open({})
  const out = join(path, 'out.jsonl')
  const [first, second] = [await openOutput(out, true), await openOutput(out, true)]
  await first.write('1\n')
  await expect(second.write('1\n')).rejects.toThrow(/^another process writes to .*out\.jsonl: continue with --resume/)
  await first.write('2\n')
  await Promise.all([first.close(), second.close()])
  expect(readFileSync(out, 'utf8')).toBe('1\n2\n')
})

test('an id keeps all its digits, and a line that cannot be written does not stop the others', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const { run } = open({
    'a.jsonl': `{"user":{"id":5},"id":1580661436132757506,"text":"a"}\n{"id":${deep},"text":"a"}\n{"id":7,"text":"a"}\n{"id":-12345678901234567890123,"body":1}\n`,
  })
  const { code, printed } = await run(['score', 'a.jsonl', ...FAST])
  const [large, broken, small, noText] = printed.split('\n')
  expect([code, large, broken, small, noText]).toEqual([
    1,
    expect.stringMatching(/^\{"id":1580661436132757506,"ain_score"/),
    expect.stringMatching(/^\{"error":"the line cannot be scored: /),
    expect.stringMatching(/^\{"id":7,"ain_score"/),
    '{"id":-12345678901234567890123,"error":"the line has no text in \\"text\\""}',
  ])
})

test.each([
  [['score'], 'name files with a JSON text or object a line, or - for standard input'],
  [['score', 'a.jsonl', '--resume'], '--resume needs --output FILE: it continues that file'],
  [['score', 'none.jsonl'], 'none.jsonl does not exist or cannot be read'],
  [['score', '.'], '. is a folder: name its files'],
  [['score', 'a.jsonl', '--output', '/dev/null'], '/dev/null is not a file; without --output, results are printed'],
  [['score', 'a.jsonl', '--tier', 'slow'], '--tier must be fast or default, not slow'],
  [['score', 'a.jsonl', '--threads', '0'], '--threads must be a number from 1 to 256'],
])('%j is rejected', async (args, complaint) => {
  expect(await open({ 'a.jsonl': '' }).run(args)).toEqual({ code: 2, printed: '', complaints: complaint })
})

test('a line that is too long is skipped without being kept in memory', async () => {
  async function* pieces() {
    yield Buffer.from('"a"\n"12345')
    yield Buffer.from('67890"')
    yield Buffer.from('\n"é')
    yield Buffer.from('"')
  }
  const lines: unknown[] = []
  for await (const line of linesIn(pieces(), 10)) lines.push(line)
  expect(lines).toEqual([{ text: '"a"' }, { problem: 'the line is longer than 0.00001 MB' }, { text: '"é"' }])
})
