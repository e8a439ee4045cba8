import type { Row } from '../corpora.ts'
import { plainRows } from '../plain.ts'
import { type OwnKind, ownTexts } from './own-texts.ts'

// Our own sentences with the share of readers that we expect to call each kind loaded.

const TARGET: Readonly<Record<OwnKind, number>> = {
  plain: 0.08,
  loaded: 0.95,
  mild: 0.72,
  onesided: 0.65,
  prejudice: 0.9,
  aboutGroups: 0.12,
  attacks: 0.95,
  short: 0.1,
  aboutGroupsToo: 0.1,
  counter: 0.2,
  instructions: 0.08,
  technical: 0.05,
  shortPlain: 0.08,
  // The wording of an opinion is plain: about half of the readers would object to it.
  policyLeft: 0.5,
  policyRight: 0.5,
  policyUnsided: 0.5,
  hateful: 0.95,
  denied: 0.2,
  kind: 0.25,
  literal: 0.08,
}
const PATTERN_TARGET = 0.08

export function ownRows(): (Row & { kind: string })[] {
  const written = Object.entries(ownTexts).flatMap(([kind, texts]) =>
    texts
      .trim()
      .split('\n')
      .map((text, at) => ({ id: `own-${kind}-${at}`, text, label: TARGET[kind as OwnKind], kind })),
  )
  return [...written, ...plainRows().map((row) => ({ ...row, label: PATTERN_TARGET, kind: 'pattern' }))]
}
