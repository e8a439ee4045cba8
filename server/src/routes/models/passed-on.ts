// Bodies that are passed on: validated field by field, but left exactly as sent.
import { z } from 'zod'
import { isObject, type Json } from '../../ai/ai.ts'

/** Rejects the field by name if it is set to anything but null. */
export function rejected(why: string) {
  return z
    .unknown()
    .refine((value) => value === undefined || value === null, { error: `Not supported here: ${why}` })
    .optional()
    .describe(`Rejected: ${why}`)
}

type Issues = readonly z.core.$ZodIssue[]

/** Validates with `schema`, but outputs what was sent instead of the schema's output. */
export function passedOn<T extends z.ZodObject>(schema: T) {
  const issuesIn = issueFinder(schema)
  return z
    .unknown()
    .transform((given, context): Json & z.input<T> => {
      for (const issue of issuesIn(given)) context.addIssue({ ...issue })
      return given as Json & z.input<T>
    })
    .meta({ override: documented(schema) })
}

/** What Zod would report. Zod visits every field of a schema, this only those that were sent. */
function issueFinder(schema: z.ZodObject): (given: unknown) => Issues {
  const { shape, def } = schema
  const fields = Object.entries(shape as Record<string, z.ZodType>)
  const required = new Set(fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name))
  const takesAny = !(def.catchall instanceof z.ZodNever)
  return (given) => {
    // Rules for several fields together are left to Zod.
    if (!isObject(given) || def.checks?.length) return schema.safeParse(given).error?.issues ?? []
    const issues = fields.flatMap(([name, field]): Issues => {
      if (!Object.hasOwn(given, name) && !required.has(name)) return NONE
      const found = field.safeParse(given[name]).error?.issues ?? NONE
      return found.map((issue) => ({ ...issue, path: [name, ...issue.path] }))
    })
    const unknown = takesAny ? NONE : Object.keys(given).filter((name) => !Object.hasOwn(shape, name))
    const keys = unknown as string[]
    return keys.length === 0 ? issues : [...issues, { code: 'unrecognized_keys', keys, path: [], message: '' }]
  }
}

const NONE: readonly never[] = []

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
