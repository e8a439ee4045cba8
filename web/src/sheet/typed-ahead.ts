import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { editBetween } from '../marked/segments.ts'

interface DrawnText {
  readonly text: string
  /** The paragraphs as they are drawn, one element each. */
  readonly lines: readonly {
    readonly start: number
    readonly line: string
    readonly marks: readonly { readonly end: number }[]
  }[]
}

/** A piece of text in the drawing that was changed ahead of React. */
interface Changed {
  readonly element: Element
  readonly node: Text
  /** What React has written there. */
  readonly drawn: string
}

/** A letter typed between two marks: which paragraph, which place in it, what goes and what comes. */
interface EditInLine {
  readonly line: number
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Moves the marks behind a letter along, and says whether that was possible: not where paragraphs, marks or several pieces of text
 * change. Where nothing stands behind the letter and the text still fits the field, nothing has to move.
 */
export type Follow = (text: string, fits: boolean) => boolean

/** The marks follow in the same frame as the letter, and nothing else is drawn. What React draws later takes the place of it. */
export function useTypedAhead(box: RefObject<HTMLElement | null>, drawn: DrawnText, textNow: () => string) {
  const latest = useRef(drawn)
  const changed = useRef<Changed>(undefined)
  const follow = useMemo(
    (): Follow => (next, fits) => {
      const edit = editInLine(latest.current, next)
      if (fits && isBehindAll(latest.current, edit)) return true
      takeBack(changed.current)
      changed.current = box.current && edit ? change(box.current, edit) : undefined
      return changed.current !== undefined
    },
    [box],
  )
  useLayoutEffect(() => {
    const { current: earlier } = changed
    changed.current = undefined
    latest.current = drawn
    // React has left alone what it had drawn the same before.
    const at = earlier ? [...(box.current?.children ?? [])].indexOf(earlier.element) : -1
    if (earlier && at !== -1 && earlier.element.textContent !== drawn.lines[at]?.line) takeBack(earlier)
    const now = textNow()
    if (now !== drawn.text) follow(now, false)
  }, [box, drawn, follow, textNow])
  return follow
}

function takeBack(changed: Changed | undefined): void {
  if (changed) changed.node.data = changed.drawn
}

function change(box: HTMLElement, edit: EditInLine): Changed | undefined {
  const element = box.children[edit.line]
  const found = element && plainTextAt(element, edit)
  if (!found) return undefined
  const { node, start } = found
  const { data } = node
  node.data = data.slice(0, edit.start - start) + edit.text + data.slice(edit.end - start)
  return { element, node, drawn: data }
}

/** Undefined if the edit reaches over the end of a paragraph, or a paragraph was or becomes empty. */
export function editInLine({ text, lines }: DrawnText, next: string): EditInLine | undefined {
  const edit = editBetween(text, next)
  if (edit.text.includes('\n')) return undefined
  const line = lines.findLastIndex(({ start }) => start <= edit.start)
  const { start = 0, line: old = '' } = lines[line] ?? {}
  const at = { line, start: edit.start - start, end: edit.end - start, text: edit.text }
  const isEmptied = old.length - (at.end - at.start) + at.text.length === 0
  return old === '' || isEmptied || at.end > old.length ? undefined : at
}

/** Whether only what stands behind the last mark changes, in the last paragraph. */
export function isBehindAll({ lines }: DrawnText, edit: EditInLine | undefined): boolean {
  return edit?.line === lines.length - 1 && edit.start >= (lines.at(-1)?.marks.at(-1)?.end ?? 0)
}

/** The unmarked piece of text of a paragraph that holds all of the edit, and where it begins. */
function plainTextAt(element: Element, edit: EditInLine): { node: Text; start: number } | undefined {
  let start = 0
  for (const node of element.childNodes) {
    const length = node.textContent?.length ?? 0
    if (node instanceof Text && start <= edit.start && edit.end <= start + length) return { node, start }
    start += length
  }
  return undefined
}
