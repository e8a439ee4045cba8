// Writes sdk/src/api-types.ts from openapi.json. The file is not tracked: scripts/build.mjs runs this whenever it is missing or stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypes, {
  astToString,
  type OpenAPI3,
  type OperationObject,
  type ParameterObject,
} from 'openapi-typescript'
import ts from 'typescript'

const HEADER = '// Written from openapi.json by scripts/sdk-types.ts: change the routes, not this file.\n'

/** The types of the API under the names of the document, with the description of each field. */
export async function typesOf(document: OpenAPI3): Promise<string> {
  const nodes = await openapiTypes(schemasOnly(document), {
    // Fields with a default are optional in requests.
    defaultNonNullable: false,
    exportType: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transformProperty: orUndefined,
  })
  const code = astToString(nodes).replaceAll('    ', '  ')
  // The SDK exports every name in this file, so only those of types are exported.
  return (
    HEADER +
    code.replace(/^export type \S+ = Record<string, never>;\n/gm, '').replace(/^export (?=type components )/m, '')
  )
}

/** Optional fields also accept `undefined`, so that callers can pass a variable. */
function orUndefined(field: ts.PropertySignature): ts.PropertySignature {
  const { modifiers, name, questionToken, type } = field
  if (!questionToken || !type) return field
  const nothing = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)
  const either = ts.factory.createUnionTypeNode([type, nothing])
  return ts.factory.updatePropertySignature(field, modifiers, name, questionToken, either)
}

/** All bodies are named schemas already; the query of an operation becomes one too: `SweepBiasesQuery`. */
function schemasOnly({ openapi, info, paths = {}, components = {} }: OpenAPI3): OpenAPI3 {
  const operations = Object.values(paths).flatMap((item): OperationObject[] => Object.values(item))
  const queries = operations.flatMap(({ operationId = '', parameters = [] }) => {
    const fields = parameters.filter((one) => 'in' in one && one.in === 'query') as ParameterObject[]
    return fields.length > 0 ? [[`${capitalised(operationId)}Query`, querySchema(fields)]] : []
  })
  const schemas = { ...described(components.schemas ?? {}), ...Object.fromEntries(queries) }
  return { openapi, info, components: { schemas } }
}

type Schemas = NonNullable<NonNullable<OpenAPI3['components']>['schemas']>

/** A field that only refers to a schema gets the schema's description, so that editors show one. */
function described(schemas: Schemas): Schemas {
  const descriptionOf = (field: Field): string | undefined => {
    const [one] = [field, ...(field.anyOf ?? field.oneOf ?? []), ...(field.items ? [field.items] : [])].filter(
      ({ $ref }) => $ref,
    )
    return one?.$ref && (schemas[one.$ref.split('/').at(-1) ?? ''] as Field | undefined)?.description
  }
  return JSON.parse(
    JSON.stringify(schemas, (key, value: unknown) => {
      if (key !== 'properties') return value
      const fields = Object.entries(value as Record<string, Field>)
      return Object.fromEntries(fields.map(([name, field]) => [name, { description: descriptionOf(field), ...field }]))
    }),
  )
}

interface Field {
  readonly description?: string
  readonly $ref?: string
  readonly anyOf?: readonly Field[]
  readonly oneOf?: readonly Field[]
  readonly items?: Field
}

function querySchema(fields: readonly ParameterObject[]): object {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, description, schema }) => [name, { description, ...schema }])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  }
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))
  writeFileSync(new URL('../sdk/src/api-types.ts', import.meta.url), await typesOf(document))
}
