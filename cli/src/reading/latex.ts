import { blank, type Span, spansOf } from './blanks.ts'

// LaTeX as a reader sees it: without the preamble, commands, formulas and listings. The text in the braces of a command stays.

const HIDDEN_ENVIRONMENTS =
  /\\begin\{(equation|align|alignat|gather|multline|eqnarray|math|displaymath|verbatim|Verbatim|lstlisting|minted|tikzpicture|tabular|tabularx|array|thebibliography|comment)\*?\}[\s\S]*?(?:\\end\{\1\*?\}|$(?![\s\S]))/dg
const PATTERNS: readonly RegExp[] = [
  HIDDEN_ENVIRONMENTS,
  /(?<!\\)%[^\n]*/dg,
  /\$\$[^$]{1,5000}\$\$|(?<!\\)\$[^$\n]{1,500}\$|\\\([^\n]{1,500}?\\\)|\\\[[\s\S]{1,2000}?\\\]/dg,
  /\\(?:cite\w*|ref|eqref|autoref|[cC]ref|pageref|label|url|input|include|includegraphics|usepackage|documentclass|bibliography\w*|newcommand|renewcommand|def|begin|end|vspace|hspace|verb|lstinline|texttt|si|SI)\*?(?:\[[^\]\n]{0,300}\])*(?:\{[^{}\n]{0,300}\}|(?<=\\(?:verb|lstinline))([^\w\s{])[^\n]{0,200}?\1)*/dg,
  /\\href\{[^{}\n]{0,500}\}/dg,
  /\\[A-Za-z]+\*?(?:\[[^\]\n]{0,300}\])?|\\[^A-Za-z\s]/dg,
]

export function readLatex(text: string): string {
  const body = text.indexOf('\\begin{document}')
  const spans: Span[] = body < 0 ? [] : [{ start: 0, end: body }]
  return blank(text, [...spans, ...PATTERNS.flatMap((pattern) => spansOf(text, pattern))])
}
