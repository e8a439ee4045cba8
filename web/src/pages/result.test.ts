import { PROOFS } from '@equipoise/engine'
import type { PublishedDraw } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { proofLines } from '../verify/save-picture.tsx'
import { othersOf, othersSentence, publishedWords } from './result.tsx'

test('a page says whose words its title is', () => {
  const created_at = '2026-03-01T09:31:00.000Z'
  expect(publishedWords({ title: 'The only draw', created_at })).toMatch(/^Title by the organiser\. Published on /)
  expect(publishedWords({ title: '', created_at })).toMatch(/^Published on /)
})

test('without a count, a page says that other commitments may have been made', () => {
  expect(othersSentence(null)).toMatch(/does not have every commitment in it: others may have been made\.$/)
  const from = '2026-02-01T00:00:00.000Z'
  expect(othersSentence({ from, made: 1, deleted: 0 })).toMatch(/the organiser’s account made no other commitment\.$/)
  expect(othersSentence({ from, made: 3, deleted: 2 })).toMatch(/made 3 commitments and deleted 2 of them\./)
})

test('a page with an announcement alone says how many commitments there were, too; one of seeds does not', () => {
  const of = (...receipts: object[]) =>
    othersOf({ receipts: receipts as PublishedDraw['receipts'], commitments_made: null })
  expect(of({ subject: 'commitment', settings: {} })).toMatch(/others may have been made\.$/)
  expect(of({ subject: 'draw', settings: { commitment: { id: 'c' } } })).toMatch(/others may have been made\.$/)
  expect(of({ subject: 'draw', settings: { seed: 1 } })).toBeUndefined()
})

test('a picture has all words of what is proven, on a few lines', () => {
  const others = othersSentence({ from: '2026-02-01T00:00:00.000Z', made: 12_345, deleted: 12_344 })
  const proofs = Object.values(PROOFS).flatMap((proof) => [
    proof,
    `${PROOFS.mixed} ${proof} ${PROOFS.unfollowed} ${others}`,
  ])
  for (const proof of proofs) {
    const { lines, size } = proofLines(proof, (line, size) => line.length * size * 0.56 <= 1040)
    expect(lines.join(' ')).toBe(proof)
    expect(lines.length * size).toBeLessThanOrEqual(6 * 20)
  }
})
