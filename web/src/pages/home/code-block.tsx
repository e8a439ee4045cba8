import { useState } from 'react'
import homeClasses from './home.module.css'
import classes from './products.module.css'

interface CodeBlockProps {
  readonly code: string
  readonly answer?: string
  readonly note: string
}

export function CodeBlock({ code, answer, note }: CodeBlockProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(code)
    setCopied(true)
  }
  return (
    <>
      <div className={classes.code}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be reachable by keyboard */}
        <pre tabIndex={0}>
          {code}
          {answer && (
            <>
              {'\n\n'}
              <span>{answer}</span>
            </>
          )}
        </pre>
        <button type="button" className={classes.copy} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </div>
      <p className={homeClasses.fine}>{note}</p>
    </>
  )
}
