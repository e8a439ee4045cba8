// The panel beside the text must be about the current text.
import type { Analysis } from '@equipoise/sdk'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatPercent } from '../../format.ts'
import { newDocument } from '../../kept/documents.ts'
import { Kept, printedHead } from './document-bar.tsx'
import { Gauge } from './gauge.tsx'
import { PhoneScore } from './phone-score.tsx'
import { Spoken, Standing } from './score-panel.tsx'
import type { Editor } from './use-editor.ts'
import { sumInWords } from './why-this-score.tsx'

const CHECKED = { ain_score: 0.92, band: 'neutral', svc_certified: true } as Analysis

test('screen readers get the score of the checked text, and nothing once the text has changed', () => {
  const spoken = (analysis: Analysis | undefined) => renderToStaticMarkup(<Spoken analysis={analysis} count={1} />)
  expect(spoken(CHECKED)).toContain('Neutrality score 0.92, neutral, certified. 1 loaded word.')
  expect(spoken(undefined)).not.toContain('0.92')
})

test('an estimate looks and reads differently from a checked score', () => {
  const gauge = (isEstimate: boolean) =>
    renderToStaticMarkup(<Gauge score={0.68} band="moderate" certified={false} isEstimate={isEstimate} />)
  expect(gauge(true)).toContain('Neutrality score about 0.68')
  expect(gauge(true)).toContain('≈0.68')
  expect(gauge(true)).toContain('stroke-dasharray')
  expect(gauge(false)).toContain('Neutrality score 0.68')
  expect(gauge(false)).not.toContain('stroke-dasharray')
})

test('a text that could not be saved is never shown as saved, and can be downloaded', () => {
  const kept = (standing: 'kept' | 'waiting' | 'lost') =>
    renderToStaticMarkup(<Kept opened={{ document: { ...newDocument('x'), revision: 1 }, standing }} />)
  expect(kept('kept')).toContain('Saved in this browser')
  expect(kept('waiting')).toContain('Saving…')
  expect(kept('lost')).toContain('Not saved')
  expect(kept('lost')).toContain('Download')
})

test('a text in an unsupported language shows neither an estimate nor a promise of a score', () => {
  const show = (reason: string | null, nextCheckMs?: number, isTooLong = false) => {
    const current = { analysis: { ...CHECKED, reason } as Analysis }
    const editor = {
      current,
      isLive: true,
      evidence: [],
      service: {},
      state: { nextCheckMs, isTooLong },
    } as unknown as Editor
    const panel = renderToStaticMarkup(<Standing editor={editor} text="Ein Text." />)
    return { panel, phone: renderToStaticMarkup(<PhoneScore editor={editor} />), paper: printedHead('x', editor) }
  }
  const { panel, phone, paper } = show('unsupported_language', Date.now() + 60_000)
  expect(panel).toBe('')
  expect(phone).toContain('no score for this language')
  expect(paper).toMatch(/^x · \d+ \w+ \d{4} · Not scored\.$/)
  expect(show(null, Date.now() + 60_000).panel).toMatch(/miss bias in plain words\. We check it in \d+ s\. <button/)
  expect(show(null, Date.now() + 60_000, true).panel).toMatch(/Rough estimate.* We check its start in \d+ s\. <button/)
  expect(show(null).panel).toMatch(/plain words\.<\/p>$/)
  expect(show(null).phone).toContain('neutral, estimate')
})

test('the explanation of a score says which sentences it is about', () => {
  expect(sumInWords([0.9, 0.8, 0.3, 0.2, 0.1])).toBe(
    '2 of 5 sentences are neutral. All 5 together average 0.46. The 3 most loaded sentences average 0.20. The score of the text blends the average with the most loaded sentences.',
  )
})

test('a small share is not shown as zero', () => {
  expect([0, 0.004, 0.006, 1].map((share) => formatPercent(share))).toEqual(['0%', 'under 1%', '1%', '100%'])
})
