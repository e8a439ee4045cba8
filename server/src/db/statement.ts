// Plain SQL in tagged templates. Every value is bound as a parameter; a statement inside another becomes part of its text.

/** Runs one statement with its bound values; if named, it is prepared under that name. */
export type Run = (text: string, values: unknown[], name?: string) => Promise<Rows>

/** The rows, and how many rows the statement affected. */
export type Rows<Row = Record<string, unknown>> = Row[] & { count: number }

/** Runs once, when it is awaited. Inside another statement it is never awaited and only contributes its text. */
export interface Statement<Row = Record<string, unknown>> extends PromiseLike<Rows<Row>> {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  catch<T>(onRejected: (reason: unknown) => T | PromiseLike<T>): Promise<Rows<Row> | T>
  finally(onFinally: () => void): Promise<Rows<Row>>
}

type Template = <List extends readonly object[] = Record<string, unknown>[]>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Statement<List[number]>

export interface Tag extends Template {
  /** An identifier, quoted. */
  (name: string): Name
  /** For a frequent statement whose text never changes: each connection parses and plans it once. */
  prepared(name: string): Template
  json(value: unknown): string
  /** Several statements without values, as in a migration. */
  unsafe(text: string): Statement
}

interface Name {
  readonly quoted: string
}

export function makeTag(run: Run): Tag {
  const tag = (first: TemplateStringsArray | string, ...values: unknown[]): Statement | Name =>
    typeof first === 'string' ? { quoted: `"${first.replaceAll('"', '""')}"` } : makeStatement(run, first, values)
  return Object.assign(tag, {
    prepared: (name: string) => {
      const runPrepared: Run = (text, values) => run(text, values, name)
      return (strings: TemplateStringsArray, ...values: unknown[]) => makeStatement(runPrepared, strings, values)
    },
    json: (value: unknown) => JSON.stringify(value),
    unsafe: (text: string) => makeStatement(run, [text], []),
  }) as Tag
}

function makeStatement(run: Run, strings: readonly string[], values: readonly unknown[]): Statement {
  let answer: Promise<Rows> | undefined
  const start = (): Promise<Rows> => {
    if (!answer) {
      const bound: unknown[] = []
      const text = writeText({ strings, values }, bound)
      answer = run(text, bound)
    }
    return answer
  }
  return {
    strings,
    values,
    // biome-ignore lint/suspicious/noThenProperty: a statement is awaited, and must not run if it is only part of another.
    then: (onFulfilled, onRejected) => start().then(onFulfilled, onRejected),
    catch: (onRejected) => start().catch(onRejected),
    finally: (onFinally) => start().finally(onFinally),
  }
}

/** The text with $1, $2, … in place of values, which are added to `bound`. */
function writeText({ strings, values }: Pick<Statement, 'strings' | 'values'>, bound: unknown[]): string {
  return strings.reduce((text, string, index) => {
    if (index === 0) return string
    return text + writeValue(values[index - 1], bound) + string
  }, '')
}

function writeValue(value: unknown, bound: unknown[]): string {
  if (isPart<Statement>(value, 'strings')) return writeText(value, bound)
  if (isPart<Name>(value, 'quoted')) return value.quoted
  if (value === undefined) throw new TypeError('a statement contains undefined; use null instead')
  bound.push(value)
  return `$${bound.length}`
}

function isPart<T extends object>(value: unknown, mark: string): value is T {
  return typeof value === 'object' && value !== null && mark in value
}
