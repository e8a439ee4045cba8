// Bodies that are passed on: checked field by field, and then left exactly as they were sent.
import { z } from 'zod'
import type { Json } from '../../ai/ai.ts'

/** Names the field in a 422 if it is set to anything but null. */
export function rejected(why: string) {
  return z
    .unknown()
    .refine((value) => value === undefined || value === null, { error: `Not supported here: ${why}` })
    .optional()
    .describe(`Rejected: ${why}`)
}

/** Valid if `schema` says so; its output is not what the schema makes of it but what was sent. */
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

/** As the API's document shows it: the fields that are rejected are not offered. */
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
