import type { Operation } from '../../http/http.ts'

const LISTS = {
  ignore: ['Disaster Relief Fund', 'crisis team'],
  flag: [{ word: 'stakeholder', suggestion: 'person affected' }, { word: 'going forward' }],
}

export const readWordLists: Operation = {
  operationId: 'readWordLists',
  access: 'scope ai or read-only',
  sdk: ['ai.words'],
  tags: ['Text'],
  summary: 'Read your word lists',
  description: 'The lists are used wherever a text of your account is scored. Costs nothing.',
  examples: { response: { ...LISTS, updated_at: '2026-11-16T05:00:00.000Z' } },
}

export const replaceWordLists: Operation = {
  operationId: 'replaceWordLists',
  access: 'scope ai',
  sdk: ['ai.replaceWords', 'body'],
  tags: ['Text'],
  summary: 'Replace your word lists',
  description:
    'From then on, words in `ignore` are not evidence and do not count towards a score, and words in `flag` are evidence of the kind `flagged`, which does not change the score. The lists apply to `/ai/analyze`, batches, moderations, guardrails, editors, agents and the filter of chat answers. Each list has at most 1,000 entries. Costs nothing.',
  examples: { request: LISTS, response: { ...LISTS, updated_at: '2026-11-16T05:00:00.000Z' } },
}
