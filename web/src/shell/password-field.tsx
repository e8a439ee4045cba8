import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** Mantine's field links its error message for screen readers but does not set aria-invalid; this one does both. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />
}
