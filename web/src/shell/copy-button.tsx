import { ActionIcon, Button, CopyButton as Copy } from '@mantine/core'
import { IconCheck, IconCopy, IconLink } from '@tabler/icons-react'

interface CopyButtonProps {
  readonly value: string
  readonly label: string
  /** With its words on it. */
  readonly wide?: boolean
}

export function CopyButton({ value, label, wide = false }: CopyButtonProps) {
  return (
    <Copy value={value} timeout={1500}>
      {({ copied, copy }) =>
        wide ? (
          <Button
            variant="subtle"
            size="compact-sm"
            px={6}
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} /> : <IconLink size={16} />}
          >
            {copied ? 'Copied' : label}
          </Button>
        ) : (
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
    </Copy>
  )
}
