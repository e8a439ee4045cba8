import { replaced } from '@equipoise/score/rewriting'
import { type CodeAction, CodeActionKind, type Command, type TextEdit } from 'vscode-languageserver'
import { applySuggestions } from '../judging/fixing.ts'
import type { Mark } from '../judging/judging.ts'
import { cut } from '../printing/report.ts'
import { rangeOf } from './diagnostics.ts'
import type { ScoredDocument } from './documents.ts'
import { type Insertion, ignoreBlock, ignoreInFile } from './ignoring.ts'

// What a writer can do about a sentence, most useful first.

export const COMMANDS = { accept: 'equipoise.acceptInProject', rephrase: 'equipoise.rephrase' } as const
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.equipoise`

interface Wanted {
  readonly start: number
  readonly end: number
  /** The kinds that the editor asks for; undefined means all except those for the whole document. */
  readonly only: readonly string[] | undefined
  /** The host of the service that can rephrase; undefined if nobody has signed in. */
  readonly service: string | undefined
}

const WORD_CHARACTERS_MAX = 40
const WORDS_MAX = 5

export function actionsFor(scored: ScoredDocument, wanted: Wanted): CodeAction[] {
  if (wanted.only && !wanted.only.some((kind) => isWithin(CodeActionKind.QuickFix, kind)))
    return wanted.only.some((kind) => isWithin(FIX_ALL, kind)) ? fixAll(scored) : []
  const meets = ({ start, end }: { start: number; end: number }): boolean => start <= wanted.end && wanted.start <= end
  const { marks, deciding } = scored.checked
  const inSentence = marks.filter(({ sentence }) => meets(sentence))
  const onWord = inSentence.filter((mark) => mark.kind !== 'generalisation' && meets(mark))
  const words = (onWord.length > 0 ? onWord : inSentence)
    .filter(({ kind }) => kind !== 'generalisation')
    .slice(0, WORDS_MAX)
  const sentences = [...inSentence.map(({ sentence }) => sentence), ...deciding.filter(meets)]
  const different = [...new Map(sentences.map((sentence) => [sentence.start, sentence])).values()]
  return [
    ...words.flatMap((mark) => suggestion(scored, mark)),
    ...(wanted.service === undefined ? [] : different.map((one) => rephrase(scored, one, wanted.service ?? ''))),
    ...different.slice(0, 1).flatMap((one) => dontCheck(scored, one)),
    ...words.flatMap((mark) => accept(scored, mark)),
  ]
}

/** `source.fixAll` includes `source.fixAll.equipoise`. */
function isWithin(kind: string, asked: string): boolean {
  return asked === '' || kind === asked || kind.startsWith(`${asked}.`)
}

function suggestion(scored: ScoredDocument, mark: Mark): CodeAction[] {
  if (mark.suggestion === undefined) return []
  const text = scored.document.getText()
  const title =
    mark.suggestion === '' ? `Leave out ${quoted(mark)}` : `Write “${mark.suggestion}” instead of ${quoted(mark)}`
  const edits = editsBetween(scored, text, replaced(text, mark, mark.suggestion))
  return [{ title, kind: CodeActionKind.QuickFix, isPreferred: true, edit: editOf(scored, edits) }]
}

function fixAll(scored: ScoredDocument): CodeAction[] {
  const text = scored.document.getText()
  const fixed = applySuggestions(text, scored.analysis, { isManual: scored.isManual })
  if (fixed.changes.length === 0) return []
  const edit = editOf(scored, editsBetween(scored, text, fixed.text))
  return [{ title: 'Apply all suggestions for neutral wording', kind: FIX_ALL, edit }]
}

function rephrase(scored: ScoredDocument, { start, end }: { start: number; end: number }, service: string): CodeAction {
  const title = `Rephrase this sentence (sends it to ${service})`
  return commandAction(title, COMMANDS.rephrase, [scored.document.uri, scored.document.version, start, end])
}

function dontCheck(scored: ScoredDocument, { start }: { start: number }): CodeAction[] {
  const insertion = ignoreBlock(scored.name, scored.document.getText(), start)
  return insertion ? [insertAction(scored, 'Do not check this paragraph', insertion)] : []
}

function accept(scored: ScoredDocument, mark: Mark): CodeAction[] {
  const insertion = ignoreInFile(scored.name, scored.document.getText(), mark.text)
  const project = `Accept ${quoted(mark)} in this project`
  const mistake = `${quoted(mark)} is a false alarm: note it in this project`
  const asked = [scored.document.uri, mark.text.replace(/\s+/g, ' ')]
  return [
    ...(insertion ? [insertAction(scored, `Accept ${quoted(mark)} in this file`, insertion)] : []),
    commandAction(project, COMMANDS.accept, asked),
    commandAction(mistake, COMMANDS.accept, [...asked, 'false alarm']),
  ]
}

function commandAction(title: string, command: string, args: NonNullable<Command['arguments']>): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, command: { title, command, arguments: args } }
}

function insertAction(scored: ScoredDocument, title: string, { at, text }: Insertion): CodeAction {
  const edits = [{ range: rangeOf(scored, { start: at, end: at }), newText: text }]
  return { title, kind: CodeActionKind.QuickFix, edit: editOf(scored, edits) }
}

/** The edit applies to this version of the text only. */
export function editOf(
  { document: { uri, version } }: ScoredDocument,
  edits: TextEdit[],
): NonNullable<CodeAction['edit']> {
  return { documentChanges: [{ textDocument: { uri, version }, edits }] }
}

/** One edit, from the first difference to the last. Never splits a surrogate pair. */
function editsBetween(scored: ScoredDocument, before: string, after: string): TextEdit[] {
  const lengthMin = Math.min(before.length, after.length)
  let head = 0
  while (head < lengthMin && before[head] === after[head]) head++
  if (isHighSurrogate(before, head - 1)) head--
  let tail = 0
  while (tail < lengthMin - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  if (isHighSurrogate(before, before.length - tail - 1)) tail--
  const range = rangeOf(scored, { start: head, end: before.length - tail })
  return [{ range, newText: after.slice(head, after.length - tail) }]
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800
}

function quoted({ text }: Mark): string {
  return `“${cut(text, WORD_CHARACTERS_MAX)}”`
}
