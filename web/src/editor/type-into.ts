import { editBetween } from './segments.ts'

/** Browsers type paragraph by paragraph and lay out the page after each: with more than this it would freeze for seconds. */
export const TYPED_CHARS_MAX = 10_000

/**
 * Changes the text of a field as if somebody typed it, so that undo works. The focus returns
 * to where it was. False if the browser does not let a program type, or if there is too much to type.
 */
export function typeInto(
  field: HTMLTextAreaElement,
  text: string,
  { caretAt }: { readonly caretAt?: number } = {},
): boolean {
  const focused = document.activeElement
  const edit = editBetween(field.value, text)
  if (edit.text.length > TYPED_CHARS_MAX) return false
  field.focus({ preventScroll: true })
  field.setSelectionRange(edit.start, edit.end)
  // Deprecated, and still the only call that writes into the undo history of a text field.
  if (edit.text !== '') document.execCommand('insertText', false, edit.text)
  else if (edit.start < edit.end) document.execCommand('delete')
  if (caretAt !== undefined) field.setSelectionRange(caretAt, caretAt)
  if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true })
  else field.blur()
  return field.value === text
}
