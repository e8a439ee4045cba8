import { ActionIcon, Button, CopyButton as Copy } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect } from 'react'

interface CopyButtonProps {
  readonly value: string
  readonly label: string
  readonly wide?: boolean
  /** Called when the text is in the clipboard. */
  readonly onCopied?: (() => void) | undefined
}

export function CopyButton({ value, label, wide = false, onCopied }: CopyButtonProps) {
  return (
    <Copy value={value} timeout={1500}>
      {({ copied, copy }) => <Shown label={label} wide={wide} onCopied={onCopied} copied={copied} copy={copy} />}
    </Copy>
  )
}

interface ShownProps extends Omit<CopyButtonProps, 'value'> {
  readonly copied: boolean
  readonly copy: () => void
}

function Shown({ label, wide, onCopied, copied, copy }: ShownProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it was copied
  useEffect(() => {
    if (copied) onCopied?.()
  }, [copied])
  if (wide) {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        px={6}
        onClick={copy}
        leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      >
        {copied ? 'Copied' : label}
      </Button>
    )
  }
  return (
    <>
      <ActionIcon variant="default" aria-label={label} title={label} onClick={copy}>
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
      <span role="status" className="visually-hidden">
        {copied && 'Copied'}
      </span>
    </>
  )
}
