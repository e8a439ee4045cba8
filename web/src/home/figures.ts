// The figures on the home page come from the model card, so that they are those of the model that answers.

/** Our name for a figure, and the row of the model's table that holds it. */
const ROWS: Readonly<Record<string, RegExp>> = {
  pairs: /^BABE AUROC$/,
  certifiedNeutral: /^Certified sentences that are neutral$/,
  firstWord: /^First highlighted word is one that experts marked$/,
}

/** By name. Only the part about this version counts; a row that it does not have is absent. */
export function figuresIn(card: string, version: string): Record<string, number> {
  const part = card.split(/^### /m).find((one) => one.startsWith(`${version} `)) ?? ''
  const rows = [...part.matchAll(/^\| ([^|]+?) \| ([\d.]+) \|/gm)]
  return Object.fromEntries(
    Object.entries(ROWS).flatMap(([name, title]) => {
      const row = rows.find(([, found = '']) => title.test(found))
      return row ? [[name, Number(row[2])]] : []
    }),
  )
}
