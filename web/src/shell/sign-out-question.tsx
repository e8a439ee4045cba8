import { Button, Group, Modal, Text } from '@mantine/core'

interface SignOutQuestionProps {
  readonly close: () => void
  readonly signOut: (choice: { isKeeping: boolean }) => Promise<void>
}

export function SignOutQuestion({ close, signOut }: SignOutQuestionProps) {
  return (
    <Modal opened onClose={close} title="Keep your drafts on this computer?" centered zIndex={300}>
      <Text size="sm">
        Your documents, conversations and draws are stored only in this browser. If you keep them, you see them again
        when you sign in here. On a computer that you share, delete them.
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => void signOut({ isKeeping: false })}>
          Delete them and sign out
        </Button>
        <Button data-autofocus onClick={() => void signOut({ isKeeping: true })}>
          Keep them and sign out
        </Button>
      </Group>
    </Modal>
  )
}
