// Parses the Markdown of an answer with marked, within limits: a malicious or broken answer must not block the page.
import { Lexer, type Token, Tokenizer, type Tokens } from 'marked'

/** Longer answers are shown as plain text. */
const TEXT_MAX = 100_000
/** How deep quotes and lists can be nested; anything deeper is plain text. */
const DEPTH_MAX = 8
/** Longer paragraphs are shown without inline formatting. */
const INLINE_MAX = 10_000
/** How many characters are searched for the end of emphasis in one answer: many unclosed marks would take quadratic time. */
const SEARCHED_MAX = 1_000_000

/** Marked's rules without HTML, reference definitions, setext headings and indented code. */
class AnswerTokenizer extends Tokenizer {
  #depth = 0
  #searched = 0

  override html = () => undefined
  override def = () => undefined
  override lheading = () => undefined
  override code = () => undefined

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#nested(() => super.blockquote(src))
  }

  override list(src: string): Tokens.List | undefined {
    return this.#nested(() => super.list(src))
  }

  /** The only HTML that is rendered: models use it in tables. */
  override tag(src: string): Tokens.Tag | undefined {
    const raw = /^<br ?\/?>/i.exec(src)?.[0]
    return raw === undefined ? undefined : ({ type: 'br', raw } as unknown as Tokens.Tag)
  }

  /** "2*3*4" is a product, not emphasis. */
  override emStrong(src: string, masked: string, before = ''): Tokens.Em | Tokens.Strong | undefined {
    if (!/^[*_]/.test(src) || (/^\*(?!\*)/.test(src) && /\w/.test(before))) return undefined
    this.#searched += src.length
    return this.#searched > SEARCHED_MAX ? undefined : super.emStrong(src, masked, before)
  }

  /** "~5" means about five; only a double tilde strikes through. */
  override del(src: string): Tokens.Del | undefined {
    return src.startsWith('~~') ? super.del(src) : undefined
  }

  #nested<T>(read: () => T | undefined): T | undefined {
    if (this.#depth >= DEPTH_MAX) return undefined
    this.#depth++
    try {
      return read()
    } finally {
      this.#depth--
    }
  }
}

class AnswerLexer extends Lexer {
  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (src.length <= INLINE_MAX) return super.inlineTokens(src, tokens)
    tokens.push({ type: 'text', raw: src, text: src })
    return tokens
  }
}

export function tokensIn(text: string): readonly Token[] {
  if (text.length > TEXT_MAX)
    return [{ type: 'paragraph', raw: text, text, tokens: [{ type: 'text', raw: text, text }] }]
  return new AnswerLexer({ gfm: true, tokenizer: new AnswerTokenizer() }).lex(withEvenIndents(text))
}

const ITEM = /^([-*+]|\d{1,9}[.)])[ \t]+/
const RULE = /^([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const FENCE = /^(`{3,100}|~{3,100})(?!.{0,500}`)/
const TAB = '    '
/** A line that is indented by this much belongs to the list item above. */
const INDENT_MIN = 2

/** Models indent by two columns below "1." too, but CommonMark needs three: gives each item the indent it needs. */
function withEvenIndents(text: string): string {
  const items: { indent: number; content: number }[] = []
  let fence: { mark: string; shift: number } | undefined
  let isAfterBlank = true
  const lines = text.split(/\r?\n/).map((line) => {
    const words = line.trim()
    const indent = (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', TAB).length
    if (fence) {
      const { mark, shift } = fence
      if (words.startsWith(mark) && words.replaceAll(mark.charAt(0), '') === '') fence = undefined
      return shift > 0 ? ' '.repeat(shift) + line : line
    }
    if (words === '') {
      isAfterBlank = true
      return ''
    }
    const item = RULE.test(words) ? undefined : ITEM.exec(words)?.[0]
    while (isAfterBlank || item ? indent < (items.at(-1)?.indent ?? -INDENT_MIN) + INDENT_MIN : false) items.pop()
    isAfterBlank = false
    const inner = items.at(-1)
    const start = inner && indent >= inner.indent + INDENT_MIN ? inner.content : 0
    if (item) items.push({ indent, content: start + item.trimEnd().length + 1 })
    const mark = FENCE.exec(words)?.[1]
    if (mark) fence = { mark, shift: start - indent }
    return ' '.repeat(start) + words + line.slice(line.trimEnd().length)
  })
  return lines.join('\n')
}
