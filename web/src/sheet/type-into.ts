import { editBetween } from '../marked/segments.ts'

/** Chromium types paragraph by paragraph and lays out the page after each: more than this would freeze it for seconds. */
export const TYPED_CHARS_MAX = 10_000

/**
 * Changes the text of a field as if somebody typed it, so that undo works. The focus returns to where it was. False if the browser does
 * not let a program type.
 */
export function typeInto(
  field: HTMLTextAreaElement,
  text: string,
  { caretAt }: { readonly caretAt?: number } = {},
): boolean {
  const focused = document.activeElement
  const edit = editBetween(field.value, text)
  field.focus({ preventScroll: true })
  field.setSelectionRange(edit.start, edit.end)
  // Deprecated, but still the only call that adds to the undo history of a text field.
  if (edit.text !== '') insert(edit.text)
  else if (edit.start < edit.end) document.execCommand('delete')
  if (caretAt !== undefined) field.setSelectionRange(caretAt, caretAt)
  if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true })
  else field.blur()
  return field.value === text
}

/** Inserts a long text in one piece, like pasting. Firefox cannot do this in a text field, but types long texts as fast. */
function insert(text: string): void {
  const markup = () => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const isPasted = text.length > TYPED_CHARS_MAX && document.execCommand('insertHTML', false, markup())
  if (!isPasted) document.execCommand('insertText', false, text)
}

/**
 * Puts another text into a field, such as another document's. The field is removed from the page meanwhile: Chromium would otherwise keep
 * its undo history, and undo would write pieces of the old text into the new one.
 */
export function exchangeText(field: HTMLTextAreaElement, text: string): void {
  const isFocused = document.activeElement === field
  const { parentNode, nextSibling, selectionStart, selectionEnd } = field
  const edit = editBetween(field.value, text)
  const moved = (at: number) =>
    at <= edit.start ? at : at < edit.end ? edit.start : at + edit.text.length - (edit.end - edit.start)
  field.remove()
  field.value = text
  parentNode?.insertBefore(field, nextSibling)
  // The same document, changed in another tab: the caret stays at its words.
  field.setSelectionRange(moved(selectionStart), moved(selectionEnd))
  if (isFocused) field.focus({ preventScroll: true })
}
