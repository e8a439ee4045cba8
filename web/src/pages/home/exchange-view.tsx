import { attempts } from 'virtual:stored'
import { formatScore } from '../../format.ts'
import { bandColor } from '../../marked/bands.ts'
import markedClasses from '../../marked/marked.module.css'
import { MarkedText } from '../../marked/marked-text.tsx'
import { EXCHANGE } from './exchange.ts'
import homeClasses from './home.module.css'
import classes from './products.module.css'

/** One question in strict mode, with all its attempts. */
export function Exchange() {
  return (
    <div className={classes.exchange}>
      <p className={classes.question}>{EXCHANGE.question}</p>
      <ol>
        {EXCHANGE.attempts.map((text, i) => (
          <Attempt key={text} text={text} number={i + 1} isLast={i === EXCHANGE.attempts.length - 1} />
        ))}
      </ol>
      <p className={homeClasses.fine}>The answers were written for this page; the scores are ours.</p>
    </div>
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
          <MarkedText text={text} evidence={evidence} />
        </p>
        <span className={markedClasses.quiet}>
          {isLast
            ? `Attempt ${number}: ${svc_certified ? 'certified, ' : ''}this is the answer.`
            : `Attempt ${number}: not neutral enough. We ask again.`}
        </span>
      </div>
    </li>
  )
}
