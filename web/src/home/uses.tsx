import { Link } from 'react-router'
import classes from './home.module.css'

const USES = [
  {
    who: 'Writers and editors',
    what: 'Check a report, a press release or a help page before you publish it. See the loaded words, accept plainer ones, and save a report.',
    to: '/app/text',
    link: 'Open the text editor',
  },
  {
    who: 'Teams that ship AI',
    what: 'Put the filter between your users and the model. Each answer gets a score, we ask the model again if an answer is loaded, and you can use your own provider key.',
    to: '/app/chat',
    link: 'Open the chat',
  },
  {
    who: 'Game studios and researchers',
    what: 'Draw fair outcomes and balanced groups that players and reviewers can verify from the seed alone.',
    to: '/app/playground',
    link: 'Open the playground',
  },
] as const

export function Uses() {
  return (
    <section className={classes.section}>
      <h2>What people use it for</h2>
      <div className={classes.cards}>
        {USES.map(({ who, what, to, link }) => (
          <article key={who} className={classes.useCard}>
            <h3>{who}</h3>
            <p>{what}</p>
            <Link to={to}>{link}</Link>
          </article>
        ))}
      </div>
    </section>
  )
}
