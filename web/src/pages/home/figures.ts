// The figures on the home page come from the model card, so that they are those of the model that answers.

/** Our name for a figure, and the row and the column of the model's table that hold it. */
const CELLS: Readonly<Record<string, readonly [row: RegExp, column: number]>> = {
  pairs: [/^BABE AUROC$/, 2],
  sentences: [/^BABE AUROC$/, 4],
  certifiedNeutral: [/^Certified sentences that are neutral$/, 2],
  firstWord: [/^First highlighted word is one that experts marked$/, 2],
}

/** By name. Only the part about this version counts; a row that it does not have is absent. */
export function figuresIn(card: string, version: string): Record<string, number> {
  const part = card.split(/^### /m).find((one) => one.startsWith(`${version} `)) ?? ''
  const rows = part.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return Object.fromEntries(
    Object.entries(CELLS).flatMap(([name, [title, column]]) => {
      const value = Number.parseFloat(rows.find(([, found = '']) => title.test(found))?.[column] ?? '')
      return Number.isNaN(value) ? [] : [[name, value]]
    }),
  )
}
