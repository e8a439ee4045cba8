/**
 * The single statements of an SQL text, without comments at their start. A semicolon inside quotes, a comment or a function body ends
 * nothing.
 */
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
/** What can hide a semicolon, and the semicolon itself. Names such as `$1` or `a$b` begin no dollar quote. */
const TOKEN = new RegExp(
  String.raw`${COMMENT}|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$])\$(?<tag>[a-z_]*)\$[\s\S]*?\$\k<tag>\$|;`,
  'gi',
)
const LEADING = new RegExp(String.raw`^(?:\s|${COMMENT})+`)
