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
  const fields = new Map(Object.entries(shape as Record<string, z.ZodType>))
  const required = [...fields].filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name)
  const takesAny = !(def.catchall instanceof z.ZodNever)
  return (given) => {
    // Rules for several fields together are left to Zod.
    if (!isObject(given) || def.checks?.length) return schema.safeParse(given).error?.issues ?? NONE
    const found = new Map<string, Issues>()
    const keys: string[] = []
    for (const name of [...Object.keys(given), ...required.filter((one) => !Object.hasOwn(given, one))]) {
      const field = fields.get(name)
      const { error } = field?.safeParse(given[name]) ?? {}
      if (error) found.set(name, error.issues)
      if (!field && !takesAny) keys.push(name)
    }
    if (found.size === 0 && keys.length === 0) return NONE
    const issues = [...fields.keys()].flatMap((name) =>
      (found.get(name) ?? NONE).map((issue) => ({ ...issue, path: [name, ...issue.path] })),
    )
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
