import type { Attempt } from '@equipoise/sdk'
import { Badge, Button, Group, Loader, Text } from '@mantine/core'
import { IconArrowRight, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useNavigate } from 'react-router'
import { bandColor, bandOf } from '../editor/bands.ts'
import { fragmentOf } from '../editor/share-link.ts'
import { formatScore } from '../format.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { Trouble } from '../shell/trouble.tsx'
import classes from './chat.module.css'
import { isUnanswered, type Turn } from './conversation.ts'
import { Markdown } from './markdown.tsx'

interface TurnViewProps {
  readonly turn: Turn
  /** Where it is the last one, and may be asked once more. */
  readonly retry: (() => void) | undefined
  /** Puts the question back into the field, to be changed and asked again. */
  readonly edit: () => void
}

export function TurnView({ turn, retry, edit }: TurnViewProps) {
  const waiting = !turn.result && !isUnanswered(turn)
  return (
    <>
      <div className={classes.question}>
        <span className="visually-hidden">You asked: </span>
        {turn.question}
      </div>
      <div>
        {turn.answer && (
          <div className={classes.answer}>
            <span className="visually-hidden">The model answered: </span>
            <Markdown text={turn.answer} />
          </div>
        )}
        {waiting && (
          <div className={classes.attempts} role="status">
            <Loader type="dots" size="sm" aria-label="Waiting" />
            {turn.attempts.length > 0 && <Text size="sm">Asking again for a more neutral answer</Text>}
          </div>
        )}
        <Attempts turn={turn} />
        {turn.result && <Actions turn={turn} edit={edit} />}
        <Trouble error={turn.error} retry={retry} />
        {turn.isStopped && <Stopped retry={retry} />}
      </div>
    </>
  )
}

function Actions({ turn, edit }: { turn: Turn; edit: () => void }) {
  const navigate = useNavigate()
  return (
    <Group gap={4} mt={6}>
      <CopyButton value={turn.answer} label="Copy the answer" />
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => void fragmentOf(turn.answer).then((fragment) => navigate(`/app/text${fragment}`))}
      >
        Open in the editor
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={edit}>
        Edit and ask again
      </Button>
    </Group>
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
          {result.model.startsWith('simulated-') ? 'Simulated answer, no AI model was asked' : result.model} ·{' '}
          {result.usage.output_tokens ?? '–'} tokens
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
