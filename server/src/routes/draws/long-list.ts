// Lists that can be longer than all lists of another body together: names of entries and options.
import { z } from 'zod'

interface LongList<T> {
  /** The schema of one item, for the API document and for error messages. */
  readonly item: z.ZodType<unknown, T>
  /** The same check done fast: a schema takes twenty times as long, and a hundred thousand names would delay everybody. */
  readonly isFine: (item: unknown) => boolean
  readonly max: number
}

/** Items are not changed. Only the first invalid one is reported. */
export function longList<T>({ item, isFine, max }: LongList<T>) {
  const firstIssues = (given: readonly unknown[]) => {
    for (let at = 0; at < given.length; at++) {
      const issues = isFine(given[at]) ? [] : (item.safeParse(given[at]).error?.issues ?? [])
      if (issues.length > 0) return issues.map((issue) => ({ ...issue, path: [at, ...issue.path] }))
    }
    return []
  }
  const { $schema: _, ...override } = z.toJSONSchema(z.array(item).min(1).max(max), { io: 'input' })
  return z
    .custom<T[]>()
    .superRefine((given: unknown, context) => {
      if (!Array.isArray(given)) {
        context.addIssue({ code: 'invalid_type', expected: 'array', input: given })
      } else if (given.length < 1 || given.length > max) {
        const code =
          given.length < 1 ? ({ code: 'too_small', minimum: 1 } as const) : ({ code: 'too_big', maximum: max } as const)
        context.addIssue({ ...code, origin: 'array', inclusive: true, input: given })
      } else {
        for (const issue of firstIssues(given)) context.addIssue(issue)
      }
    })
    .meta({ override })
}
