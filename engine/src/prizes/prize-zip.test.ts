import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { AFTER, prizeFile, stampSaying } from '../../test/prize-files.ts'
import { bombNamed, type ZipFile, zipOf } from '../../test/prize-zips.ts'
import { DOCS } from '../../test/python.ts'
import { KEY } from '../../test/signed-receipts.ts'
import { prizeVerdict, readPrizeZip, sha256Hex, verifyPrize } from '../engine.ts'
import { canonicalJson } from '../receipts/receipts.ts'

const NAMES = ['Ada', 'Grace', 'Linus', '"Zoë", by post', 'Mary']
const { lock, result, rows, text } = prizeFile(NAMES)
const [first = ['paid', '', '', ''], second = ['paid', '', '', ''], ...others] = rows
const other = prizeFile(NAMES, { lock: { title: 'Another' } })
const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const filed = (changes: Readonly<Record<string, Uint8Array | null>> = {}): ZipFile[] =>
  Object.entries({
    'report.html': Buffer.from('<!doctype html>'),
    'lock.json': Buffer.from(text),
    'lock.tsr': stampSaying(sha256Hex(text), '20230823150001Z'),
    'result.json': json(result),
    'result.tsr': stampSaying(sha256Hex(canonicalJson(result)), '20230823160001Z'),
    'pool.json': json(rows),
    ...changes,
  }).flatMap(([name, content]) => (content === null ? [] : [{ name, content }]))
const whole = zipOf(filed())
const lastOf = (zip: Uint8Array): string => {
  const read = readPrizeZip(zip)
  return 'problem' in read
    ? `FAILED: ${read.problem}`
    : prizeVerdict(verifyPrize(read.file, { keys: [KEY] }).checks).line
}
const withPart = (file: ZipFile) => zipOf([...filed().filter(({ name }) => name !== file.name), file])

/** What is wrong with each is the same for both programs that read it. */
const HOSTILE: readonly (readonly [what: string, zip: Buffer, line: string])[] = [
  ['no bytes', Buffer.alloc(0), 'FAILED: The ZIP is damaged or truncated.'],
  ['a truncated ZIP', whole.subarray(0, whole.length - 200), 'FAILED: The ZIP is damaged or truncated.'],
  ['a ZIP without its beginning', whole.subarray(100), 'FAILED: The ZIP is damaged or truncated.'],
  ['a directory that is elsewhere', zipOf(filed(), { directoryAt: 7 }), 'FAILED: The ZIP is damaged or truncated.'],
  ['a ZIP without a lock', zipOf(filed({ 'lock.json': null })), 'FAILED: There is no lock.json.'],
  [
    'two locks',
    zipOf([...filed(), { name: 'lock.json', content: Buffer.from(other.text) }]),
    'FAILED: The ZIP has two files named lock.json.',
  ],
  [
    'a file outside of the folder',
    zipOf([...filed(), { name: '../lock.json', content: Buffer.from('{}') }]),
    'FAILED: The ZIP has a file named ../lock.json, which is outside of its folder.',
  ],
  [
    'a file with a path from the root',
    zipOf([...filed(), { name: '/etc/passwd', content: Buffer.from('') }]),
    'FAILED: The ZIP has a file named /etc/passwd, which is outside of its folder.',
  ],
  [
    'a ZIP bomb',
    withPart(bombNamed('pool.json')),
    'FAILED: pool.json is compressed, so another program packed this ZIP. Use the file as it was downloaded.',
  ],
  [
    'a length that is a lie',
    withPart({ name: 'pool.json', content: json(rows), size: 2 ** 31 }),
    'FAILED: pool.json is compressed, so another program packed this ZIP. Use the file as it was downloaded.',
  ],
  [
    'more files than it can need',
    zipOf([...filed(), ...Array.from({ length: 100 }, (_, i) => ({ name: `${i}`, content: Buffer.alloc(0) }))]),
    'FAILED: The ZIP has more than 100 files.',
  ],
  [
    'an altered entry',
    zipOf(filed({ 'pool.json': json([['paid', first[1], first[2], 'Eve'], second, ...others]) })),
    'FAILED: The name of entry 1 is not the one that was sealed.',
  ],
  [
    'entries in another order',
    zipOf(filed({ 'pool.json': json([second, first, ...others]) })),
    'FAILED: This is not the pool that was locked: an entry was changed, or the order is another one.',
  ],
  [
    'a late entry',
    zipOf(filed({ 'pool.json': json([...rows, first]) })),
    'FAILED: The pool has 6 entries, and 5 were locked: some were added or left out.',
  ],
  [
    'an altered lock',
    zipOf(filed({ 'lock.json': json({ ...lock, winners: 3 }) })),
    'FAILED: The lock was changed after it was signed.',
  ],
  [
    'an altered result',
    zipOf(filed({ 'result.json': json({ ...result, issued_at: AFTER.replace('16', '17') }) })),
    'FAILED: The result was changed after it was signed.',
  ],
  [
    'the result of another draw',
    zipOf(filed({ 'result.json': json(other.result) })),
    'FAILED: The result is of another draw than the lock.',
  ],
  [
    'a time stamp of another document',
    zipOf(filed({ 'lock.tsr': stampSaying('00'.repeat(32), '20230823150001Z') })),
    'FAILED: The time stamp is of another document.',
  ],
  [
    'a time stamp of another result',
    zipOf(filed({ 'result.tsr': stampSaying('00'.repeat(32), '20230823160001Z') })),
    'FAILED: The time stamp of the result is of another document.',
  ],
  [
    'a time stamp of a month that there is not',
    zipOf(filed({ 'lock.tsr': stampSaying(sha256Hex(text), '20231301150001Z') })),
    'FAILED: The time stamp is damaged, or is none.',
  ],
]

