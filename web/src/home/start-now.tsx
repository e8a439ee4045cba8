import { response } from 'virtual:stored'
import { useState } from 'react'
import { Link } from 'react-router'
import { ORIGIN } from '../api.ts'
import { FIRST_TEXT } from './first-call.ts'
import classes from './home.module.css'
import { Newsletter } from './newsletter.tsx'

export function StartNow() {
  const [isCopied, setCopied] = useState(false)
  const lines = `curl -s ${ORIGIN}/try/analyze \\\n  -H 'Content-Type: application/json' \\\n  -d '{"text": "${FIRST_TEXT}"}'`
  const copy = async () => {
    await navigator.clipboard.writeText(lines)
    setCopied(true)
  }
  return (
    <section className={classes.section}>
      <h2>Start in 60 seconds</h2>
      <p className={classes.sectionLead}>Paste this into a terminal. It works without an account.</p>
      <div className={classes.code}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be reachable by keyboard */}
        <pre tabIndex={0}>
          {lines}
          {'\n\n'}
          <span>{response}</span>
        </pre>
        <button type="button" className={classes.copy} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </div>
      <p className={classes.actions}>
        <Link to="/app/sign-up" className={classes.button} data-main>
          Create a free account
        </Link>
        <a href="/docs" className={classes.button}>
          API reference
        </a>
      </p>
      <Newsletter />
    </section>
  )
}
