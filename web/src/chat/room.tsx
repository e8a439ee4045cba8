import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import classes from './chat.module.css'
import type { Turn } from './conversation.ts'
import type { Place } from './place.ts'
import { TurnView } from './turn-view.tsx'
import { type AskSomewhere, useConversation } from './use-conversation.ts'
import { useFollow } from './use-follow.ts'
import { Writer } from './writer.tsx'

interface RoomProps {
  readonly place: Place
  readonly ask: AskSomewhere
  readonly disabled: boolean
  /** What an empty conversation shows. */
  readonly empty: ReactNode
}

const QUESTIONS = ['Should city centres be car-free?', 'Is nuclear power a good idea?', 'Does homework help?']

export function Room({ place, ask, disabled, empty }: RoomProps) {
  const { turns, busy, send, repeat, stop, clear } = useConversation(ask, place)
  const { end, start } = useFollow(turns)
  const [text, setText] = useState('')
  const [edited, setEdited] = useState<number>()
  const field = useRef<HTMLTextAreaElement>(null)
  const edit = ({ id, question }: Turn) => {
    setText(question)
    setEdited(id)
    field.current?.focus()
  }
  const startAnew = () => {
    setEdited(undefined)
    clear()
  }
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
              edit={busy ? undefined : () => edit(turn)}
              retry={busy ? undefined : () => void repeat(turn)}
            />
          ))}
        </div>
      )}
      {edited !== undefined && (
        <Editing
          cancel={() => {
            setEdited(undefined)
            setText('')
          }}
        />
      )}
      <Writer
        field={field}
        text={text}
        setText={setText}
        busy={busy}
        disabled={disabled}
        send={(question, mode) => {
          start()
          void send(question, mode, edited)
          setEdited(undefined)
        }}
        stop={stop}
        startAnew={turns.length > 0 ? startAnew : undefined}
      />
      <div ref={end} className={classes.end} />
    </section>
  )
}

function Editing({ cancel }: { cancel: () => void }) {
  return (
    <Group className={classes.editing ?? ''} gap="sm" role="status">
      <Text size="sm">You are editing a question. The answers after it will be replaced.</Text>
      <Button size="compact-sm" variant="subtle" onClick={cancel}>
        Cancel
      </Button>
    </Group>
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
