import { TextInput } from '@mantine/core'

interface CodeFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (code: string) => void
  readonly autoFocus?: boolean
}

export function CodeField({ value, error, onChange, autoFocus = false }: CodeFieldProps) {
  return (
    <TextInput
      label="Code"
      description="Six digits from your authenticator app, or a recovery code"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
