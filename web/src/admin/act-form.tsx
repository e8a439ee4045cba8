import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { toast } from '../shell/toast.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'

interface ActButtonProps {
  readonly label: string
  /** What will happen, in a sentence. */
  readonly about: string
  readonly run: (reason: string) => Promise<unknown>
  readonly danger?: boolean
  readonly children?: ReactNode
  readonly onDone?: (answer: unknown) => void
}

/** A button that asks why before it does anything. */
export function ActButton({ label, about, run, danger = false, children, onDone }: ActButtonProps) {
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const act = useMutation({
    mutationFn: () => run(reason),
    onSuccess: async (answer) => {
      setOpen(false)
      setReason('')
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
      <Button variant="default" {...(danger ? { c: 'red' } : {})} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={label} centered>
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
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button type="submit" loading={act.isPending} {...(danger ? { color: 'red' } : {})}>
                {label}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
