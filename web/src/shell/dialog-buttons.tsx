import { Button, Group } from '@mantine/core'

export interface DialogButtonsProps {
  /** What the dialog does, usually a mutation; in a form, submitting it does it. */
  readonly act: { mutate(): void; readonly isPending: boolean }
  readonly label: string
  readonly close: () => void
  readonly closeLabel?: string
  readonly isForm?: boolean
  /** What was done cannot be undone. */
  readonly isFinal?: boolean
  readonly disabled?: boolean
}

/** The way out of a dialog, and what it does. */
export function DialogButtons({
  act,
  label,
  close,
  closeLabel = 'Cancel',
  isForm,
  isFinal,
  disabled,
}: DialogButtonsProps) {
  return (
    <Group justify="flex-end" mt="md">
      <Button variant="default" onClick={close}>
        {closeLabel}
      </Button>
      <Button
        {...(isForm ? { type: 'submit' } : { onClick: () => act.mutate() })}
        {...(isFinal && { color: 'red.9' })}
        loading={act.isPending}
        disabled={disabled ?? false}
      >
        {label}
      </Button>
    </Group>
  )
}
