import { NativeSelect, type NativeSelectProps } from '@mantine/core'

type ChoiceProps = Omit<NativeSelectProps, 'onChange'> & { readonly onChange: (value: string) => void }

/** A native select: phones show their own list, and no script is needed. */
export function Choice({ onChange, ...rest }: ChoiceProps) {
  return <NativeSelect {...rest} onChange={(event) => onChange(event.currentTarget.value)} />
}
