// The figures on the home page come from the model card, so that they are those of the model that ships.

/** Our name for a figure, and the row of the card's first table that holds it. */
const ROWS: Readonly<Record<string, RegExp>> = {
  pairs: /^BABE AUROC$/,
  certifiedNeutral: /^Certified sentences that are neutral$/,
  firstWord: /^First highlighted word is one that experts marked$/,
  namesGap: /^Names and groups swapped: largest gap of all$/,
}

/** By name; the first table that has a row counts, which is the one of the default model. */
export function figuresIn(card: string): Record<string, number> {
  const rows = [...card.matchAll(/^\| ([^|]+?) \| ([\d.]+) \|/gm)]
  return Object.fromEntries(
    Object.entries(ROWS).flatMap(([name, title]) => {
      const row = rows.find(([, found = '']) => title.test(found))
      return row ? [[name, Number(row[2])]] : []
    }),
  )
}
