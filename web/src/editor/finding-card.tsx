import type { Evidence } from '@equipoise/sdk'
import { Box, Button, Text } from '@mantine/core'
import classes from './editor.module.css'
import { kindTitle, whyOf } from './kinds.ts'
import { sideOf } from './segments.ts'

interface FindingCardProps {
  readonly evidence: Evidence
  readonly place: { readonly left: number; readonly top: number }
  readonly replace: () => void
}

/** Why this word, and what could stand in its place. */
export function FindingCard({ evidence, place, replace }: FindingCardProps) {
  return (
    <div className={classes.card} style={place} role="tooltip">
      <Text size="sm">
        <span className={classes.word} style={sideColor(evidence)}>
          {evidence.text}
        </span>{' '}
        <Text span size="sm" c="dimmed">
          {kindTitle(evidence.kind)}, {leaning(evidence)}
        </Text>
      </Text>
      <Text size="sm" mt={4}>
        {whyOf(evidence.kind)}
      </Text>
      <Box mt="xs">
        <ReplaceButton evidence={evidence} replace={replace} />
      </Box>
    </div>
  )
}

export function ReplaceButton({ evidence, replace }: { evidence: Evidence; replace: () => void }) {
  const { suggestion, text } = evidence
  if (suggestion === undefined) {
    return (
      <Text size="xs" c="dimmed">
        No ready alternative: try to say what happened.
      </Text>
    )
  }
  const label = suggestion === '' ? `Remove “${text}”` : `Replace “${text}” with “${suggestion}”`
  return (
    <Button size="compact-sm" variant="light" onClick={replace} aria-label={label}>
      {suggestion === '' ? 'Leave it out' : suggestion}
    </Button>
  )
}

export function sideColor(evidence: Evidence) {
  return { '--side': `var(--eq-${sideOf(evidence)})` } as Record<string, string>
}

function leaning(evidence: Evidence): string {
  const side = sideOf(evidence)
  return side === 'loaded' ? 'no clear direction' : `leans ${side}`
}
