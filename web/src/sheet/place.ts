// Where words are on the screen, read from the marked copy below the field.

/** The place of a stretch of the text; undefined if it is not drawn yet. */
export function rectOf(field: HTMLElement, { start, end }: { start: number; end: number }): DOMRect | undefined {
  const lines = [...(field.parentElement?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
  const line = lines.findLast(({ dataset }) => Number(dataset.line) <= start)
  if (!line) return undefined
  const range = document.createRange()
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  let at = start - Number(line.dataset.line)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0
    if (at < length) {
      range.setStart(node, at)
      range.setEnd(node, Math.min(length, at + end - start))
      return range.getBoundingClientRect()
    }
    at -= length
  }
  return undefined
}

/** Selects a stretch of the text and brings it to the middle of the screen. */
export function selectIn(field: HTMLTextAreaElement | null, start: number, end: number): void {
  if (!field) return
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, end)
  const rect = rectOf(field, { start, end })
  const height = window.visualViewport?.height ?? window.innerHeight
  if (rect) window.scrollBy({ top: rect.top - height / 2, behavior: 'instant' })
}
