import type { Evidence } from '@equipoise/sdk'
import { Text, UnstyledButton } from '@mantine/core'
import classes from './editor.module.css'
import { ReplaceButton, sideColor } from './finding-card.tsx'
import { kindTitle, whyOf } from './kinds.ts'

interface FindingsProps {
  readonly evidence: readonly Evidence[]
  readonly replace: (evidence: Evidence) => void
  readonly select: (start: number, end: number) => void
}

/** The same findings as a list, the strongest first: reachable by keyboard and on every device. */
export function Findings({ evidence, replace, select }: FindingsProps) {
  if (evidence.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No loaded words found.
      </Text>
    )
  }
  return (
    <ul className={classes.findings} aria-label="Findings">
      {[...evidence]
        .sort((a, b) => b.weight - a.weight)
        .map((one) => (
          <li key={one.start} className={classes.finding}>
            <UnstyledButton onClick={() => select(one.start, one.end)} title={whyOf(one.kind)}>
              <span className={classes.word} style={sideColor(one)}>
                {one.text}
              </span>
              <Text size="xs" c="dimmed">
                {kindTitle(one.kind)}
              </Text>
            </UnstyledButton>
            {one.suggestion !== undefined && <ReplaceButton evidence={one} replace={() => replace(one)} />}
          </li>
        ))}
    </ul>
  )
}
