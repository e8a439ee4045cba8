import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  AFTER,
  BEFORE,
  type Changes,
  PULSE_AT,
  prizeFile,
  pulseOf,
  SIGNATURE,
  stampSaying,
  treeOf,
} from '../../test/prize-files.ts'
import { DOCS } from '../../test/python.ts'
import { KEY } from '../../test/signed-receipts.ts'
import {
  type Entrant,
  entriesOfCsv,
  isInPool,
  parseCode,
  poolProof,
  prizeOrder,
  prizeSeed,
  prizeVerdict,
  sha256Hex,
  verifyEntrant,
  verifyPrize,
} from '../engine.ts'
import { PRIZE_VERDICTS } from './verify-prize.ts'

const NAMES = Array.from({ length: 11 }, (_, i) => `entrant ${i + 1}@example.org`)
const keys = [KEY]
const fileOf = (changes?: Changes) => {
  const { lock, result, rows } = prizeFile(NAMES, changes)
  return { lock, result, pool: rows }
}
const lastOf = (file: Parameters<typeof verifyPrize>[0]) => verifyPrize(file, { keys }).checks.at(-1)
const entrantOf = (position: number, names = NAMES): Entrant => {
  const { rows, tree } = prizeFile(names)
  const [route = 'paid', , salt = '', entry = ''] = rows[position - 1] ?? []
  return { position, route, entry, salt, proof: poolProof(tree, position, names.length) }
}
const exclusion = (position: number, at = BEFORE, kind = 'excluded') => ({ position, kind, at, reason: 'An employee' })

describe('a whole file', () => {
  it('passes every check but the time stamp that it lacks', () => {
    const { checks } = verifyPrize(fileOf(), { keys })
    expect(checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'signature passed',
      'key passed',
      'lock passed',
      'stamp skipped',
      'pool passed',
      'entries passed',
      'beacon passed',
      'result passed',
      'exclusions passed',
    ])
  })

  it('says that names, the result or the key are missing, and is not failed by that', () => {
    const { lock, pool } = fileOf()
    const bare = { lock, pool: pool.map(([route, sealed]) => [route, sealed]) }
    const { checks } = verifyPrize(bare)
    expect(checks.flatMap(({ name, state }) => (state === 'passed' ? [] : [`${name} ${state}`]))).toEqual([
      'key skipped',
      'stamp skipped',
      'result skipped',
    ])
  })

  const [first = [], second = [], ...others] = fileOf().pool
  const renamed = [[first[0], first[1], first[2], 'somebody else'], second, ...others]
  test.each<[string, object, RegExp]>([
    ['an entry that is left out', { pool: [first, ...others] }, /has 10 entries, and 11 were locked/],
    ['a late entry', { pool: [first, second, first, ...others] }, /has 12 entries, and 11 were locked/],
    ['entries in another order', { pool: [second, first, ...others] }, /the order is another one/],
    [
      'a free entry called paid',
      { pool: fileOf().pool.map(([, ...rest]) => ['paid', ...rest]) },
      /an entry was changed/,
    ],
    ['another name for an entry', { pool: renamed }, /The name of entry 1 is not the one/],
    ['a damaged entry', { pool: [['paid', 'x'], second, ...others] }, /Entry 1 of the pool is damaged/],
    ['a pool that is none', { pool: {} }, /must be a list/],
    ['a changed rule', { lock: { ...fileOf().lock, rules: ['Friends only.'] } }, /The lock was changed/],
    ['other winners', { result: { ...fileOf().result, winners: [1, 2] } }, /The result was changed/],
    ['a truncated lock', { lock: { ...fileOf().lock, pool: undefined } }, /not a valid lock/],
    ['no lock', { lock: null }, /not the lock of a prize draw/],
    ['a result for a lock', { lock: fileOf().result }, /not the lock/],
    ['a time stamp that is none', { stamp: Uint8Array.of(0x30, 0x80) }, /damaged, or is none/],
    ['the result of another draw', { result: fileOf({ lock: { title: 'Another' } }).result }, /of another draw/],
    ['winners that were chosen', fileOf({ result: { winners: [1, 2] } }), /do not follow/],
    [
      'another round than the locked one',
      fileOf({ result: { drand: { ...fileOf().lock.drand, round: 123, signature: 'b7'.repeat(48) } } }),
      /names round 1000, not 123/,
    ],
    ['a lock of after the round', fileOf({ lock: { issued_at: AFTER } }), /was public already/],
    ['an exclusion that is listed twice', fileOf({ exclusions: [exclusion(3), exclusion(3)] }), /listed twice/],
    ['an exclusion of nobody', fileOf({ exclusions: [exclusion(12)] }), /an entry that there is not/],
  ])('with %s is named for what it is', (_what, changes, words) => {
    const last = lastOf({ ...fileOf(), ...changes })
    expect(last?.detail).toMatch(words)
    expect(last?.state).toBe('failed')
  })

  it('of a signer whom the reader does not trust fails', () => {
    expect(verifyPrize(fileOf(), { keys: ['A'.repeat(43)] }).checks.at(-1)?.detail).toContain('not one that you trust')
  })
})

