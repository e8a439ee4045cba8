import { useDeferredValue, useMemo } from 'react'
import { lengthOf } from '../../analysis/parts.ts'
import { CHARS_MAX, VISITOR_CHARS_MAX } from '../../analysis/use-analysis.ts'
import { formatCount } from '../../format.ts'
import { TEXT_CHARS_MAX } from '../../kept/documents.ts'
import classes from './editor.module.css'

/** The legend of the marks, and the length of the text. */
export function UnderSheet({ text, isMember }: { text: string; isMember: boolean | undefined }) {
  const counted = useDeferredValue(text)
  const length = useMemo(() => lengthOf(counted), [counted])
  const max = isMember ? CHARS_MAX : VISITOR_CHARS_MAX
  const side = (name: string) => ({ '--side': `var(--eq-${name})` }) as Record<string, string>
  return (
    <div className={classes.under}>
      <div className={classes.key}>
        <span style={side('negative')}>leans negative</span>
        <span style={{ ...side('positive'), borderBottomStyle: 'dotted' }}>leans positive</span>
        <span style={{ ...side('loaded'), borderBottomStyle: 'dashed' }}>loaded</span>
      </div>
      <span className="num">
        {isMember === false && length > max
          ? `${formatCount(length)} characters. Without an account we check up to ${formatCount(max)}.`
          : `${formatCount(length)} ${length > max ? unitsOfLong(length) : `of ${formatCount(max)} characters`}`}
      </span>
    </div>
  )
}

function unitsOfLong(length: number): string {
  return length > TEXT_CHARS_MAX ? `of ${formatCount(TEXT_CHARS_MAX)} characters` : 'characters, scored in parts'
}
