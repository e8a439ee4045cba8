import { readFileSync } from 'node:fs'
import { hostilityTexts } from './own-texts-hostility.ts'
import { noticeTexts } from './own-texts-notices.ts'
import { policyTexts } from './own-texts-policy.ts'

// Sentences of our own for the classes that the corpora lack, one a line. They train; the check sets in ../../score/test/data
// judge, and no sentence stands in both. None of those about groups is anybody's opinion: a model learns from them to tell them apart.

const WRITTEN = [
  ...(['plain', 'loaded', 'mild', 'onesided', 'prejudice', 'aboutGroups', 'attacks', 'aboutGroupsToo'] as const),
  ...(['counter', 'instructions', 'technical', 'shortPlain', 'short'] as const),
] as const
type WrittenKind = (typeof WRITTEN)[number]
export type OwnKind = WrittenKind | keyof typeof policyTexts | keyof typeof hostilityTexts

const { short, ...written } = readKinds()

export const ownTexts = {
  ...written,
  plain: `${written.plain}\n${noticeTexts.plain.trim()}`,
  mild: `${written.mild}\n${noticeTexts.mild.trim()}`,
  ...policyTexts,
  ...hostilityTexts,
  short,
} as Readonly<Record<OwnKind, string>>

/** By the line before them: `# plain`. */
function readKinds(): Record<WrittenKind, string> {
  const parts = readFileSync(new URL('own-texts.txt', import.meta.url), 'utf8').split(/^# (\w+)\n/m)
  return Object.fromEntries(WRITTEN.map((kind) => [kind, (parts[parts.indexOf(kind) + 1] ?? '').trim()])) as never
}
