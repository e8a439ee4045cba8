import { kindTitle, whyOf } from '@equipoise/score/kinds'
import type { Evidence } from '@equipoise/sdk'
import { memo, useState } from 'react'
import { canIgnore } from '../../marked/ignored.ts'
import markedClasses from '../../marked/marked.module.css'
import { inTextOrder, namedEvidence } from '../../marked/segments.ts'
import { leaning, ReplaceButton, sideColor } from '../../sheet/evidence-card.tsx'
import classes from './panel.module.css'
import { useKeptFocus } from './use-kept-focus.ts'
import type { Rewriting } from './use-rewriting.ts'

type Order = 'weight' | 'place'

interface LoadedWordsProps {
  readonly evidence: readonly Evidence[]
  /** How many loaded words the list leaves out. */
  readonly missing: number
  /** By name (see segments.ts), because the list may be rendered later than the text. */
  readonly replace: (names: readonly string[]) => void
  readonly ignore: (word: string) => void
  readonly show: (name: string) => void
  readonly step: (by: 1 | -1) => void
  readonly applyAll: () => void
  readonly rewriting: Rewriting | undefined
}

/** How many words are listed at first and with every "Show more": a book has thousands. */
const LISTED = 100

/** The marks of the text as a list, for keyboards and screen readers. */
export const LoadedWords = memo(function LoadedWords(props: LoadedWordsProps) {
  const { evidence, missing, replace, ignore, show, step, applyAll, rewriting } = props
  const card = useKeptFocus<HTMLElement>()
  const [order, setOrder] = useState<Order>('weight')
  const [listed, setListed] = useState(LISTED)
  const groups = groupsOf(evidence, order)
  const suggested = evidence.filter(({ suggestion }) => suggestion !== undefined).length
  return (
    <section {...card} className={`${classes.panel} ${markedClasses.lazy}`} aria-label="Loaded words">
      <div className={classes.panelHead}>
        <h2 tabIndex={-1}>
          Loaded words {evidence.length > 0 && <span className={markedClasses.quiet}>{evidence.length + missing}</span>}
        </h2>
        {evidence.length > 1 && (
          <select
            aria-label="Order"
            className={classes.order}
            value={order}
            onChange={(event) => setOrder(event.currentTarget.value === 'place' ? 'place' : 'weight')}
          >
            <option value="weight">Strongest first</option>
            <option value="place">As in the text</option>
          </select>
        )}
      </div>
      {evidence.length === 0 ? (
        <p className={markedClasses.quiet}>No loaded words found.</p>
      ) : (
        <>
          <div className={classes.listActions}>
            <button
              type="button"
              className={markedClasses.smallButton}
              title="Previous (Shift+F8)"
              onClick={() => step(-1)}
            >
              ↑ Previous
            </button>
            <button type="button" className={markedClasses.smallButton} title="Next (F8)" onClick={() => step(1)}>
              ↓ Next
            </button>
            {suggested > 1 && (
              <button type="button" className={markedClasses.smallButton} onClick={applyAll}>
                Apply all {suggested} suggestions
              </button>
            )}
            {rewriting && <RewriteButton {...rewriting} />}
          </div>
          <ul className={classes.findings} aria-label="Loaded words">
            {groups.slice(0, listed).map((group) => (
              <Item key={group.names[0]} {...group} replace={replace} ignore={ignore} show={show} />
            ))}
          </ul>
          {groups.length > listed && (
            <button type="button" className={markedClasses.smallButton} onClick={() => setListed(listed + LISTED)}>
              Show {Math.min(LISTED, groups.length - listed)} more
            </button>
          )}
          {missing > 0 && <p className={markedClasses.quiet}>{missing} weaker ones are not listed.</p>}
        </>
      )}
    </section>
  )
})

function RewriteButton({ isRunning, run }: Rewriting) {
  return (
    <button
      type="button"
      className={markedClasses.smallButton}
      title="A model rewrites the marked words and nothing else. Counts as one chat."
      aria-disabled={isRunning}
      onClick={isRunning ? undefined : run}
    >
      {isRunning ? 'Rewriting…' : 'Rewrite with a model'}
    </button>
  )
}

interface Group {
  /** Of the equal words, in the order of the text. */
  readonly names: readonly string[]
  /** The first of them. */
  readonly evidence: Evidence
}

/** Equal words with the same suggestion are one line. */
function groupsOf(evidence: readonly Evidence[], order: Order): Group[] {
  const groups = new Map<string, { names: string[]; evidence: Evidence }>()
  for (const { name, evidence: one } of namedEvidence(inTextOrder(evidence))) {
    const key = [one.text.toLowerCase(), one.kind, one.direction, one.suggestion].join('\n')
    const group = groups.get(key) ?? { names: [], evidence: one }
    group.names.push(name)
    groups.set(key, group)
  }
  const all = [...groups.values()]
  return order === 'place' ? all : all.sort((a, b) => b.evidence.weight - a.evidence.weight)
}

type ItemProps = Pick<LoadedWordsProps, 'replace' | 'ignore' | 'show'> & Group

/** Shows no position, so that an edit elsewhere does not render it again. */
const Item = memo(function Item({ names, evidence, replace, ignore, show }: ItemProps) {
  const { text, kind } = evidence
  const [first = ''] = names
  const times = names.length > 1 ? ` × ${names.length}` : ''
  return (
    <li className={classes.finding}>
      <button
        type="button"
        className={classes.findingWord}
        title={whyOf(kind)}
        onClick={() => show(first)}
        aria-label={`${text}${times} ${kindTitle(kind)}, ${leaning(evidence)}. ${whyOf(kind)}`}
      >
        <span className={markedClasses.word} style={sideColor(evidence)}>
          {text}
          {times}
        </span>{' '}
        <span className={markedClasses.quiet}>
          {kindTitle(kind)}, {leaning(evidence)}
        </span>
      </button>
      <span className={classes.findingActions}>
        {canIgnore(text) && (
          <button
            type="button"
            className={markedClasses.plainButton}
            aria-label={`Ignore “${text}”`}
            title="Ignore this word"
            onClick={() => ignore(text)}
          >
            Ignore
          </button>
        )}
        {evidence.suggestion !== undefined && (
          <ReplaceButton evidence={evidence} count={names.length} replace={() => replace(names)} />
        )}
      </span>
    </li>
  )
}, isSameItem)

function isSameItem(a: ItemProps, b: ItemProps): boolean {
  return (
    a.names.join() === b.names.join() &&
    a.evidence.kind === b.evidence.kind &&
    a.evidence.direction === b.evidence.direction &&
    a.evidence.suggestion === b.evidence.suggestion &&
    a.replace === b.replace &&
    a.ignore === b.ignore &&
    a.show === b.show
  )
}
