import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import classes from './chat.module.css'
import type { Turn } from './conversation.ts'
import type { ConversationOwner } from './place.ts'
import { TurnView } from './turn-view.tsx'
import { type AskSomewhere, useConversation } from './use-conversation.ts'
import { useDraft } from './use-draft.ts'
import { useFollow } from './use-follow.ts'
import { Writer } from './writer.tsx'

interface RoomProps {
  readonly place: ConversationOwner
  readonly ask: AskSomewhere
  readonly disabled: boolean
  readonly empty: ReactNode
}

const QUESTIONS = ['Should city centres be car-free?', 'Is nuclear power a good idea?', 'Does homework help?']

export function Room({ place, ask, disabled, empty }: RoomProps) {
  const { turns, busy, send, repeat, stop, clear } = useConversation(ask, place)
  const { end, start } = useFollow(turns)
  const draft = useDraft(place)
  const { instead } = draft
  const isEditing = instead !== undefined && turns.some(({ id }) => id === instead.id)
  const field = useRef<HTMLTextAreaElement>(null)
  const edit = ({ id, question }: Turn) => {
    draft.edit(id, question)
    field.current?.focus()
  }
  const startAnew = () => {
    if (instead?.id !== undefined) draft.goBack()
    clear()
  }
  return (
    <section className={classes.room} aria-label="Conversation">
      {turns.length === 0 ? (
        <div className={classes.empty}>
          {empty}
          <Group gap="xs" justify="center" mt="sm">
            {QUESTIONS.map((question) => (
              <Button
                key={question}
                size="compact-sm"
                variant="default"
                fw={500}
                onClick={() => draft.takeSample(question, QUESTIONS)}
              >
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
      {(isEditing || draft.isBehind) && <Instead isEditing={isEditing} goBack={draft.goBack} />}
      <Writer
        field={field}
        text={draft.text}
        setText={draft.write}
        busy={busy}
        disabled={disabled}
        send={(question, mode) => {
          start()
          void send(question, mode, instead?.id)
          draft.sent()
        }}
        stop={stop}
        startAnew={turns.length > 0 ? startAnew : undefined}
      />
      <div ref={end} className={classes.end} />
    </section>
  )
}

interface InsteadProps {
  readonly isEditing: boolean
  readonly goBack: () => void
}

/** Says why the field does not show the draft. */
function Instead({ isEditing, goBack }: InsteadProps) {
  return (
    <Group className={classes.editing ?? ''} gap="sm" role="status">
      <Text size="sm">
        {isEditing ? 'You are editing a question. The answers after it will be replaced.' : 'Your draft is saved.'}
      </Text>
      <Button size="compact-sm" variant="subtle" onClick={goBack}>
        {isEditing ? 'Cancel' : 'Go back to your draft'}
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