describe('a time stamp', () => {
  const sha256 = sha256Hex(prizeFile(NAMES).text)
  const verdictOf = (stamp: Uint8Array) => prizeVerdict(verifyPrize({ ...fileOf(), stamp }, { keys }).checks)

  it('of the lock, made before the round, completes the proof', () => {
    const { state, line } = verdictOf(stampSaying(sha256, '20230823150001Z'))
    expect([state, line]).toEqual(['verified', PRIZE_VERDICTS.verified])
  })

  it('does not hide that somebody was excluded when the result could be known', () => {
    const verdictWith = (at: string) => {
      const { winners } = prizeFile(NAMES).outcome
      const file = fileOf({ exclusions: [exclusion(winners[0] ?? 0, at)] })
      const { checks } = verifyPrize({ ...file, stamp: stampSaying(sha256, '20230823150001Z') }, { keys })
      expect(checks.find(({ name }) => name === 'lock')?.detail).toContain('Number 1 of the prize draws')
      return prizeVerdict(checks)
    }
    expect(verdictWith(BEFORE)).toEqual({ state: 'verified', line: PRIZE_VERDICTS.verified })
    expect(verdictWith(AFTER)).toEqual({ state: 'verified', line: PRIZE_VERDICTS.late })
  })

  it.each([
    ['another document', stampSaying('00'.repeat(32), '20230823150001Z'), 'The time stamp is of another document.'],
    ['a time after the round', stampSaying(sha256, '20230823160001Z'), 'when the round was public already'],
    ['no time', stampSaying(sha256, 'today'), 'damaged, or is none'],
    [
      'too many values',
      Buffer.concat([Buffer.alloc(202, '0500', 'hex'), stampSaying(sha256, '20230823150001Z')]),
      'damaged, or is none',
    ],
    ['half a stamp', stampSaying(sha256, '20230823150001Z').subarray(0, 60), 'damaged, or is none'],
  ])('of %s is named for what it is', (_what, stamp, words) => {
    const { state, line } = verdictOf(stamp)
    expect([state, line]).toEqual(['failed', expect.stringContaining(words)])
  })

  it('that is any bytes at all ends without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => verdictOf(bytes).state === 'failed'),
      { numRuns: 20 },
    )
  })
})

