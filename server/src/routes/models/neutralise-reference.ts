import type { Brand } from '../../ground/brand.ts'
import type { Operation } from '../../http/http.ts'

export const neutraliseText = ({ field }: Brand): Operation => ({
  operationId: 'neutraliseText',
  access: 'scope ai',
  sdk: ['ai.neutralise', 'body'],
  tags: ['Text'],
  summary: 'Make a text neutral with the smallest edit',
  description:
    'Applies our suggestions to the text. With `mode: "model"`, this deployment\'s model can then rewrite the loaded words that are left. We compare its answer with the text word by word: if anything else changed, or if the text became less neutral, we ask again, at most 3 times in total, and then keep the text with only the suggestions. Costs one text analysis; with `mode: "model"` one chat request instead.',
  examples: {
    request: { text: 'The minister slammed the reform on Tuesday.', mode: 'suggestions' },
    response: {
      text: 'The minister criticised the reform on Tuesday.',
      changes: [{ start: 13, end: 20, before: 'slammed', after: 'criticised' }],
      before: { ain_score: 0.4816, band: 'moderate', [field.certified]: false },
      after: { ain_score: 0.8195, band: 'neutral', [field.certified]: true },
      evidence_left: 0,
      rewritten: false,
      attempts: 0,
      model: null,
      model_version: '3.0.0-default',
    },
  },
})
