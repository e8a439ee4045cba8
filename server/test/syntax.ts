// What tidy.test.ts needs to know about a source file, read from its syntax tree.
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

export interface Source {
  readonly path: string
  readonly lines: number
  /** Specifiers of imports, re-exports and `import()` with a literal, types included. */
  readonly imports: readonly string[]
  readonly functions: readonly { readonly name: string; readonly line: number; readonly lines: number }[]
  readonly hasDefaultExport: boolean
  readonly tree: Node
}

/** Any node of the tree; its fields depend on its type. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

export function readSource(path: string): Source {
  const code = readFileSync(path, 'utf8')
  const { program, module, errors } = parseSync(path, code)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`)
  const tree = program as unknown as Node
  const lineStarts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineOf = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1
  const functions: { name: string; line: number; lines: number }[] = []
  const dynamic: string[] = []
  walk(tree, (node, parents) => {
    if (node.type === 'ImportExpression') dynamic.push(String((node.source as Node).value))
    if (!FUNCTIONS.includes(node.type)) return
    const [line, last] = [lineOf(node.start), lineOf(node.end - 1)]
    functions.push({ name: nameOf(node, parents), line, lines: last - line + 1 })
  })
  const statics = module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((one) => one.moduleRequest?.value ?? []),
  )
  return {
    path,
    lines: lineStarts.length,
    imports: [...new Set([...statics, ...passedOn, ...dynamic])],
    functions,
    hasDefaultExport: module.staticExports.some(({ entries }) =>
      entries.some((one) => one.exportName.kind === 'Default'),
    ),
    tree,
  }
}

/** Calls `see` for every node, with its ancestors, the innermost last. */
function walk(node: Node, see: (node: Node, parents: readonly Node[]) => void, parents: Node[] = []): void {
  see(node, parents)
  parents.push(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, see, parents)
  }
  parents.pop()
}

/** All nodes of these types, each with its ancestors. */
export function nodesOf(tree: Node, ...types: string[]): { node: Node; parents: readonly Node[] }[] {
  const found: { node: Node; parents: readonly Node[] }[] = []
  walk(tree, (node, parents) => {
    if (types.includes(node.type)) found.push({ node, parents: [...parents] })
  })
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** A function's own name, or that of the variable, property or call that contains it. */
function nameOf(node: Node, parents: readonly Node[]): string {
  const own = node.id as Node | null | undefined
  if (own) return String(own.name)
  const around = parents.at(-1)
  const named = (around?.id ?? around?.key ?? around?.callee) as Node | undefined
  return named ? String(named.name ?? (named.property as Node | undefined)?.name ?? 'function') : 'function'
}
