// What stands beside the text must be about this text.
import type { Analysis } from '@equipoise/sdk'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { newDocument } from '../documents/documents.ts'
import { Kept } from './document-bar.tsx'
import { Gauge } from './gauge.tsx'
import { Spoken } from './score-panel.tsx'

const CHECKED = { ain_score: 0.92, band: 'neutral', svc_certified: true } as Analysis

test('the spoken score is that of the checked text, and falls silent when the text changes', () => {
  const spoken = (analysis: Analysis | undefined) => renderToStaticMarkup(<Spoken analysis={analysis} count={1} />)
  expect(spoken(CHECKED)).toContain('Neutrality score 0.92, neutral, certified. 1 loaded word.')
  expect(spoken(undefined)).not.toContain('0.92')
})

test('an estimate looks and sounds different from a checked score', () => {
  const gauge = (isEstimate: boolean) =>
    renderToStaticMarkup(<Gauge score={0.68} band="moderate" certified={false} isEstimate={isEstimate} />)
  expect(gauge(true)).toContain('Neutrality score about 0.68')
  expect(gauge(true)).toContain('≈0.68')
  expect(gauge(true)).toContain('stroke-dasharray')
  expect(gauge(false)).toContain('Neutrality score 0.68')
  expect(gauge(false)).not.toContain('stroke-dasharray')
})

test('a text that could not be saved is never called saved, and can be downloaded', () => {
  const kept = (standing: 'kept' | 'waiting' | 'lost') =>
    renderToStaticMarkup(<Kept opened={{ document: { ...newDocument('x'), revision: 1 }, standing }} />)
  expect(kept('kept')).toContain('Saved in this browser')
  expect(kept('waiting')).toContain('Saving…')
  expect(kept('lost')).toContain('Not saved')
  expect(kept('lost')).toContain('Download')
})
