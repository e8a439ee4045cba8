import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { toast } from '../shell/toast.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'

interface ActButtonProps {
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act.mutate()
  }
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
        <form onSubmit={submit} noValidate>
          <Stack>
            <Text size="sm">{about}</Text>
            <Trouble error={act.error} fields={['reason']} />
            {children}
            <TextInput
              label="Reason"
              description="It is written to the log"
              required
              value={reason}
              error={messageFor(act.error, 'reason')}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            {confirm !== undefined && <Confirmation words={confirm} typed={typed} type={setTyped} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button
                type="submit"
                loading={act.isPending}
                disabled={confirm !== undefined && typed.trim() !== confirm}
                {...(danger ? { color: 'red.9' } : {})}
              >
                {label}
              </Button>
            </Group>
          </Stack>
        </form>
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
