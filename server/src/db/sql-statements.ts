/** Splits SQL into statements without leading comments. Semicolons inside quotes, comments or function bodies do not count. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let start = 0
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token !== ';') continue
    statements.push(text.slice(start, index))
    start = index + 1
  }
  statements.push(text.slice(start))
  return statements.map((statement) => statement.replace(LEADING, '').trim()).filter((statement) => statement !== '')
}

const COMMENT = String.raw`--[^\n]*|/\*[\s\S]*?\*/`
/** Everything that can contain a semicolon, and the semicolon itself. Names such as `$1` or `a$b` do not start a dollar quote. */
const TOKEN = new RegExp(
  String.raw`${COMMENT}|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$])\$(?<tag>[a-z_]*)\$[\s\S]*?\$\k<tag>\$|;`,
  'gi',
)
const LEADING = new RegExp(String.raw`^(?:\s|${COMMENT})+`)
