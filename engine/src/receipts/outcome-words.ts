import { type DrawnSettings, namesIn } from '../outcomes/outcomes.ts'

/**
 * The outcome in words: "5", "3 1 1 = 5" for three dice, "rare", "Ada", or "entry 3" if the names are unknown.
 * @example outcomeWords({ kind: 'choice', options: [{ name: 'red', weight: 1 }, { name: 'blue', weight: 1 }], count: 1 }, [1]) // => [ 'blue' ]
 */
export function outcomeWords(
  settings: DrawnSettings,
  drawn: ArrayLike<number>,
  entries: readonly string[] | undefined,
): string[] {
  const numbers = Array.from(drawn)
  if (settings.kind === 'integers') return numbers.map(String)
  if (settings.kind === 'dice') return throwsOf(numbers, settings)
  const names = namesIn(settings) ?? entries
  return numbers.map((place) => names?.[place] ?? `entry ${place + 1}`)
}

function throwsOf(faces: readonly number[], { dice, modifier }: { dice: number; modifier: number }): string[] {
  return Array.from({ length: faces.length / dice }, (_, i) => {
    const thrown = faces.slice(i * dice, (i + 1) * dice)
    return throwText(thrown, sumOf(thrown) + modifier)
  })
}

/**
 * One throw for people: its faces, what is added to them, and the total.
 * @example throwText([3, 1], 4) // => '3 1 = 4'
 */
export function throwText(faces: readonly number[], total: number): string {
  const modifier = total - sumOf(faces)
  const added = modifier === 0 ? '' : ` ${modifier < 0 ? '-' : '+'} ${Math.abs(modifier)}`
  return faces.length === 1 && modifier === 0 ? String(total) : `${faces.join(' ')}${added} = ${total}`
}

/**
 * Equal words once, with how often each came, the rarest first.
 * @example countsOf(['common', 'rare', 'common']) // => [ [ 'rare', 1 ], [ 'common', 2 ] ]
 */
export function countsOf(words: readonly string[]): (readonly [word: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => a - b)
}

function sumOf(faces: readonly number[]): number {
  return faces.reduce((sum, face) => sum + face, 0)
}
