import type { ModelUse } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { csvOfRows, rowsOf } from './model-rows.ts'

const use = (change: Partial<ModelUse>): ModelUse => ({
  day: null,
  key_id: null,
  model: null,
  end_user: null,
  calls: 1,
  input_tokens: 2,
  output_tokens: 3,
  cost_eur: 0.1,
  ...change,
})

test('rows name the day, the key, the model and the end user, also if there is none', () => {
  const words = { keys: new Map([[7, 'Build server']]), dayWords: (day: string) => day.slice(0, 10) }
  const rows = rowsOf(
    [
      use({ day: '2026-03-31', key_id: 7, model: 'small', end_user: 'ann' }),
      use({ day: '2026-03-30', key_id: 8, model: '', end_user: '' }),
      use({ day: '2026-03-30', key_id: 0, model: 'small', end_user: '' }),
    ],
    ['end_user', 'model', 'key', 'day'],
    words,
  )
  expect(rows.map(({ names }) => names)).toEqual([
    ['2026-03-31', 'Build server', 'small', 'ann'],
    ['2026-03-30', 'Key 8', 'Not named', 'Not named'],
    ['2026-03-30', 'Without a key', 'small', 'Not named'],
  ])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3)
  const models = rowsOf([use({ model: '=1+1', day: '2026-03-31', cost_eur: null })], ['day', 'model'], words)
  expect(csvOfRows(models, ['day', 'model']).split('\r\n')).toEqual([
    'day,model,requests,tokens_sent,tokens_answered,cost_eur',
    "2026-03-31,'=1+1,1,2,3,",
  ])
})
