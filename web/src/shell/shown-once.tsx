import { Button, Code, Group, Modal, Text } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

interface ShownOnceProps {
  readonly title: string
  readonly secret: string
  /** What the secret is, such as `key`. */
  readonly what: string
  readonly close: () => void
  readonly onCopied: () => void
}

/**
 * Shows a secret, the only time anybody can see it. It exists only in this screen's memory, so neither Escape nor a click outside
 * closes the dialog.
 */
export function ShownOnce({ title, secret, what, close, onCopied }: ShownOnceProps) {
  return (
    <Modal
      opened
      onClose={close}
      title={title}
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
          style={{ overflowWrap: 'anywhere', fontSize: '0.8125rem', padding: '6px 10px' }}
          data-testid={`new-${what}`}
          onCopy={onCopied}
        >
          {secret}
        </Code>
        <CopyButton value={secret} label={`Copy the ${what}`} onCopied={onCopied} />
      </Group>
      <Button mt="lg" onClick={close}>
        I have saved it
      </Button>
    </Modal>
  )
}
