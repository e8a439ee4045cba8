import type { Evidence } from '@equipoise/sdk'
import { Card, Text, Title, UnstyledButton } from '@mantine/core'
import classes from './editor.module.css'
import { ReplaceButton, sideColor } from './finding-card.tsx'
import { kindTitle, whyOf } from './kinds.ts'
import { namedFindings } from './segments.ts'
import { useKeptFocus } from './use-kept-focus.ts'

interface FindingsProps {
  readonly evidence: readonly Evidence[]
  readonly replace: (evidence: Evidence) => void
  readonly select: (start: number, end: number) => void
}

/** The same findings as a list, the strongest first: reachable by keyboard and on every device. */
export function Findings({ evidence, replace, select }: FindingsProps) {
  const card = useKeptFocus<HTMLDivElement>()
  return (
    <Card {...card}>
      <Title order={2} size="h3" mb="xs" tabIndex={-1}>
        Findings
      </Title>
      {evidence.length === 0 ? (
        <Text size="sm" c="dimmed">
          No loaded words found.
        </Text>
      ) : (
        <ul className={classes.findings} aria-label="Findings">
          {namedFindings(evidence)
            .sort((a, b) => b.evidence.weight - a.evidence.weight)
            .map(({ name, evidence: one }) => (
              <Finding key={name} evidence={one} replace={() => replace(one)} select={select} />
            ))}
        </ul>
      )}
    </Card>
  )
}

interface FindingProps extends Pick<FindingsProps, 'select'> {
  readonly evidence: Evidence
  readonly replace: () => void
}

function Finding({ evidence, replace, select }: FindingProps) {
  const { start, end, text, kind, suggestion } = evidence
  return (
    <li className={classes.finding}>
      <UnstyledButton onClick={() => select(start, end)} title={whyOf(kind)}>
        <span className={classes.word} style={sideColor(evidence)}>
          {text}
        </span>
        <Text size="xs" c="dimmed">
          {kindTitle(kind)}
        </Text>
      </UnstyledButton>
      {suggestion !== undefined && <ReplaceButton evidence={evidence} replace={replace} />}
    </li>
  )
}
