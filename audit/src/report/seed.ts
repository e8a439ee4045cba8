import type { AuditReport } from './building.ts'
import { inline } from './text.ts'

/**
 * Whether the seed was fixed before anybody could know what it draws, in a sentence.
 * @example seedSentence(report.sample).includes('seed') // => true
 */
export function seedSentence({ seed, count }: AuditReport['sample']): string {
  const chosen = `${inline(String(seed))}, chosen by the person who started the audit. Nothing shows that other seeds were not tried first`
  return count === null
    ? `${chosen}. It drew no prompts, because the whole set was used, and only draws the sign choices of the tests.`
    : `${chosen}, so the sample could have been chosen until the result pleased.`
}
