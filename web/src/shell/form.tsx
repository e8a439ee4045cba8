import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Trouble } from './trouble.tsx'

interface FormProps {
  /** What submitting does, usually a mutation. */
  readonly act: { mutate(): void; readonly error: unknown }
  /** Fields that show their own errors. */
  readonly fields?: readonly string[]
  /** Whether an error must not offer to sign in. */
  readonly signingIn?: boolean
  readonly gap?: 'sm'
  readonly children: ReactNode
}

/** Fields, one below the other, and above them what went wrong. */
export function Form({ act, fields, signingIn, gap, children }: FormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        act.mutate()
      }}
      noValidate
    >
      <Stack {...(gap && { gap })}>
        <Trouble error={act.error} {...(fields && { fields })} {...(signingIn && { signingIn })} />
        {children}
      </Stack>
    </form>
  )
}
