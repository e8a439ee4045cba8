// The page of a prize draw's file: for a person who answers for the draw, to read and to print.
import {
  drandRoundMs,
  drandRoundTime,
  type InstantLock,
  type PrizeLock,
  type PrizeResult,
  printable,
  receiptHash,
} from '@equipoise/engine'
import { escapeHtml } from '../ground/escape-html.ts'
import type { Revealed } from './prize-store.ts'

export interface ReportParts {
  readonly lock: PrizeLock
  readonly result: PrizeResult | undefined
  /** When independent authorities saw the lock, the result and the pulse of NIST. */
  readonly stamped: Readonly<Record<'lock' | 'result' | 'pulse', string | undefined>>
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
  return pageOf(lock.title, sections)
}

/** The same for an instant-win list. */
export function instantReport(
  lock: InstantLock,
  {
    stampedAt,
    revealed,
    drawsLocked,
  }: { stampedAt: string | undefined; revealed: readonly Revealed[]; drawsLocked: number },
): string {
  const total = lock.prizes.reduce((sum, { count }) => sum + count, 0)
  // Escaping takes long, and 1,000 prizes have 50 names.
  const names = new Map(lock.prizes.map(({ name }) => [name, escaped(name)]))
  const rows = revealed.map(({ position, prize, at }) => [String(position), names.get(prize) ?? '', at])
  const found = `<p>${revealed.length} of ${total} prizes were looked up when this file was made; ${total - revealed.length} were not. A lookup needs the code of the ticket.</p>`
  return pageOf(lock.title, [
    [
      'The list',
      table([
        ['Organiser', escaped(lock.organiser)],
        ['Sales', `from ${lock.sales_at} to ${lock.ends_at}`],
        ['Locked', `${lock.issued_at}, by the clock of ${escaped(lock.issuer)}`],
        stampRow(stampedAt),
        ['Tickets', String(lock.pool.size)],
        ['Prizes', lock.prizes.map(({ name, count }) => `${count} × ${names.get(name)}`).join('<br>')],
        ['Hash of the list', `<code>${lock.pool.root}</code>`],
      ]),
    ],
    ['Rules', lock.rules.map((line) => `<p>${escaped(line)}</p>`).join('') || '<p>No rules were given.</p>'],
    ['Prizes that were looked up', `${found}${grid(['Ticket', 'Prize', 'First looked up'], rows)}`],
    [
      'Other draws',
      `<p>It is number ${lock.number} of the draws and lists that the organiser’s account locked. When this file was made, there were ${drawsLocked}.</p>`,
    ],
    [
      'What is proven, and how to check it',
      `<p>The prizes were placed before sales began, and have not moved. With the names, which can be opened once sales have ended, the programs count them. They do not show that all tickets were sold, or that the organiser, who has all codes, looked none of them up: the times above show when each prize was first looked up.</p>${commandsOf(lock, stampedAt)}`,
    ],
  ])
}

function pageOf(title: string, sections: readonly (readonly string[])[]): string {
  const body = sections.map(([heading, html]) => `<h2>${heading}</h2>${html}`).join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style><h1>${escaped(title)}</h1>${body}</html>`
}

function stampRow(at: string | undefined): [string, string] {
  return ['Independent time stamp', at ? `${at} (file lock.tsr)` : 'None: this deployment has no time-stamp authority.']
}

function factsOf({ lock, stamped }: ReportParts): [string, string][] {
  const { pool, drand, nist } = lock
  return [
    ['Organiser', escaped(lock.organiser)],
    ['Entries closed', lock.closed_at],
    ['Locked', `${lock.issued_at}, by the clock of ${escaped(lock.issuer)}`],
    stampRow(stamped.lock),
    ['Entries', `${pool.size}: ${pool.size - pool.free} paid, ${pool.free} free. All have the same chance.`],
    ['Hash of the pool', `<code>${pool.root}</code>`],
    ['Prizes', `${lock.winners}, with ${lock.reserves} reserves`],
    ['Decided by', `round ${drand.round} of drand, public at ${drandRoundTime(drand.round)}`],
    ...(nist ? [['And by', nistWords(nist.at, stamped.pulse)] as [string, string]] : []),
    ['Commitment', `<code>${receiptHash(lock as never)}</code>`],
  ]
}

function nistWords(at: string, stampedAt: string | undefined): string {
  const stamp = stampedAt ? `stamped at ${stampedAt} (files nist.bin, nist.tsr)` : 'without an independent time stamp'
  return `the pulse of NIST of ${at}, ${stamp}. Both are hashed together. If one is late, the draw waits for it.`
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
  const words =
    'The programs compute the hash of the pool, the signature of the round and the order of the entries again, without us. They do not show that every person who entered is in the pool: entrants check that with their codes, at the address below. Nor do they show whether the organiser ran another draw with another account.'
  return `<p>${words}</p>${commandsOf(lock, stamped.lock)}`
}

function commandsOf({ issuer, id }: Pick<PrizeLock, 'issuer' | 'id'>, stampedAt: string | undefined): string {
  const commands = [
    'python3 verify_prize.py . --keys keys.json',
    'equipoise verify THIS.zip --keys keys.json',
    ...(stampedAt ? ['openssl ts -verify -data lock.json -in lock.tsr -CAfile AUTHORITY.pem'] : []),
  ]
  return `<p>${escaped(issuer)}/app/prizes/${id}</p><p>Get keys.json from ${escaped(issuer)}/.well-known/equipoise-signing-key, or compare: a key that comes with a file proves nothing.</p>${commands.map((line) => `<p><code>${line}</code></p>`).join('')}`
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
