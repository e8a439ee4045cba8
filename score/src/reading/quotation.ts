import { intAt, shortAt } from '../numbers.ts'
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
  for (let at = from; at < to; at++) units.weight[at] = QUOTED_WEIGHT
}

function isAttributed(units: Units, quotation: { from: number; to: number }): boolean {
  const before = Math.max(0, quotation.from - ATTRIBUTION_REACH)
  const behind = Math.min(units.count, quotation.to + ATTRIBUTION_REACH)
  for (let at = before; at < behind; at++) {
    if (at === quotation.from) at = quotation.to
    if (at < behind && shortAt(units.kind, at) & KIND.report) return true
  }
  return false
}
