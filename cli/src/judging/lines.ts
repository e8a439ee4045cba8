// Converts positions to lines and columns as editors count them: from 1, columns in UTF-16 code units.

interface LineAndColumn {
  readonly line: number
  readonly column: number
}

/** A range of the text, by position and by line. */
export interface Region {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export interface Lines {
  readonly region: (start: number, end: number) => Region
  readonly slice: (start: number, end: number) => string
  /** The line without its line break. */
  readonly text: (line: number) => string
}

export function linesIn(text: string): Lines {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const place = (at: number): LineAndColumn => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 }
  }
  return {
    region(start, end) {
      const [from, to] = [place(start), place(end)]
      return { start, end, line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
    },
    slice: (start, end) => text.slice(start, end),
    text: (line) => text.slice(starts[line - 1] ?? text.length, starts[line] ?? text.length).replace(/\r?\n$/, ''),
  }
}
