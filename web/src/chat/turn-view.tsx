import type { ChatResult } from '@equipoise/sdk'
import { Button, Group, Loader, Text } from '@mantine/core'
import { useNavigate } from 'react-router'
import { fragmentOf } from '../editor/share-link.ts'
import { formatCount } from '../format.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { Attempts } from './attempts.tsx'
import classes from './chat.module.css'
import { isUnanswered, type Turn } from './conversation.ts'
import { Markdown } from './markdown.tsx'

interface TurnViewProps {
  readonly turn: Turn
  /** Where it is the last one, and may be asked once more. */
  readonly retry: (() => void) | undefined
  /** Puts the question back into the field, to be changed and asked again. */
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
        <Trouble error={turn.error} retry={retry} />
        {turn.isStopped && <Stopped retry={retry} />}
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
      {edit && (
        <Button size="compact-sm" variant="subtle" onClick={edit}>
          Edit and ask again
        </Button>
      )}
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

/** Which model answered, and plainly where none did. */
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
