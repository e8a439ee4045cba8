import { TextInput } from '@mantine/core'

interface Props {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (email: string) => void
}

/** The email address of an account, the same in every form that asks for it. */
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
