import type { ChatResult } from '@equipoise/sdk'
import { Button, Group, Loader, Text } from '@mantine/core'
import { useNavigate } from 'react-router'
import { formatCount } from '../format.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { fragmentOf } from '../shell/share-link.ts'
import { Trouble } from '../shell/trouble.tsx'
import { Attempts } from './attempts.tsx'
import classes from './chat.module.css'
import { isUnanswered, type Turn } from './conversation.ts'
import { Markdown } from './markdown.tsx'

interface TurnViewProps {
  readonly turn: Turn
  readonly retry: (() => void) | undefined
  /** Puts the question back into the field for editing. */
  readonly edit: (() => void) | undefined
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
        {turn.result && <Source result={turn.result} />}
        {turn.result && <Actions turn={turn} edit={edit} />}
        {isUnanswered(turn) && <NoAnswer {...{ turn, retry, edit }} />}
      </div>
    </>
  )
}

function Actions({ turn, edit }: Pick<TurnViewProps, 'turn' | 'edit'>) {
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
      <EditButton edit={edit} />
    </Group>
  )
}

/** Shows the error while this tab still has it; after a reload only that there is no answer. */
function NoAnswer({ turn, retry, edit }: TurnViewProps) {
  if (turn.error) {
    return (
      <>
        <Trouble error={turn.error} retry={retry} />
        <Group mt={6}>
          <EditButton edit={edit} />
        </Group>
      </>
    )
  }
  return (
    <Group gap="sm" role="status">
      <Text size="sm" c="dimmed">
        {wordsOfEnding(turn)}
      </Text>
      {retry && (
        <Button size="compact-sm" variant="default" fw={500} onClick={retry}>
          Ask again
        </Button>
      )}
      <EditButton edit={edit} />
    </Group>
  )
}

function EditButton({ edit }: Pick<TurnViewProps, 'edit'>) {
  return (
    edit && (
      <Button size="compact-sm" variant="subtle" onClick={edit}>
        Edit and ask again
      </Button>
    )
  )
}

function wordsOfEnding({ ended, answer }: Turn): string {
  if (ended === 'stopped') return 'Stopped.'
  if (ended === 'failed') return answer ? 'The answer broke off.' : 'We could not get an answer to this question.'
  return answer ? 'The rest of the answer has not arrived.' : 'No answer has arrived yet.'
}

/** Names the model that answered, or says that the answer is simulated. */
function Source({ result: { model, usage } }: { result: ChatResult }) {
  const tokens = usage.output_tokens === null ? '' : ` · ${formatCount(usage.output_tokens)} tokens`
  return (
    <Text size="xs" c="dimmed" className="num" mt={6}>
      {model.startsWith('simulated-')
        ? 'Simulated: this is a canned answer; no AI model was asked'
        : `Answered by ${model}`}
      {tokens}
    </Text>
  )
}
