import { blank, type Span, spansOf } from './blanks.ts'

// LaTeX as a reader sees it: without the preamble, commands, formulas and listings. Text in the braces of a command stays.

const HIDDEN_ENVIRONMENT =
  /\\begin\{((?:equation|align|alignat|gather|multline|eqnarray|math|displaymath|verbatim|Verbatim|lstlisting|minted|tikzpicture|tabular|tabularx|array|thebibliography|comment)\*?)\}/g
const PATTERNS: readonly RegExp[] = [
  /(?<!\\)%[^\n]{0,10000}/dg,
  /\$\$[^$]{1,5000}\$\$|(?<!\\)\$[^$\n]{1,500}\$|\\\((?:[^\\\n]|\\(?![()])){1,500}\\\)|\\\[(?:[^\\]|\\(?![[\]])){1,2000}\\\]/dg,
  /\\(?:cite\w{0,20}|ref|eqref|autoref|[cC]ref|pageref|label|url|input|include|includegraphics|usepackage|documentclass|bibliography\w{0,20}|newcommand|renewcommand|def|begin|end|vspace|hspace|verb|lstinline|texttt|si|SI)\*?(?:\[[^\]\n]{0,300}\]){0,9}(?:\{[^{}\n]{0,300}\}|(?<=\\(?:verb|lstinline))([^\w\s{])[^\n]{0,200}?\1){0,9}/dg,
  /\\href\{[^{}\n]{0,500}\}/dg,
  /\\[A-Za-z]{1,60}\*?(?:\[[^\]\n]{0,300}\])?|\\[^A-Za-z\s]/dg,
]

export function readLatex(text: string): string {
  const body = text.indexOf('\\begin{document}')
  const spans: Span[] = body < 0 ? [] : [{ start: 0, end: body }]
  return blank(text, [...spans, ...environmentsIn(text), ...PATTERNS.flatMap((pattern) => spansOf(text, pattern))])
}

/** Each ends with its own name; one that is never closed hides the rest. */
function environmentsIn(text: string): Span[] {
  const spans: Span[] = []
  HIDDEN_ENVIRONMENT.lastIndex = 0
  for (let found = HIDDEN_ENVIRONMENT.exec(text); found; found = HIDDEN_ENVIRONMENT.exec(text)) {
    const closing = `\\end{${found[1]}}`
    const at = text.indexOf(closing, found.index)
    const end = at < 0 ? text.length : at + closing.length
    spans.push({ start: found.index, end })
    HIDDEN_ENVIRONMENT.lastIndex = end
  }
  return spans
}