test('the ZIP of a prize draw is verified as the service files it', () => {
  expect(lastOf(whole)).toBe(prizeVerdict([]).line)
})

describe('a ZIP with', () => {
  it.each(HOSTILE)('%s is named for what it is', (_what, zip, line) => {
    expect(lastOf(zip)).toBe(line)
  })

  it('a file that has another name beside its content is named for what it is', () => {
    const zip = withPart({ name: 'pool.json', localName: 'pool.jsom', content: json(rows) })
    expect(lastOf(zip)).toBe('FAILED: The ZIP calls a file pool.json in one place and something else in another.')
  })

  it('a name twice in its JSON, or no JSON, is named for what it is', () => {
    const twice = Buffer.from(text.replace('{', '{"winners":2,'))
    expect(lastOf(zipOf(filed({ 'lock.json': twice })))).toMatch(
      /^FAILED: lock\.json is not valid JSON: The name "winners"/,
    )
    expect(lastOf(zipOf(filed({ 'result.json': Buffer.from('{') })))).toBe('FAILED: result.json is not valid JSON.')
  })

  it('any bytes changed ends without an exception', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(whole)
        changed[at] = byte
        return typeof lastOf(changed) === 'string'
      }),
      { numRuns: 40 },
    )
  })
})

test('docs/verify_prize.py names every hostile ZIP in the same words', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zips-'))
  const paths = [whole, ...HOSTILE.map(([, zip]) => zip)].map((zip, i) => {
    const path = join(folder, `${i}.zip`)
    writeFileSync(path, zip)
    return path
  })
  const script = `import json,sys,contextlib,io
sys.path.insert(0,sys.argv[1])
import verify_prize as v
lines=[]
for path in json.load(sys.stdin):
    out=io.StringIO()
    with contextlib.redirect_stdout(out): status=v.verify(path,[sys.argv[2]],{})
    lines.append([status,out.getvalue().strip().splitlines()[-1]])
print(json.dumps(lines))`
  const { stdout, stderr } = spawnSync('python3', ['-B', '-c', script, DOCS, KEY], {
    input: JSON.stringify(paths),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([[0, prizeVerdict([]).line], ...HOSTILE.map(([, , line]) => [1, line])])
})

test('docs/verify.py says which program checks the file of a prize draw', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'zip-')), 'prize.zip')
  writeFileSync(path, whole)
  const { status, stderr } = spawnSync('python3', ['-B', join(DOCS, 'verify.py'), path], { encoding: 'utf8' })
  const words = 'Cannot read it: it is not text. Check the file of a prize draw with verify_prize.py.\n'
  expect([status, stderr]).toEqual([2, words])
})
