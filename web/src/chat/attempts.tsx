import type { Attempt } from '@equipoise/sdk'
import { Badge, Button, Text } from '@mantine/core'
import { IconArrowRight, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { Fragment, useId, useState } from 'react'
import { formatScore } from '../format.ts'
import { bandColor, bandOf } from '../marked/bands.ts'
import { MarkedText } from '../marked/marked-text.tsx'
import { excerpt } from '../marked/sentence-strip.tsx'
import { SideBySide } from '../marked/side-by-side.tsx'
import { failedWords, finalIndex, rejectedWords, shownAttempts } from './attempt-words.ts'
import classes from './chat.module.css'
import type { Turn } from './conversation.ts'

/** "asked again: 0.31 → 0.74", the outcome, and the text of every attempt. */
export function Attempts({ turn }: { turn: Turn }) {
  const { result } = turn
  const attempts = shownAttempts(turn)
  const [isOpen, setOpen] = useState(false)
  const list = useId()
  if (attempts.length === 0) return null
  const report = result?.svc_filter
  return (
    <>
      <div className={classes.attempts} data-testid="attempts">
        <Text size="sm" c="dimmed">
          {attempts.length > 1 ? 'asked again:' : 'neutrality (AIN)'}
        </Text>
        <Scores attempts={attempts} />
        {report?.svc_certified && (
          <Badge variant="light" radius="sm" tt="none" leftSection={<IconRosetteDiscountCheck size={14} />}>
            certified
          </Badge>
        )}
        {report && !report.passed && (
          <Text size="sm" style={{ color: 'var(--eq-moderate)' }}>
            {rejectedWords(report, attempts.length)}
          </Text>
        )}
        {result && attempts.length > 1 && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isOpen}
            aria-controls={list}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide the attempts' : `Show all ${attempts.length} attempts`}
          </Button>
        )}
      </div>
      {isOpen && result && (
        <ol id={list} className={classes.attemptList} aria-label="Attempts">
          {attempts.map((attempt, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added at the end
            <OneAttempt key={i} attempt={attempt} number={i + 1} final={finalIndex(turn) === i} answer={turn.answer} />
          ))}
        </ol>
      )}
    </>
  )
}

function Scores({ attempts }: { attempts: readonly Attempt[] }) {
  return attempts.map((attempt, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added at the end
    <Fragment key={i}>
      {i > 0 && <IconArrowRight size={14} aria-label="then" color="var(--mantine-color-dimmed)" />}
      <Score attempt={attempt} />
    </Fragment>
  ))
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

interface OneAttemptProps {
  readonly attempt: Attempt
  readonly number: number
  readonly final: boolean
  readonly answer: string
}

const WITHHELD_SHOWN_MAX = 3

function OneAttempt({ attempt, number, final, answer }: OneAttemptProps) {
  const [isComparing, setComparing] = useState(false)
  const { text, evidence = [], withheld_by: withheldBy = [] } = attempt
  const words = failedWords(attempt)
  return (
    <li className={classes.attempt} data-final={final}>
      <div className={classes.attemptHead}>
        <strong>Attempt {number}</strong>
        <Score attempt={attempt} />
        <Text size="sm" c="dimmed">
          {final ? 'the answer you got' : 'withheld'}
        </Text>
      </div>
      {text === undefined ? (
        <Text size="sm" c="dimmed">
          The text of this attempt was not sent.
        </Text>
      ) : isComparing ? (
        <SideBySide before={text} after={answer} titles={[`Attempt ${number}`, 'The answer you got']} />
      ) : (
        <p className={classes.attemptText} dir="auto">
          <MarkedText text={text} evidence={evidence} />
        </p>
      )}
      {words.length > 0 && (
        <Text size="sm" c="dimmed">
          Loaded words: {words.join(', ')}
        </Text>
      )}
      {text !== undefined &&
        withheldBy.slice(0, WITHHELD_SHOWN_MAX).map(({ start, end, message }) => (
          <Text key={start} size="sm" c="dimmed">
            “{excerpt(text.slice(start, end), 80)}”: {message}
          </Text>
        ))}
      {!final && text !== undefined && (
        <Button size="compact-sm" variant="subtle" ml={-8} onClick={() => setComparing(!isComparing)}>
          {isComparing ? 'Show the loaded words' : 'Compare with the answer'}
        </Button>
      )}
    </li>
  )
}
