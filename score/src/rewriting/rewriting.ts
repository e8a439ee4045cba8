// Rewritten texts: with our suggestions, or by somebody else within marked words; and what changed.

export { type Change, changesBetween } from './changes.ts'
export { mergeSpans, rewrittenSpans, type Span } from './spans.ts'
export { allReplaced, replaced, type Suggested } from './suggestions.ts'
