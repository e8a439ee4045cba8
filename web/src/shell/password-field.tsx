import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** The library's field tells screen readers its message but not that it is wrong; this one does both. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />
}
