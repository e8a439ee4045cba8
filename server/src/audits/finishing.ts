// Turns all answers into measures, statistics and a signed report.
import { type AnsweredPair, measurePair, type ReportedPair, type Source } from '@equipoise/audit'
import type { Analysis } from '@equipoise/score'
import { emit } from '../webhooks/webhooks.ts'
import { type AnswerRow, deleteAnswers, type Given, listAnswers } from './answer-store.ts'
import { type Audit, finishAudit, insertEvent, readPairs } from './audit-store.ts'
import { createPatience, type Patience } from './patience.ts'
import type { Held, RunnerParts } from './run-parts.ts'

/** Any English sentence: its analysis contains the version of the score. */
const SAMPLE_TEXT = 'The vote is in May.'

export async function finish(parts: RunnerParts, held: Held): Promise<void> {
  const { sql, nowMs, auditor, sign } = parts
  const { audit, hold, ending } = held
  const patience = createPatience(parts, 'internal')
  const again = <T>(work: () => Promise<T>) => patience.keepTrying(work, ending.signal)
  const rows = await listAnswers(sql, audit.id)
  const pairs = await measureAll(parts, held, { patience, rows })
  const { mode, sample, margins, set } = audit.terms
  const owner = `account:${audit.accountId}`
  const { modelVersion: scorer } = await again(async () => parts.analyze(SAMPLE_TEXT, { owner }))
  const at = new Date(nowMs())
  const source = sourceOf(audit, rows)
  const composed = {
    createdAt: at.toISOString(),
    source,
    mode,
    set,
    sample,
    margins,
    scorer,
    pairs,
  }
  const { json, about } = await again(() => auditor.compose(composed, owner))
  const receipt = await again(() => sign(about.receipt))
  const report = `${json.slice(0, -1)},"receipt":${JSON.stringify(receipt)}}`
  await again(() =>
    sql.begin(async (tx) => {
      const { conclusion, sentence } = about
      if (!(await finishAudit(tx, { hold, at, conclusion, sentence, report }))) return
      await deleteAnswers(tx, audit.id)
      const { id, accountId, terms } = audit
      await insertEvent(tx, { id, accountId, at, event: 'finished' })
      const data = { audit_id: id, source: source.source, name: terms.name, conclusion, sentence }
      await emit(tx, { accountId, type: 'audit.finished', subject: id, data }, at)
    }),
  )
}

/** The model and the way we asked it; or the account that supplied the answers, and its description of their origin. */
function sourceOf({ accountId, terms, createdAt }: Audit, rows: readonly AnswerRow[]): Source {
  if (terms.model === null) {
    return { source: 'supplied', supplied: { by: `account ${accountId}`, said_to_come_from: terms.name } }
  }
  const given = rows.flatMap((row) => row.given ?? [])
  const all = (field: 'provider' | 'host' | 'model'): string =>
    [...new Set(given.map((one) => one[field]))].sort().join(', ')
  const times = given.map(({ at }: Given) => at).sort()
  const started = createdAt.toISOString()
  return {
    source: 'asked',
    asked: {
      provider: all('provider') || (terms.provider ?? 'none'),
      model: all('model') || terms.model,
      host: all('host') || 'none',
      from: times[0] ?? started,
      until: times.at(-1) ?? started,
      answers: rows.length,
      retried: given.filter(({ retries }) => retries > 0).length,
      // We never reuse a model's answer for another question.
      cached: 0,
      cut: given.filter(({ cut }) => cut).length,
    },
  }
}

/** One pair at a time, because the scoring threads are shared with all callers. */
async function measureAll(
  { sql, analyze }: RunnerParts,
  { audit, ending }: Held,
  { patience, rows }: { patience: Patience; rows: readonly AnswerRow[] },
): Promise<ReportedPair[]> {
  const pairs = await readPairs(sql, audit.id)
  const answers = new Map(rows.map(({ place, answer }) => [place, answer ?? '']))
  const { mode } = audit.terms
  const measured: ReportedPair[] = []
  for (const [at, pair] of pairs.entries()) {
    ending.signal.throwIfAborted()
    const answered: AnsweredPair = {
      ...pair,
      answer_a: answers.get(2 * at) ?? '',
      answer_b: answers.get(2 * at + 1) ?? '',
    }
    const analyses = new Map<string, Analysis>()
    for (const text of [answered.answer_a, answered.answer_b]) {
      if (text.trim() === '') continue
      const score = async () => analyze(text, { owner: `account:${audit.accountId}`, isOneOfMany: true })
      analyses.set(text, await patience.keepTrying(score, ending.signal))
    }
    measured.push(measurePair(answered, { mode, analyze: (text) => analysisOf(analyses, text) }))
  }
  return measured
}

function analysisOf(analyses: ReadonlyMap<string, Analysis>, text: string): Analysis {
  const analysis = analyses.get(text)
  if (!analysis) throw new Error('an answer was not analysed')
  return analysis
}
