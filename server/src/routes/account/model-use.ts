// What models used and cost, by day, key, model and end user, as JSON or CSV.
import { csvLine } from '@equipoise/engine'
import { z } from 'zod'
import { DAY_MS, dayOf } from '../../ground/calendar.ts'
import { inTurns, type Steps } from '../../ground/in-turns.ts'
import { jsonInTurns } from '../../ground/json-steps.ts'
import { type App, callerOf, named, ownerOf } from '../../http/http.ts'
import { PARTS_OF_USE, type PartOfUse, type Usage } from '../../usage/usage.ts'
import { listModelUse } from './usage-reference.ts'

const ROWS_MAX = 10_000
const DAYS_DEFAULT = 30
const LINES_A_STEP = 250

const useOfModel = named(
  'ModelUse',
  'What models used and cost. A part that you did not ask for is null.',
  z.object({
    day: z.string().nullable().describe('The day (UTC), as `2026-03-31`.'),
    key_id: z.int().nullable().describe('The API key; 0 for requests without one.'),
    model: z.string().nullable().describe('The model.'),
    end_user: z.string().nullable().describe('The end user, as the request names them; empty if it names none.'),
    calls: z.int().describe('Requests that the model answered.'),
    input_tokens: z.int().describe('Tokens sent to the model.'),
    output_tokens: z.int().describe('Tokens that the model wrote.'),
    cost_eur: z.number().nullable().describe('What they cost, at the price of their day. Null if it has no price.'),
  }),
)
const day = z.iso.date()
const query = z.object({
  from: day.optional().describe('The first day (UTC); by default 30 days ago.'),
  to: day.optional().describe('The last day; by default today.'),
  by: z
    .string()
    .regex(
      /^(day|key|model|end_user)(,(day|key|model|end_user)){0,3}$/,
      'Input should be some of day,key,model,end_user',
    )
    .default('day,model')
    .describe('What to sum by: some of `day`, `key`, `model` and `end_user`, separated by commas.'),
  format: z
    .literal(['json', 'csv'])
    .optional()
    .describe('`csv` for a file; the header `Accept: text/csv` does the same.'),
})
const response = {
  description: 'The newest day first, at most 10,000 rows.',
  content: {
    'application/json': { schema: z.array(useOfModel) },
    'text/csv': { schema: z.string().describe('One line for each row, after a line of column names.') },
  },
}

export function modelUseRoutes(app: App, { usage, nowMs }: { usage: Usage; nowMs: () => number }): void {
  const config = { access: { credentials: 'required', kinds: ['jwt', 'key'], area: 'account' } } as const
  const schema = { ...listModelUse, querystring: query, response: { 200: response } }
  app.get('/usage/models', { config, schema }, async (request, reply) => {
    const { from = dayOf(nowMs() - DAYS_DEFAULT * DAY_MS), to = dayOf(nowMs()), by, format } = request.query
    const parts = PARTS_OF_USE.filter((part): part is PartOfUse => by.split(',').includes(part))
    const wanted = { from, to, by: parts, rowsMax: ROWS_MAX }
    const rows = (await usage.modelUse(callerOf(request).accountId, wanted)).map(shownUse)
    const isCsv = format ? format === 'csv' : String(request.headers.accept ?? '').startsWith('text/csv')
    // Ten thousand rows are written in turns with other work.
    const { owner } = ownerOf(request)
    if (!isCsv) return reply.type('application/json; charset=utf-8').send((await jsonInTurns(rows, owner)) as never)
    const type = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="usage.csv"',
    }
    return reply.headers(type).send((await inTurns(owner, csvSteps(rows))) as never)
  })
}

type Row = ReturnType<typeof shownUse>

function shownUse(row: Awaited<ReturnType<Usage['modelUse']>>[number]) {
  return {
    day: row.day,
    key_id: row.keyId,
    model: row.model,
    end_user: row.endUser,
    calls: row.calls,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    cost_eur: row.costMicros === null ? null : row.costMicros / 1e6,
  }
}

const COLUMNS = ['day', 'key_id', 'model', 'end_user', 'calls', 'input_tokens', 'output_tokens', 'cost_eur'] as const

function* csvSteps(rows: readonly Row[]): Steps<string> {
  const lines = [csvLine(COLUMNS)]
  for (const row of rows) {
    lines.push(csvLine(COLUMNS.map((name) => row[name])))
    if (lines.length % LINES_A_STEP === 0) yield
  }
  return lines.join('\r\n')
}
