import type { FilterMode } from '@equipoise/sdk'
import { Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core'
import { IconMessagePlus, IconPlayerStopFilled, IconSend2 } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { MODERATE_FROM, NEUTRAL_FROM } from '../marked/bands.ts'
import classes from './chat.module.css'

const MODES: readonly { value: FilterMode; label: string; meaning: string }[] = [
  { value: 'analyze', label: 'Analyze', meaning: 'You get the answer as it is, with its score.' },
  {
    value: 'rebalance',
    label: 'Rebalance',
    meaning: `If the score is below ${MODERATE_FROM}, we ask the model once more.`,
  },
  {
    value: 'strict',
    label: 'Strict',
    meaning: `We retry up to three times until the score reaches ${NEUTRAL_FROM}.`,
  },
]

interface WriterProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly busy: boolean
  readonly disabled: boolean
  readonly text: string
  readonly setText: (text: string) => void
  readonly send: (question: string, mode: FilterMode) => void
  readonly stop: () => void
  /** Starts a new conversation; undefined if the current one is empty. */
  readonly startAnew: (() => void) | undefined
}

export function Writer({ field, busy, disabled, text, setText, send, stop, startAnew }: WriterProps) {
  const [mode, setMode] = useState<FilterMode>('strict')
  const meaning = MODES.find(({ value }) => value === mode)?.meaning
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (busy || disabled || text.trim() === '') return
    send(text.trim(), mode)
  }
  const submitOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <form className={classes.writer} onSubmit={submit}>
      <Textarea
        ref={field}
        aria-label="Your question"
        placeholder="Ask something that people disagree about…"
        autosize
        minRows={2}
        maxRows={8}
        size="md"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={submitOnEnter}
      />
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <SegmentedControl
            aria-label="Filter mode"
            size="xs"
            value={mode}
            onChange={(value) => setMode(MODES.find((one) => one.value === value)?.value ?? 'strict')}
            data={MODES.map(({ value, label }) => ({ value, label }))}
          />
          <Text size="xs" c="dimmed">
            {meaning}
          </Text>
        </Group>
        <Buttons
          {...{ busy, startAnew, stop }}
          canSend={!disabled && text.trim() !== ''}
          focusField={() => field.current?.focus()}
        />
      </Group>
    </form>
  )
}

interface ButtonsProps extends Pick<WriterProps, 'busy' | 'stop' | 'startAnew'> {
  readonly canSend: boolean
  readonly focusField: () => void
}

function Buttons({ busy, canSend, stop, startAnew, focusField }: ButtonsProps) {
  const andFocus = (action: () => void) => () => {
    action()
    focusField()
  }
  return (
    <Group gap="xs">
      {startAnew && (
        <Button variant="subtle" color="gray" leftSection={<IconMessagePlus size={16} />} onClick={andFocus(startAnew)}>
          New conversation
        </Button>
      )}
      {busy ? (
        <Button variant="default" leftSection={<IconPlayerStopFilled size={14} />} onClick={andFocus(stop)}>
          Stop
        </Button>
      ) : (
        <Button type="submit" disabled={!canSend} leftSection={<IconSend2 size={16} />}>
          Send
        </Button>
      )}
    </Group>
  )
}
