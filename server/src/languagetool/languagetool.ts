// LanguageTool's protocol: what its clients send, and our evidence as the matches that they show.

export { type AnnotatedText, plainText, readAnnotations } from './annotated-text.ts'
export { type Match, matchesOf, noticeMatch } from './matches.ts'
export type { RuleChoice } from './rules.ts'
export { type Language, openUpstream, type Upstream } from './upstream.ts'
