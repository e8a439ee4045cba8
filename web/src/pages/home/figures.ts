// Reads the figures on the home page from the model card, so that they are those of the shipped model.

/** Each figure with its row and column in the model's table. */
const CELLS: Readonly<Record<string, readonly [row: RegExp, column: number]>> = {
  pairs: [/^BABE AUROC$/, 2],
  sentences: [/^BABE AUROC$/, 4],
  certifiedNeutral: [/^Certified sentences that are neutral$/, 2],
  firstWord: [/^First highlighted word is one that experts marked$/, 2],
}

/** Reads only the section about this version; figures whose row is missing are absent. */
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
