// What tidy.test.ts looks for in a syntax tree.
import type { Node } from './syntax.ts'

/** `a.b.c` as text; '' for anything that is not a plain name. */
export function memberText(value: unknown): string {
  const node = value as Node | undefined
  if (node?.type === 'Identifier') return String(node.name)
  if (node?.type !== 'MemberExpression') return ''
  const object = memberText(node.object)
  const property = memberText(node.property)
  return object === '' || property === '' || node.computed === true ? '' : `${object}.${property}`
}

/** A template for the database: sql`…`, tx`…`, sql.prepared(…)`…`. */
export function isSql(node: Node): boolean {
  const tag = node.tag as Node
  const text = memberText(tag.type === 'CallExpression' ? tag.callee : tag)
  return /^(sql|tx)(\.|$)/.test(text)
}

/** Numbers that are almost certainly a status. */
const TELLTALE = [401, 402, 403, 404, 405, 409, 413, 415, 422, 429, 431, 502, 503, 504]

/** The status of an error: `.status(404)`, `{ status: 404 }`, `{ 404: … }`, `statusCode === 404`, `send(reply, 404)`. */
export function isErrorStatus(node: Node, parents: readonly Node[]): boolean {
  const { value } = node
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 400 || value > 599) return false
  const around = parents.at(-1)
  if (around?.type === 'Property') return around.key === node || namesStatus(around.key)
  if (around?.type === 'BinaryExpression') return namesStatus(around.left) || namesStatus(around.right)
  if (around?.type !== 'CallExpression' && around?.type !== 'ArrayExpression') return false
  return TELLTALE.includes(value) || namesStatus(around.callee)
}

function namesStatus(value: unknown): boolean {
  const node = value as Node | undefined
  const name = node?.type === 'MemberExpression' ? memberText(node.property) : memberText(node)
  return /^(status|statusCode|code|writeHead)$/.test(name)
}
