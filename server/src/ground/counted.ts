/** A number as people write it: 100,000. */
export function counted(count: number): string {
  return count.toLocaleString('en')
}
