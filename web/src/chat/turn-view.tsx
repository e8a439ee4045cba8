import type { Attempt } from '@equipoise/sdk'
import { Badge, Button, Group, Loader, Text } from '@mantine/core'
import { IconArrowRight, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { Fragment } from 'react'
import { bandColor, bandOf } from '../editor/bands.ts'
import { formatScore } from '../format.ts'
import { Trouble } from '../shell/trouble.tsx'
import classes from './chat.module.css'
import { isUnanswered, type Turn } from './conversation.ts'

interface TurnViewProps {
  readonly turn: Turn
  /** Where it is the last one, and may be asked once more. */
  readonly retry: (() => void) | undefined
}

export function TurnView({ turn, retry }: TurnViewProps) {
  const waiting = !turn.result && !isUnanswered(turn)
  return (
    <>
      <div className={classes.question}>{turn.question}</div>
      <div>
        {turn.answer && <div className={classes.answer}>{turn.answer}</div>}
        {waiting && (
          <div className={classes.attempts} role="status">
            <Loader type="dots" size="sm" aria-label="Waiting" />
            {turn.attempts.length > 0 && <Text size="sm">Asking again for a more neutral answer</Text>}
          </div>
        )}
        <Attempts turn={turn} />
        <Trouble error={turn.error} retry={retry} />
        {turn.isStopped && <Stopped retry={retry} />}
      </div>
    </>
  )
}

function Stopped({ retry }: Pick<TurnViewProps, 'retry'>) {
  return (
    <Group gap="sm" role="status">
      <Text size="sm" c="dimmed">
        Stopped.
      </Text>
      {retry && (
        <Button size="compact-sm" variant="default" fw={500} onClick={retry}>
          Ask again
        </Button>
      )}
    </Group>
  )
}

/** "asked again: 0.31 → 0.74", and what came of it. */
function Attempts({ turn: { attempts, result } }: { turn: Turn }) {
  if (attempts.length === 0) return null
  const report = result?.svc_filter
  return (
    <div className={classes.attempts} data-testid="attempts">
      <Text size="sm" c="dimmed">
        {attempts.length > 1 ? 'asked again:' : 'AIN'}
      </Text>
      {attempts.map((attempt, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added at the end
        <Fragment key={i}>
          {i > 0 && <IconArrowRight size={14} aria-label="then" color="var(--mantine-color-dimmed)" />}
          <Score attempt={attempt} />
        </Fragment>
      ))}
      {report?.svc_certified && (
        <Badge variant="light" radius="sm" tt="none" leftSection={<IconRosetteDiscountCheck size={14} />}>
          certified
        </Badge>
      )}
      {report && !report.passed && (
        <Text size="sm" style={{ color: 'var(--eq-moderate)' }}>
          not neutral enough; this is the best of {attempts.length}
        </Text>
      )}
      {result && (
        <Text size="xs" c="dimmed" className="num">
          {result.model} · {result.usage.output_tokens ?? '–'} tokens
        </Text>
      )}
    </div>
  )
}

function Score({ attempt: { ain_score, duration_ms } }: { attempt: Attempt }) {
  const color = ain_score === null ? 'var(--mantine-color-dimmed)' : bandColor(bandOf(ain_score))
  return (
    <span className={classes.pill} title={`${(duration_ms / 1000).toFixed(1)} s`}>
      <i style={{ background: color }} />
      {formatScore(ain_score)}
    </span>
  )
}
