import type { CreatedKey } from '@equipoise/sdk'
import { Button, Code, Group, Modal, Text } from '@mantine/core'
import { CopyButton } from '../shell/copy-button.tsx'

interface NewKeyProps {
  readonly created: CreatedKey
  readonly close: () => void
  readonly onCopied: () => void
}

/**
 * Shows the secret, the only time anybody can see it. It exists only in this screen's memory, so neither Escape nor a click outside
 * closes the dialog.
 */
export function NewKey({ created, close, onCopied }: NewKeyProps) {
  return (
    <Modal
      opened
      onClose={close}
      title={`Your new key “${created.name}”`}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
    >
      <Text size="sm" mb="sm">
        Copy it now and keep it somewhere safe. We show it only once.
      </Text>
      <Group gap="xs" wrap="nowrap" align="center">
        <Code
          style={{ overflowWrap: 'anywhere', fontSize: '0.875rem', padding: '6px 10px' }}
          data-testid="new-key"
          onCopy={onCopied}
        >
          {created.key}
        </Code>
        <CopyButton value={created.key} label="Copy the key" onCopied={onCopied} />
      </Group>
      <Button mt="lg" onClick={close}>
        I have saved it
      </Button>
    </Modal>
  )
}
