import { intAt, shortAt } from '../numbers.ts'
import { hashesOf } from './hashing.ts'
import { KIND } from './records.ts'
import type { Units } from './units.ts'
import { MARK } from './words.ts'

// Reported speech is not the author's own wording: units inside a quotation with an attribution beside it weigh less.
// One to three quoted words without attribution are scare quotes, and count in full, as does a quotation nobody is given for.

const QUOTED_WEIGHT = 0.3
const ATTRIBUTION_REACH = 12
const QUOTATION_UNITS_MAX = 400

export function weighQuotations(units: Units): void {
  if (units.words.marks.length === 0) return
  let open = -1
  let single = -1
  // The first unit at or behind the mark.
  let at = 0
  for (const mark of units.words.marks) {
    while (at < units.count && intAt(units.last, at) < mark.before) at++
    if (mark.kind === MARK.paragraph) {
      open = -1
      single = -1
    } else if (mark.kind === MARK.openSingle) single = at
    else if (mark.kind === MARK.closeSingle) {
      if (single >= 0) weigh(units, { from: single, to: at })
      single = -1
    } else if (mark.kind === MARK.open || (mark.kind === MARK.toggle && open < 0)) open = at
    else {
      if (open >= 0) weigh(units, { from: open, to: at })
      open = -1
    }
  }
}

function weigh(units: Units, quotation: { from: number; to: number }): void {
  const { from, to } = quotation
  if (to <= from || to - from > QUOTATION_UNITS_MAX || !isAttributed(units, quotation)) return
  if (isAgreed(units, to)) {
    units.agreed.push(quotation)
    return
  }
  for (let at = from; at < to; at++) units.weight[at] = QUOTED_WEIGHT
}

function isAttributed(units: Units, quotation: { from: number; to: number }): boolean {
  const before = Math.max(0, quotation.from - ATTRIBUTION_REACH)
  const behind = Math.min(units.count, quotation.to + ATTRIBUTION_REACH)
  for (let at = before; at < behind; at++) {
    if (at === quotation.from) at = quotation.to
    const says = shortAt(units.kind, at) & KIND.report || SAYING.has(intAt(units.hash, at))
    if (at < behind && says && !isOurs(units, quotation, at)) return true
  }
  return false
}

// Who writes of a trial, or of what somebody called somebody, reports.
const SAYING = hashesOf(
  'called calling calls shouted shouting yelled sprayed chanted heard jury juror court judge tribunal inquest indictment testified convicted prosecutor prosecutors',
)

const SPEAKER_REACH = 3

// "we said", "is what I say": the writer speaks, and answers for it.
function isOurs(units: Units, { from, to }: { from: number; to: number }, verb: number): boolean {
  for (let at = Math.max(0, verb - SPEAKER_REACH); at < verb; at++)
    if ((at < from || at >= to) && shortAt(units.kind, at) & KIND.first) return true
  return false
}

const AGREEMENT_REACH = 60
const AGREEMENT =
  /\b(?:(?:that|this|which|it) (?:is|was|'s)|that's|it's|and) (?:\w{1,20} )?(?:true|right|correct|so|a fact)\b|\b(?:he|she|they|we) (?:is|are|was|were) right\b|\bagree\b|\brightly\b|\bexactly\b|\bwhat we\b|\bwhat i\b|\bwell said\b|\b(?:wise|true) words\b|\bamen\b|\b(?:nobody|no one) can deny\b|\bspeak(?:s|ing)? for (?:all of )?us\b|\bhow right\b|\bknew (?:that )?it\b|\bwho c(?:ould|an) argue\b|\b(?:has|had) a point\b|\bnever wrong\b|\bknows? best\b|\bcommon sense\b|\bnever forgot(?:ten)?\b|\bindeed\b|\bsomebody (?:finally )?(?:said|says) it\b/i

// "… he said. That is true.": what somebody agrees with is their own.
function isAgreed({ words, last }: Units, to: number): boolean {
  const end = intAt(words.end, intAt(last, to - 1))
  return AGREEMENT.test(words.text.slice(end, end + AGREEMENT_REACH))
}

/** The stretches of units that somebody is quoted with, whether the writer agrees or not. */
export function quotationsWithin(units: Units): { from: number; to: number }[] {
  return [...quotationsIn(units), ...units.agreed]
}

/** The stretches of units that somebody else is quoted with. */
export function quotationsIn({ count, weight }: Units): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (let at = 0; at < count; at++) {
    if ((weight[at] ?? 1) >= 1) continue
    const from = at
    while (at < count && (weight[at] ?? 1) < 1) at++
    found.push({ from, to: at })
  }
  return found
}
