// What people read about neutral edits.
import type { Brand } from '../../brand.ts'
import type { Operation } from '../../http/http.ts'

export const neutraliseText = ({ field }: Brand): Operation => ({
  operationId: 'neutraliseText',
  tags: ['Text'],
  summary: 'Make a text neutral with the smallest edit',
  description:
    'Writes our suggestions into the text. With `mode: "model"`, this deployment\'s model can then rewrite the loaded words that are left. We compare its answer with the text word by word: if anything else changed, or if the text became less neutral, we ask again, at most 3 times in all, and otherwise keep the text with the suggestions alone. Costs one text analysis; with `mode: "model"` one chat request instead.',
  examples: {
    request: { text: 'The disastrous reform was rushed through parliament on Tuesday.', mode: 'suggestions' },
    response: {
      text: 'The damaging reform was rushed through parliament on Tuesday.',
      changes: [{ start: 4, end: 14, before: 'disastrous', after: 'damaging' }],
      before: { ain_score: 0.3017, band: 'biased', [field.certified]: false },
      after: { ain_score: 0.4712, band: 'moderate', [field.certified]: false },
      evidence_left: 1,
      rewritten: false,
      attempts: 0,
      model: null,
      model_version: '2.0.0-default',
    },
  },
})
