import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './chat.module.css'
import { TurnView } from './turn-view.tsx'
import { type AskSomewhere, useConversation } from './use-conversation.ts'
import { useFollow } from './use-follow.ts'
import { Writer } from './writer.tsx'

interface RoomProps {
  /** Tells conversations apart. */
  readonly name: string
  readonly ask: AskSomewhere
  readonly disabled: boolean
  /** What stands in a conversation that has not begun. */
  readonly empty: ReactNode
}

const QUESTIONS = ['Should city centres be car-free?', 'Is nuclear power a good idea?', 'Does homework help?']

export function Room({ name, ask, disabled, empty }: RoomProps) {
  const { turns, busy, send, repeat, stop, clear } = useConversation(ask, name)
  const { end, start } = useFollow(turns)
  const [text, setText] = useState('')
  return (
    <section className={classes.room} aria-label="Conversation">
      {turns.length === 0 ? (
        <div className={classes.empty}>
          {empty}
          <Group gap="xs" justify="center" mt="sm">
            {QUESTIONS.map((question) => (
              <Button key={question} size="compact-sm" variant="default" fw={500} onClick={() => setText(question)}>
                {question}
              </Button>
            ))}
          </Group>
        </div>
      ) : (
        <div className={classes.turns} aria-live="polite">
          {turns.map((turn) => (
            <TurnView
              key={turn.id}
              turn={turn}
              edit={() => setText(turn.question)}
              retry={turn === turns.at(-1) && !busy ? () => void repeat(turn) : undefined}
            />
          ))}
        </div>
      )}
      <Writer
        text={text}
        setText={setText}
        busy={busy}
        disabled={disabled}
        send={(question, mode) => {
          start()
          void send(question, mode)
        }}
        stop={stop}
        startAnew={turns.length > 0 ? clear : undefined}
      />
      <div ref={end} className={classes.end} />
    </section>
  )
}

export function EmptyWords({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Text fw={600} size="lg">
        {title}
      </Text>
      <Text c="dimmed" maw={460}>
        {children}
      </Text>
    </>
  )
}
