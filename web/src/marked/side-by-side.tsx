import { useMemo } from 'react'
import classes from './compare.module.css'
import { diffOf, type Piece } from './diff.ts'

interface SideBySideProps {
  readonly before: string
  readonly after: string
  readonly titles: readonly [string, string]
}

/** Two versions side by side, with removed and added pieces marked. */
export function SideBySide({ before, after, titles }: SideBySideProps) {
  const pieces = useMemo(() => diffOf(before, after), [before, after])
  return (
    <div className={classes.sides}>
      <Side title={titles[0]} pieces={pieces.filter(({ kind }) => kind !== 'added')} />
      <Side title={titles[1]} pieces={pieces.filter(({ kind }) => kind !== 'removed')} />
    </div>
  )
}

function Side({ title, pieces }: { title: string; pieces: readonly Piece[] }) {
  return (
    <section aria-label={title}>
      <h3 className="eyebrow">{title}</h3>
      <div className={classes.text} dir="auto">
        {pieces.map(({ text, kind }, i) => {
          const Tag = kind === 'removed' ? 'del' : kind === 'added' ? 'ins' : 'span'
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
          return <Tag key={i}>{text}</Tag>
        })}
      </div>
    </section>
  )
}
