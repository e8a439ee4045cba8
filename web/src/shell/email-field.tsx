import { TextInput } from '@mantine/core'

interface Props {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (email: string) => void
}

export function EmailField({ value, error, onChange }: Props) {
  return (
    <TextInput
      label="Email"
      type="email"
      autoComplete="email"
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
