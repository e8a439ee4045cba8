// Instant-win lists: the prizes are on their tickets before sales, and each ticket is shown by its own proof.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AFTER, BEFORE, instantFile, stampSaying } from '../../test/prize-files.ts'
import { DOCS } from '../../test/python.ts'
import { KEY } from '../../test/signed-receipts.ts'
import {
  canonicalJson,
  type PrizeFile,
  poolProof,
  prizeVerdict,
  sha256Hex,
  verifyEntrant,
  verifyPrize,
} from '../engine.ts'

const keys = [KEY]
const TICKETS = ['', 'A mug', '', '', 'A voucher of £5', 'A mug', '']
const whole = (more?: object, tickets = TICKETS) => {
  const { lock, rows } = instantFile(tickets, more)
  return { lock, pool: rows }
}
const stampOf = ({ lock }: PrizeFile, time = '20230823143000Z') => stampSaying(sha256Hex(canonicalJson(lock)), time)
const lastOf = (file: PrizeFile) => verifyPrize(file, { keys }).checks.at(-1)

function inPython(file: PrizeFile) {
  const folder = mkdtempSync(join(tmpdir(), 'instant-'))
  for (const name of ['lock', 'pool'] as const) writeFileSync(join(folder, `${name}.json`), JSON.stringify(file[name]))
  if (file.stamp) writeFileSync(join(folder, 'lock.tsr'), file.stamp)
  writeFileSync(join(folder, 'keys'), JSON.stringify({ keys: [{ public_key: KEY }] }))
  const run = ['-B', join(DOCS, 'verify_prize.py'), folder, '--keys', join(folder, 'keys')]
  const { stdout, stderr, status } = spawnSync('python3', run, { encoding: 'utf8' })
  return { status, stderr, last: stdout.trim().split('\n').at(-1) }
}

test('a file of a list that was stamped before sales passes every check once it is opened', () => {
  const file = { ...whole(), stamp: stampOf(whole()) }
  const { state, line } = prizeVerdict(verifyPrize(file, { keys }).checks)
  expect([state, line]).toEqual(['verified', expect.stringContaining('the prizes are on the tickets')])
  expect(inPython(file)).toEqual({ status: 0, stderr: '', last: line })
})

test('a list that is not opened yet shows no prize, and is not verified yet', () => {
  const { lock, pool } = whole()
  const sealed = { lock, pool: pool.map(([route, seal]) => [route, seal]) }
  expect(lastOf(sealed)).toMatchObject({ name: 'prizes', state: 'skipped' })
  expect(inPython(sealed).status).toBe(2)
})

const [first = [], second = [], ...others] = whole().pool
test.each<[string, PrizeFile, RegExp]>([
  ['fewer prizes than promised', whole({ prizes: [{ name: 'A mug', count: 3 }] }), /3 tickets should have the prize/],
  ['a prize that was not promised', whole({}, [...TICKETS, 'A car']), /3 prizes were promised, and 4 are on the list/],
  ['tickets in another order', { ...whole(), pool: [second, first, ...others] }, /the order is another one/],
  [
    'a prize moved to another ticket',
    { ...whole(), pool: [[...first.slice(0, 3), 'A mug'], second, ...others] },
    /name of entry 1/,
  ],
  [
    'a changed promise',
    { ...whole(), lock: { ...whole().lock, rules: ['Others'] } },
    /The instant was changed|changed after/,
  ],
  ['a lock of after sales began', whole({ issued_at: AFTER }), /when sales had begun/],
  [
    'a time stamp of after sales began',
    { ...whole(), stamp: stampOf(whole(), '20230823160000Z') },
    /when sales had begun/,
  ],
  ['a time stamp of another list', { ...whole(), stamp: stampOf(whole({ title: 'Another' })) }, /of another document/],
])('a list with %s is named for what it is, in Python too', (_what, file, words) => {
  const last = lastOf(file)
  expect([last?.state, last?.detail]).toEqual(['failed', expect.stringMatching(words)])
  const python = inPython(file)
  expect([python.status, python.stderr, python.last]).toEqual([1, '', expect.stringMatching(words)])
})

test('a ticket is shown by its own proof, and by no other', () => {
  const { lock, rows, tree } = instantFile(TICKETS)
  const ticket = (position: number) => {
    const [route = 'paid', , salt = '', entry = ''] = rows[position - 1] ?? []
    return { position, route, entry, salt, proof: poolProof(tree, position, rows.length) }
  }
  const standingOf = (one: ReturnType<typeof ticket>) => verifyEntrant({ lock }, one, { keys }).standing
  expect([standingOf(ticket(2)), standingOf(ticket(1))]).toEqual(['prize', 'no prize'])
  expect(standingOf({ ...ticket(1), entry: 'A mug' })).toBeUndefined()
  expect(standingOf({ ...ticket(1), proof: ticket(2).proof })).toBeUndefined()
  expect(verifyEntrant({ lock: { ...lock, issued_at: BEFORE } }, ticket(2), { keys }).standing).toBeUndefined()
})
