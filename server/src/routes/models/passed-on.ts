// Bodies that are passed on: validated field by field, but left exactly as sent.
import { z } from 'zod'
import type { Json } from '../../ai/ai.ts'

/** Rejects the field by name if it is set to anything but null. */
export function rejected(why: string) {
  return z
    .unknown()
    .refine((value) => value === undefined || value === null, { error: `Not supported here: ${why}` })
    .optional()
    .describe(`Rejected: ${why}`)
}

/** Validates with `schema`, but outputs what was sent instead of the schema's output. */
export function passedOn<T extends z.ZodObject>(schema: T) {
  return z
    .unknown()
    .transform((given, context): Json & z.input<T> => {
      const parsed = schema.safeParse(given)
      for (const issue of parsed.error?.issues ?? []) context.addIssue({ ...issue })
      return given as Json & z.input<T>
    })
    .meta({ override: documented(schema) })
}

/** The schema for the API document, without the fields that are rejected. */
function documented(schema: z.ZodObject): object {
  const {
    properties = {},
    $schema: _,
    ...rest
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    $schema?: string
    properties?: Record<string, { description?: string }>
  }
  const offered = Object.entries(properties).filter(([, { description }]) => !description?.startsWith('Rejected: '))
  return { ...rest, properties: Object.fromEntries(offered) }
}
