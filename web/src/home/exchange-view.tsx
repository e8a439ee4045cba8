import { attempts } from 'virtual:stored'
import { Link } from 'react-router'
import { bandColor } from '../editor/bands.ts'
import editorClasses from '../editor/editor.module.css'
import { MarkedText } from '../editor/marked-text.tsx'
import { formatScore } from '../format.ts'
import { EXCHANGE } from './exchange.ts'
import classes from './home.module.css'

/** One question in strict mode, attempt by attempt. */
export function Exchange() {
  return (
    <section className={classes.section}>
      <h2>Make your AI answer neutrally</h2>
      <p className={classes.sectionLead}>
        Send your chat requests through us. We score each answer before anybody reads it. In strict mode, if an answer
        is loaded, we ask the model again, up to three times, and name the words to avoid.
      </p>
      <div className={classes.exchange}>
        <p className={classes.question}>{EXCHANGE.question}</p>
        <ol>
          {EXCHANGE.attempts.map((text, i) => (
            <Attempt key={text} text={text} number={i + 1} isLast={i === EXCHANGE.attempts.length - 1} />
          ))}
        </ol>
      </div>
      <p className={classes.fine}>
        These answers were written for this page; the scores are ours, computed when the page was built.{' '}
        <Link to="/app/chat">Try it in the chat</Link>, or point your OpenAI client at us:{' '}
        <a href="/docs">API reference</a>.
      </p>
    </section>
  )
}

function Attempt({ text, number, isLast }: { text: string; number: number; isLast: boolean }) {
  const analysis = attempts[number - 1]
  if (!analysis) return null
  const { evidence, ain_score, band, svc_certified } = analysis
  return (
    <li className={classes.attempt} data-last={isLast}>
      <div className={classes.attemptScore}>
        <strong style={{ color: bandColor(band) }}>{formatScore(ain_score)}</strong>
        <span>{band}</span>
      </div>
      <div>
        <p>
          <MarkedText text={text} evidence={isLast ? [] : evidence} />
        </p>
        <span className={editorClasses.quiet}>
          {isLast
            ? `Attempt ${number}: ${svc_certified ? 'certified, ' : ''}this is what your user sees.`
            : `Attempt ${number}: withheld. Nobody sees it, and we ask again.`}
        </span>
      </div>
    </li>
  )
}
