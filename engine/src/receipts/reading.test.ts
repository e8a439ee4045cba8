import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DOCS, inPython } from '../../test/python.ts'
import { KEY, LOOT, signedDraw } from '../../test/signed-receipts.ts'
import { entriesHash, linesOf, NameTwice, readJson, textOfBytes, verifyReceipt } from '../engine.ts'

const DICE = { kind: 'dice', dice: 1, sides: 6, modifier: 0, count: 1 }
const verified = (input: string) =>
  spawnSync('python3', ['-B', join(DOCS, 'verify.py'), '-', '--key', KEY], { input, encoding: 'utf8' })

test('a receipt with a duplicate name, at any depth and however it is escaped, is invalid', () => {
  const text = JSON.stringify(signedDraw(DICE))
  const forged = [
    text.replace('"sides":6', '"sides":2,"sides":6'),
    text.replace('{"type"', '{"type":"x","type"'),
    text.replace('"sides":6', '"s\\u0069des":2,"sides":6'),
    `{"receipt":${text},"receipt":${text}}`,
  ]
  for (const one of forged) {
    expect(() => readJson(one)).toThrow(NameTwice)
    expect(verified(one)).toMatchObject({ status: 1, stdout: expect.stringMatching(/^FAILED: The name ".+" stands/) })
  }
  expect(verified(text).status).toBe(0)
})

test('JSON without duplicate names is read unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      expect(readJson(text)).toEqual(JSON.parse(text))
    }),
    { seed: 1 },
  )
})

const NAMES = ['Ada', 'Zoë', '李雷', '🎲']
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const FILES: readonly (readonly [what: string, bytes: Buffer])[] = [
  ['plain', Buffer.from(NAMES.join('\n'))],
  ['CRLF and a byte-order mark', Buffer.from(`\ufeff${NAMES.join('\r\n')}\r\n`)],
  ['UTF-16, little-endian', utf16(`${NAMES.join('\r\n')}\r\n`)],
  ['UTF-16, big-endian', utf16(NAMES.join('\n')).swap16()],
  ['line ends of old Macs', Buffer.from(NAMES.join('\r'))],
]

test.each(FILES)('names are recognised in a file with %s', (_, bytes) => {
  expect(linesOf(textOfBytes(bytes))).toEqual(NAMES)
  const folder = mkdtempSync(join(tmpdir(), 'names-'))
  try {
    writeFileSync(join(folder, 'names.txt'), bytes)
    const receipt = signedDraw({ kind: 'winners', size: 4, count: 1, entries: entriesHash(NAMES) })
    writeFileSync(join(folder, 'receipt.json'), utf16(JSON.stringify(receipt)))
    const options = ['receipt.json', '--key', KEY, '--entries', 'names.txt']
    const printed = execFileSync('python3', ['-B', join(DOCS, 'verify.py'), ...options], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(printed).toContain('passed   entries')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('without a file that the receipt needs, verify.py names it and says neither that it passed nor that it failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verifier-'))
  const run = (receipt: object) => {
    const options = { input: JSON.stringify(receipt), cwd: folder, encoding: 'utf8' } as const
    return spawnSync('python3', ['-B', 'verify.py', '-', '--key', KEY], options)
  }
  try {
    copyFileSync(join(DOCS, 'verify.py'), join(folder, 'verify.py'))
    expect(run(signedDraw(DICE)).status).toBe(0)
    expect(run(signedDraw(LOOT))).toMatchObject({ status: 2, stderr: expect.stringContaining('verify_loot.py') })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// Lengths are counted in code points: an emoji is one, however many UTF-16 units it takes.
const LENGTHS = [
  ['🎲'.repeat(256), true],
  ['🎲'.repeat(257), false],
  ['e\u0301'.repeat(128), true],
  ['e\u0301'.repeat(129), false],
  ['a'.repeat(256), true],
  ['a'.repeat(257), false],
  ['\ud83c', false],
  ['a\u0007', false],
] as const

test('names with emoji and combining marks have the same length in both verifiers; lone surrogates are rejected', () => {
  const receipts = LENGTHS.map(([name]) => {
    return signedDraw({ kind: 'choice', options: [{ name, weight: 1 }], count: 1 })
  })
  const wanted = LENGTHS.map(([, isValid]) => isValid)
  expect(receipts.map((receipt) => verifyReceipt(receipt, { keys: [KEY] }).complete)).toEqual(wanted)
  expect(inPython('[verify.state_of(verify.verify(r, keys)[0]) == "verified" for r in given]', receipts)).toEqual(
    wanted,
  )
})
