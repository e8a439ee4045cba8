import { useState } from 'react'
import homeClasses from './home.module.css'
import classes from './products.module.css'

interface CodeBlockProps {
  /** The same request in several languages: name and code. */
  readonly codes: readonly (readonly [language: string, code: string])[]
  readonly answer?: string
  readonly note: string
}

/** Comments, strings and words of the language, which are coloured; everything else is as it is. */
const TOKENS = /(^#.*|^\/\/.*)|("[^"\n]*"|'[^'\n]*')|\b(import|from|const|await|new|curl|print)\b/gm

export function CodeBlock({ codes, answer, note }: CodeBlockProps) {
  const [shown, setShown] = useState(0)
  const [copied, setCopied] = useState<string>()
  const [, code = ''] = codes[shown] ?? []
  const copy = async () => {
    await navigator.clipboard.writeText(code)
    setCopied(code)
  }
  return (
    <>
      <div className={classes.code}>
        <div className={classes.codeBar}>
          {codes.map(([language], i) => (
            <button key={language} type="button" aria-pressed={i === shown} onClick={() => setShown(i)}>
              {language}
            </button>
          ))}
          <button type="button" className={classes.copy} onClick={() => void copy()}>
            {copied === code ? 'Copied' : 'Copy'}
          </button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be reachable by keyboard */}
        <pre tabIndex={0}>
          {coloured(code)}
          {answer && shown === 0 && (
            <>
              {'\n\n'}
              <span data-token="comment">{answer}</span>
            </>
          )}
        </pre>
      </div>
      <p className={homeClasses.fine}>{note}</p>
    </>
  )
}

function coloured(code: string) {
  const parts = code.split(TOKENS)
  // Between two plain parts split() returns the three groups, of which one is set.
  return parts.map((part, i) => {
    const token = [undefined, 'comment', 'string', 'word'][i % 4]
    return token && part ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
      <span key={i} data-token={token}>
        {part}
      </span>
    ) : (
      part
    )
  })
}
