// A textlint rule: textlint parses the document; its paragraphs are scored together, as `equipoise check` does, and loaded words are
// reported.
import { findingsOf } from '@equipoise/score/findings'
import { kindTitle, whyOf } from '@equipoise/score/kinds'
import { replaced } from '@equipoise/score/rewriting'
import { openAnalyzer } from '@equipoise/score/weights'

const analyzers = new Map()

function analyzerFor(tier) {
  const analyze = analyzers.get(tier) ?? openAnalyzer({ tier })
  analyzers.set(tier, analyze)
  return analyze
}

/** Options: `tier` ("fast" or "default"), `ignore` (words), `flag` (words with suggestions). */
function lint(
  { Syntax, RuleError, report, fixer, getSource, locator },
  { tier = 'default', ignore = [], flag = [] } = {},
) {
  const prose = []
  let paragraphs = 0
  return {
    [Syntax.Paragraph]: () => void paragraphs++,
    [Syntax.ParagraphExit]: () => void paragraphs--,
    [Syntax.Str]: ({ range }) => void (paragraphs > 0 && prose.push(range)),
    [Syntax.DocumentExit](node) {
      const source = getSource(node)
      let text = ''
      // Everything except prose becomes spaces, so that positions stay those of the file.
      for (const [start, end] of [...prose, [source.length, source.length]])
        text += source.slice(text.length, start).replace(/[^\r\n]/g, ' ') + source.slice(start, end)
      for (const { evidence } of findingsOf(analyzerFor(tier)(text, { ignore, flag }))) {
        const { start, end, kind, suggestion, text: word } = evidence
        const fix =
          suggestion === undefined ? {} : { fix: fixOf(fixer, source, replaced(source, evidence, suggestion)) }
        const message = `“${word}” (${kindTitle(kind)}): ${whyOf(kind)} ${adviceOf(suggestion)}`
        report(node, new RuleError(message, { padding: locator.range([start, end]), ...fix }))
      }
    },
  }
}

function adviceOf(suggestion) {
  if (suggestion === undefined) return 'Consider rephrasing.'
  return suggestion === '' ? 'You could leave it out.' : `You could write “${suggestion}”.`
}

/** From the first difference to the last, because an article or a space can change with a word. */
function fixOf(fixer, before, after) {
  let head = 0
  while (head < after.length && before[head] === after[head]) head++
  let tail = 0
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return fixer.replaceTextRange([head, before.length - tail], after.slice(head, after.length - tail))
}

export default { linter: lint, fixer: lint }
