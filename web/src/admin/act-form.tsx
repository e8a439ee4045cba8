import { Button, Modal, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { Form } from '../shell/form.tsx'
import { toast } from '../shell/toast.tsx'
import { messageFor } from '../shell/words.ts'

export interface ActButtonProps {
  readonly label: string
  /** The account or object that the action changes, for the dialog's title: "Delete someone@example.org". */
  readonly target?: string
  /** The text that the administrator must type to confirm. */
  readonly confirm?: string
  /** One sentence that says what will happen. */
  readonly about: string
  readonly run: (reason: string) => Promise<unknown>
  readonly danger?: boolean
  readonly children?: ReactNode
  readonly onDone?: (answer: unknown) => void
}

/** A button that asks for a reason before it acts. */
export function ActButton({ label, target, confirm, about, run, danger = false, children, onDone }: ActButtonProps) {
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const act = useMutation({
    mutationFn: () => run(reason),
    onSuccess: async (answer) => {
      setOpen(false)
      setReason('')
      setTyped('')
      toast({ title: 'Done', message: about })
      onDone?.(answer)
      await cache.invalidateQueries({ queryKey: ['admin'] })
    },
  })
  return (
    <>
      <Button variant="default" {...(danger ? { c: 'var(--mantine-color-error)' } : {})} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={target === undefined ? label : `${label}: ${target}`}
        centered
      >
        <Form act={act} fields={['reason']}>
          <Text size="sm">{about}</Text>
          {children}
          <TextInput
            label="Reason"
            description="It is recorded in the log"
            required
            value={reason}
            error={messageFor(act.error, 'reason')}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {confirm !== undefined && <Confirmation words={confirm} typed={typed} type={setTyped} />}
          <DialogButtons
            act={act}
            label={label}
            close={() => setOpen(false)}
            isForm
            isFinal={danger}
            disabled={confirm !== undefined && typed.trim() !== confirm}
          />
        </Form>
      </Modal>
    </>
  )
}

interface ConfirmationProps {
  readonly words: string
  readonly typed: string
  readonly type: (words: string) => void
}

function Confirmation({ words, typed, type }: ConfirmationProps) {
  return (
    <TextInput
      label={`Type ${words} to confirm`}
      autoComplete="off"
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
