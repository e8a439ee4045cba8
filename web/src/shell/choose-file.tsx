import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

interface ChooseFileProps extends Pick<ButtonProps, 'size'> {
  readonly accept: string
  readonly onFile: (file: File) => void
  readonly children: ReactNode
}

/** A button that opens a file dialog; the same file can be chosen twice in a row. */
export function ChooseFile({ accept, onFile, children, ...rest }: ChooseFileProps) {
  const reset = useRef<() => void>(null)
  const take = (file: File | null) => {
    if (!file) return
    onFile(file)
    reset.current?.()
  }
  return (
    <FileButton accept={accept} resetRef={reset} onChange={take}>
      {(props) => (
        <Button variant="default" {...rest} {...props}>
          {children}
        </Button>
      )}
    </FileButton>
  )
}
