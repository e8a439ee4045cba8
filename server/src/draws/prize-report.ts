// The page of a prize draw's file: for a person who answers for the draw, to read and to print.
import {
  drandRoundMs,
  drandRoundTime,
  type PrizeLock,
  type PrizeResult,
  printable,
  receiptHash,
} from '@equipoise/engine'
import { escapeHtml } from '../ground/escape-html.ts'

export interface ReportParts {
  readonly lock: PrizeLock
  readonly result: PrizeResult | undefined
  /** When independent authorities saw the lock and the result. */
  readonly stamped: { readonly lock: string | undefined; readonly result: string | undefined }
  readonly replacedBy: string | null
  readonly drawsLocked: number
  /** The entry at a position, if the file has names. */
  readonly entryAt: (position: number) => { readonly route: string; readonly entry: string } | undefined
}

const STYLE =
  'body{font:11pt/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}h1{font-size:1.6rem}h2{font-size:1.1rem;margin-top:1.8rem}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:.25rem .5rem;text-align:left;vertical-align:top}code{overflow-wrap:anywhere;font-size:.85em}@media print{body{margin:0}h2{break-after:avoid}tr{break-inside:avoid}}'

export function prizeReport(parts: ReportParts): string {
  const { lock } = parts
  const sections = [
    ['The draw', table(factsOf(parts))],
    ['Rules', lock.rules.map((line) => `<p>${escaped(line)}</p>`).join('') || '<p>No rules were given.</p>'],
    ['Result', resultOf(parts)],
    ['Excluded entries', exclusionsOf(parts)],
    ['Re-draws', redrawsOf(parts)],
    ['What is proven, and how to check it', howTo(parts)],
  ]
  const body = sections.map(([title, html]) => `<h2>${title}</h2>${html}`).join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(lock.title)}</title><style>${STYLE}</style><h1>${escaped(lock.title)}</h1>${body}</html>`
}

function factsOf({ lock, stamped }: ReportParts): [string, string][] {
  const { pool, drand } = lock
  return [
    ['Organiser', escaped(lock.organiser)],
    ['Entries closed', lock.closed_at],
    ['Locked', `${lock.issued_at}, by the clock of ${escaped(lock.issuer)}`],
    [
      'Independent time stamp',
      stamped.lock ? `${stamped.lock} (file lock.tsr)` : 'None: this deployment has no time-stamp authority.',
    ],
    ['Entries', `${pool.size}: ${pool.size - pool.free} paid, ${pool.free} free. All have the same chance.`],
    ['Hash of the pool', `<code>${pool.root}</code>`],
    ['Prizes', `${lock.winners}, with ${lock.reserves} reserves`],
    ['Decided by', `round ${drand.round} of drand, public at ${drandRoundTime(drand.round)}`],
    ['Commitment', `<code>${receiptHash(lock as never)}</code>`],
  ]
}

function resultOf({ result, entryAt, stamped, lock }: ReportParts): string {
  if (!result) return `<p>Not drawn yet. The round is public at ${drandRoundTime(lock.drand.round)}.</p>`
  const row = (what: string) => (position: number, i: number) => {
    const { route = '', entry = '' } = entryAt(position) ?? {}
    return [`${what} ${i + 1}`, String(position), route, escaped(entry)]
  }
  const rows = [...result.winners.map(row('Winner')), ...result.reserves.map(row('Reserve'))]
  const stamp = stamped.result
    ? `Stamped at ${stamped.result} (file result.tsr).`
    : 'The result has no independent time stamp; everybody can compute it from the lock and the round.'
  return `<p>Signature of the round: <code>${result.drand.signature}</code></p>${grid(['', 'Position', 'Route', 'Entry'], rows)}<p>${stamp}</p>`
}

function exclusionsOf({ result, lock }: ReportParts): string {
  if (!result) return '<p>They are listed once the draw was made.</p>'
  if (result.exclusions.length === 0) return '<p>None.</p>'
  const from = drandRoundMs(lock.drand.round)
  const rows = result.exclusions.map(({ position, kind, at, reason }) => [
    String(position),
    kind,
    `${at}${Date.parse(at) < from ? '' : ', when the result could be known'}`,
    escaped(reason),
  ])
  return grid(['Position', 'Kind', 'When', 'Reason'], rows)
}

function redrawsOf({ lock, replacedBy, drawsLocked }: ReportParts): string {
  const lines = [
    ...(lock.replaces ? [`This draw replaces ${lock.replaces.id}. Reason: ${escaped(lock.replaces.reason)}`] : []),
    ...(replacedBy ? [`This draw was replaced by ${replacedBy}.`] : []),
    `It is number ${lock.number} of the prize draws that the organiser’s account locked. When this file was made, there were ${drawsLocked}.`,
  ]
  return lines.map((line) => `<p>${line}</p>`).join('')
}

function howTo({ lock, stamped }: ReportParts): string {
  const commands = [
    'python3 verify_prize.py . --keys keys.json',
    `equipoise verify THIS.zip --keys keys.json`,
    ...(stamped.lock ? ['openssl ts -verify -data lock.json -in lock.tsr -CAfile AUTHORITY.pem'] : []),
  ]
  const words =
    'The programs compute the hash of the pool, the signature of the round and the order of the entries again, without us. They do not show that every person who entered is in the pool: entrants check that with their codes, at the address below. Nor do they show whether the organiser ran another draw with another account.'
  return `<p>${words}</p><p>${escaped(lock.issuer)}/app/prizes/${lock.id}</p><p>Get keys.json from ${escaped(lock.issuer)}/.well-known/equipoise-signing-key, or compare: a key that comes with a file proves nothing.</p>${commands.map((line) => `<p><code>${line}</code></p>`).join('')}`
}

function table(rows: readonly (readonly [string, string])[]): string {
  return `<table>${rows.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join('')}</table>`
}

function grid(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = names.map((name) => `<th scope="col">${name}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return `<table><tr>${head}</tr>${body}</table>`
}

function escaped(text: string): string {
  return escapeHtml(printable(text))
}
