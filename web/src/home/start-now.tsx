import { useState } from 'react'
import { Link } from 'react-router'
import { ORIGIN } from '../api.ts'
import classes from './home.module.css'
import { Newsletter } from './newsletter.tsx'

const ANSWER =
  '{ "ain_score": 0.09, "band": "biased", "evidence": [{ "text": "reckless", "suggestion": "risky", … }], … }'

export function StartNow() {
  const [isCopied, setCopied] = useState(false)
  const lines = `curl -s ${ORIGIN}/try/analyze \\\n  -H 'Content-Type: application/json' \\\n  -d '{"text": "The reckless council rammed the plan through."}'`
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
          <span>{ANSWER}</span>
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