describe('two beacons', () => {
  const { packed: pulse } = pulseOf(PULSE_AT)
  const sha256 = sha256Hex(Buffer.from(pulse, 'hex'))
  const lastOfPulse = (time: string, hash = sha256) =>
    lastOf({ ...fileOf({ pulse }), pulseStamp: stampSaying(hash, time) })

  it('decide together: neither the round nor the pulse has the same winners alone', () => {
    const { lock } = prizeFile(NAMES, { pulse })
    const other = pulseOf('2023-08-23T15:55:00.000Z').packed
    const seeds = [prizeSeed(lock, SIGNATURE), prizeSeed(lock, SIGNATURE, pulse), prizeSeed(lock, SIGNATURE, other)]
    expect(new Set([...seeds, prizeSeed(lock, '00'.repeat(48), pulse)]).size).toBe(4)
  })

  it('are proven if the pulse was stamped before the round, and not if it was late or has no stamp', () => {
    expect(lastOfPulse('20230823155500Z')).toMatchObject({ state: 'passed', name: 'beacon' })
    expect(lastOfPulse('20230823160000Z')).toMatchObject({
      state: 'skipped',
      detail: expect.stringContaining('It was late'),
    })
    expect(lastOf(fileOf({ pulse }))).toMatchObject({
      state: 'skipped',
      detail: expect.stringContaining('Only the service says'),
    })
    expect(lastOfPulse('20230823155500Z', '00'.repeat(32))?.detail).toBe(
      "The time stamp of NIST's pulse is of another document.",
    )
  })

  it.each<[string, Changes, RegExp]>([
    ['a pulse that was left out', { lock: { nist: { at: PULSE_AT } } }, /do not name the same beacons/],
    ['a pulse that was not locked', { result: { nist: { pulse } } }, /do not name the same beacons/],
    ['the pulse of another minute', { pulse: pulseOf('2023-08-23T15:55:00.000Z').packed }, /NIST's pulse of .*54:00/],
    ['bytes that are no pulse', { pulse: '00'.repeat(600) }, /not a pulse of NIST's beacon/],
    ['a pulse of before the lock', { pulse, lock: { nist: { at: '2023-08-23T14:59:00.000Z' } } }, /of after the lock/],
    ['a pulse of after the round', { pulse, lock: { nist: { at: AFTER } } }, /of before the round/],
  ])('with %s are named for what they are', (_what, changes, words) => {
    expect(lastOf(fileOf(changes))).toMatchObject({ state: 'failed', detail: expect.stringMatching(words) })
  })
})

describe('the outcome', () => {
  it('passes over a person who is excluded, and says if that was when the result could be known', () => {
    const { outcome } = prizeFile(NAMES)
    const [winner = 0, second] = outcome.winners
    const excluded = prizeFile(NAMES, { exclusions: [exclusion(winner, AFTER, 'unclaimed')] })
    expect(excluded.outcome.winners).toEqual([second, outcome.reserves[0]])
    expect(lastOf({ lock: excluded.lock, result: excluded.result })).toMatchObject({
      name: 'late',
      detail: 'Excluded when the result could already be known: 1.',
    })
  })

  it('does not run out of reserves while there are entries', () => {
    const all = NAMES.slice(0, 9).map((_, i) => exclusion(i + 1))
    expect(prizeFile(NAMES, { exclusions: all }).outcome.winners.toSorted((a, b) => a - b)).toEqual([10, 11])
  })

  it('changes with every part of the lock, so that nobody can keep an order of the pool that suits', () => {
    const seeds = [{}, { title: 'Other' }, { winners: 3 }, { closed_at: AFTER }].map((lock) =>
      prizeSeed(prizeFile(NAMES, { lock }).lock, 'b4'.repeat(48)),
    )
    const turned = prizeSeed(prizeFile(NAMES.toReversed()).lock, 'b4'.repeat(48))
    expect(new Set([...seeds, turned]).size).toBe(5)
  })

  it('is a fair order of the positions', () => {
    const locked = { pool: { root: '00'.repeat(32), size: 11, free: 0 }, winners: 11, reserves: 0 }
    expect(prizeOrder(locked, 'a', 0).toSorted((a, b) => a - b)).toEqual(NAMES.map((_, i) => i + 1))
  })
})

describe('an entrant', () => {
  it.each([1, 2, 3, 5, 8, 11])('is found in a pool of any size, at each place: %i', (size) => {
    const names = NAMES.slice(0, size)
    const root = Buffer.from(prizeFile(names).tree.subarray(-32)).toString('hex')
    for (let position = 1; position <= size; position++) {
      const entrant = entrantOf(position, names)
      expect(isInPool(entrant, { root, size })).toBe(true)
      const others = [
        { position: (position % size) + 1 },
        { entry: 'x' },
        { salt: '00'.repeat(16) },
        { route: entrant.route === 'free' ? 'paid' : 'free' } as const,
        { proof: [...entrant.proof, '00'.repeat(32)] },
        { proof: entrant.proof.map(() => '00'.repeat(32)) },
        { position: 0 },
        { position: 1.5 },
      ]
      const found = others.filter((other) => isInPool({ ...entrant, ...other }, { root, size }))
      expect(found).toEqual(size === 1 ? [{ position: 1 }, { proof: [] }] : [])
    }
  })

  it('learns whether the entry won, is a reserve, was excluded or not drawn', () => {
    const { lock, result, outcome } = prizeFile(NAMES, { exclusions: [exclusion(4)] })
    const standingOf = (position: number) => verifyEntrant({ lock, result }, entrantOf(position), { keys }).standing
    const drawn = [...outcome.winners, ...outcome.reserves, 4]
    const other = NAMES.findIndex((_, i) => !drawn.includes(i + 1)) + 1
    expect([...drawn, other].map(standingOf)).toEqual(['won', 'won', 'reserve', 'excluded', 'not drawn'])
    expect(verifyEntrant({ lock }, entrantOf(1)).standing).toBe('waiting')
  })

  it('is told that a proof is of another pool', () => {
    const other = { lock: prizeFile(NAMES.slice(0, 10)).lock }
    expect(verifyEntrant(other, entrantOf(1), { keys }).checks.at(-1)).toMatchObject({ name: 'place', state: 'failed' })
  })

  it('has a code from which nobody can guess another', () => {
    const codes = prizeFile(NAMES).codes.map((code) => parseCode(code))
    expect(new Set(codes.map((code) => code?.salt)).size).toBe(11)
    expect(codes.map((code) => code?.position)).toEqual(NAMES.map((_, i) => i + 1))
    expect(['7', '7-ab', `0-${'a'.repeat(32)}`, `7-${'A'.repeat(32)}`].map((code) => parseCode(code))).toEqual(
      Array(4).fill(undefined),
    )
  })
})

test('a tree has its levels one after another, and a lone hash moves up as it is', () => {
  const leaves = ['a', 'b', 'c'].map((text) => Buffer.from(sha256Hex(text), 'hex'))
  const tree = treeOf(leaves)
  const pair = sha256Hex(Buffer.concat([Buffer.of(1), ...leaves.slice(0, 2)]))
  expect(Buffer.from(tree.subarray(96, 128)).toString('hex')).toBe(pair)
  expect(Buffer.from(tree.subarray(128, 160))).toEqual(leaves[2])
  expect(tree).toHaveLength(6 * 32)
})

test('an entry called like a part of the language is an entry', () => {
  expect(entriesOfCsv('constructor\n__proto__,free\n')).toEqual({
    entries: ['constructor'],
    free_entries: ['__proto__'],
  })
})

test('CSV files of entries are read as shops and spreadsheets write them', () => {
  expect(entriesOfCsv('\ufeffName,Route\r\n"Smith, Ada",free\r\nGrace,paid\nLinus\n\n"the ""Rock""",post\n')).toEqual({
    entries: ['Grace', 'Linus'],
    free_entries: ['Smith, Ada', 'the "Rock"'],
  })
})

test.each<[string, string, string[], string[]]>([
  ['with semicolons', 'Name;Route\r\nSmith, Ada;free\r\nعمر 🎉;paid\r\n', ['عمر 🎉'], ['Smith, Ada']],
  ['with line breaks in quotation marks', 'ticket,name\n1,"Ada\r\nSmith"\n"2",Grace', ['1, Ada Smith', '2, Grace'], []],
  ['with a quotation mark that never ends', '"Ada\nGrace', ['"Ada', 'Grace'], []],
  [
    'with 200 columns, of which some say who entered',
    `Order,First name,Email,Shipping${',x'.repeat(196)}\n7,Ada,ada@example.org,Free${',y'.repeat(196)}`,
    ['Ada, ada@example.org'],
    [],
  ],
  ['without headings, where a ticket is called so', 'Ticket 1,free\nTicket 2', ['Ticket 2'], ['Ticket 1']],
  ['in which a person is called like the route', 'Name,Route\nFree,paid', ['Free'], []],
  ['where one line has a separator', 'Ada\nGrace; free', ['Ada'], ['Grace']],
])('a CSV file %s is read as it is meant', (_what, text, entries, free_entries) => {
  expect(entriesOfCsv(text)).toEqual({ entries, free_entries })
})

describe('docs/verify_prize.py', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prize-'))
  const inPython = (file: object, ...words: string[]) => {
    for (const name of ['lock', 'result', 'pool']) {
      const path = join(folder, `${name}.json`)
      const part = (file as Record<string, unknown>)[name]
      if (part === undefined) rmSync(path, { force: true })
      else writeFileSync(path, JSON.stringify(part))
    }
    const { stamp } = file as { stamp?: Uint8Array }
    if (stamp) writeFileSync(join(folder, 'lock.tsr'), stamp)
    else rmSync(join(folder, 'lock.tsr'), { force: true })
    writeFileSync(join(folder, 'keys'), JSON.stringify({ keys: [{ public_key: KEY }] }))
    const run = ['-B', join(DOCS, 'verify_prize.py'), folder, '--keys', join(folder, 'keys'), ...words]
    const { stdout, stderr, status } = spawnSync('python3', run, { encoding: 'utf8' })
    return { status, stderr, last: stdout.trim().split('\n').at(-1), stdout }
  }

  it('computes the same winners, and finds an entrant', () => {
    const { codes, outcome } = prizeFile(NAMES)
    const position = outcome.winners[0] ?? 0
    const words = ['--code', codes[position - 1] ?? '', '--entry', NAMES[position - 1] ?? '']
    const { status, stdout } = inPython(fileOf(), ...words)
    expect(stdout).toContain(`the round and the lock: ${outcome.winners.join(', ')}.`)
    expect(stdout).toContain(`Entry ${position} of 11 is in the pool that was locked, and won.`)
    expect(status).toBe(2)
  })

  it('reads time stamps as the service does', () => {
    const sha256 = sha256Hex(prizeFile(NAMES).text)
    const [right, late] = ['20230823150001Z', '20230823160001Z'].map((time) => stampSaying(sha256, time))
    const found = [right, late, stampSaying('00'.repeat(32), '20230823150001Z'), Uint8Array.of(1)].map((stamp) => {
      const { status, last = '' } = inPython({ ...fileOf(), stamp })
      return [status, last.split(' of 20')[0]]
    })
    expect(found).toEqual([
      [0, prizeVerdict([]).line],
      [1, 'FAILED: The time stamp was made when the round was public already.'],
      [1, 'FAILED: The time stamp is of another document.'],
      [1, 'FAILED: The time stamp is damaged, or is none.'],
    ])
  })

  it('checks two beacons as the service does', () => {
    const { packed: pulse } = pulseOf(PULSE_AT)
    const { outcome } = prizeFile(NAMES, { pulse })
    const right = inPython(fileOf({ pulse }))
    expect(right.stdout).toContain(`the round and the lock: ${outcome.winners.join(', ')}.`)
    expect(right.stdout).toContain(lastOf(fileOf({ pulse }))?.detail)
    const wrong: Changes[] = [
      { lock: { nist: { at: PULSE_AT } } },
      { pulse: pulseOf('2023-08-23T15:55:00.000Z').packed },
      { pulse: '00'.repeat(600) },
      { pulse, lock: { nist: { at: AFTER } } },
    ]
    for (const changes of wrong) {
      const file = fileOf(changes)
      expect(inPython(file)).toMatchObject({ status: 1, stderr: '', last: `FAILED: ${lastOf(file)?.detail}` })
    }
  })

  it('says who wins by the round if the organiser does not draw', () => {
    const { outcome } = prizeFile(NAMES)
    const { stdout } = inPython({ ...fileOf(), result: undefined }, '--round', SIGNATURE)
    expect(stdout).toContain(`winners [${outcome.winners.join(', ')}], reserves [${outcome.reserves.join(', ')}]`)
  })

  const [first = [], ...others] = fileOf().pool
  it.each<[string, object]>([
    ['left out', { pool: others }],
    ['reordered', { pool: [...others, first] }],
    ['renamed', { pool: [[first[0], first[1], first[2], 'x'], ...others] }],
    ['changed', { lock: { ...fileOf().lock, rules: [] } }],
    ['chosen', fileOf({ result: { winners: [1, 2] } })],
    ['late', fileOf({ lock: { issued_at: AFTER } })],
    ['another draw', { result: fileOf({ lock: { title: 'Another' } }).result }],
    ['listed twice', fileOf({ exclusions: [exclusion(3), exclusion(3)] })],
  ])('names what was %s as the service does', (_what, changes) => {
    const file = { ...fileOf(), ...changes }
    expect(inPython(file)).toMatchObject({ status: 1, stderr: '', last: `FAILED: ${lastOf(file)?.detail}` })
  })

  it('fails without a trace for whatever stands in the place of a field', () => {
    const { lock } = fileOf()
    const odd = [null, [], {}, 'x', -1, 1.5, true]
    const files = odd.flatMap((value) =>
      ['pool', 'drand', 'winners', 'issued_at', 'public_key'].map((name) => ({ lock: { ...lock, [name]: value } })),
    )
    const script = `import json,sys,contextlib,io
sys.path.insert(0,sys.argv[1])
import verify_prize as v
bad=[]
for lock in json.load(sys.stdin):
    try:
        v.check_signed(lock,None,[],lambda *a:None); bad.append(lock)
    except v.Failed: pass
print(len(bad))`
    const run = spawnSync('python3', ['-B', '-c', script, DOCS], {
      input: JSON.stringify(files.map(({ lock: one }) => one)),
      encoding: 'utf8',
    })
    expect([run.stdout.trim(), run.stderr]).toEqual(['0', ''])
  })
})
